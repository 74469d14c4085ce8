"""wip."""

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
