"""Do theory and simulation agree?  Assertions for anyone's own pair of functions, in anyone's own test suite.

A call states two numbers: how often a right theory may be rejected (``false_alarm``, over the whole call) and the
smallest relative error that must be caught (``detect``). The number of trials follows. The outcome is a `Verdict` when
theory and simulation agree, else `Disagreement` or `Undecided` is raised: a test that cannot decide never passes.

- `assert_agrees`: the mean, of a number or of whole curves; exact at every size, or a limit law whose finite-size gap
  is fitted.
- `assert_quantile_agrees`: a quantile, where means or variances are infinite.
- `assert_proportion_agrees`: the probability of an event.
- `assert_bound_holds`: an upper bound that may fail with a stated probability.
- `assert_rejects`, `assert_each_field_rejected`: negative controls, which fail unless a wrong theory is rejected.

Random streams are those of `theorysim.montecarlo`: trial t of a case depends on the seed, the case, the size and t
alone, so that the same seed gives the same verdict on one core, on processes or on a cluster, and adding a case leaves
the trials of the others unchanged. Do not retry with another seed: replication is inside.

>>> from theorysim import testing
>>> def largest(rng, n):
...     return rng.random(n).max()
>>> print(testing.assert_agrees(lambda n: n / (n + 1), largest, cases=[{"n": 9}], seed=0))
agrees: 1 case, false alarm 1e-06 (3 rounds of level 0.0079), detect 5 %, p 0.91, errors over 1.5 % would have been
caught; 326 trials, seed 0
agrees     n=9   theory 0.9  simulation 0.9007 +- 0.0052  (+0.082 %, z +0.14)  errors over 1.5 % would have been caught
"""

from theorysim.testing._agrees import assert_agrees
from theorysim.testing._bound import assert_bound_holds
from theorysim.testing._controls import assert_each_field_rejected, assert_rejects
from theorysim.testing._proportion import assert_proportion_agrees
from theorysim.testing._quantile import assert_quantile_agrees
from theorysim.testing._verdict import CaseVerdict, Disagreement, Fit, NotRejected, Undecided, Verdict

__all__ = [
    "CaseVerdict",
    "Disagreement",
    "Fit",
    "NotRejected",
    "Undecided",
    "Verdict",
    "assert_agrees",
    "assert_bound_holds",
    "assert_each_field_rejected",
    "assert_proportion_agrees",
    "assert_quantile_agrees",
    "assert_rejects",
]
