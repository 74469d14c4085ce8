"""What a call of an agreement test asks, checked; and how its cases become a verdict."""

import itertools
import math
import numbers
from collections.abc import Mapping
from typing import NamedTuple

from theorysim.errors import require
from theorysim.testing._level import family_p_value, rounds_and_level
from theorysim.testing._mean import FIRST_LOOK
from theorysim.testing._trials import Trials, library_form
from theorysim.testing._verdict import Disagreement, Undecided, Verdict


class Setting(NamedTuple):
    """The checked arguments that all tests share."""

    function: str
    cases: tuple
    sizes: tuple
    false_alarm: float
    detect: float
    seed: int
    max_trials: int
    n_nulls: int

    @property
    def tasks(self):
        """The (case, size) pairs that are judged one by one; size is None where there are no sizes."""
        return [(case, size) for case in self.cases for size in (self.sizes or (None,))]

    def level(self, n_cases):
        """Return rounds and level for a number of cases."""
        return rounds_and_level(self.false_alarm, n_cases, self.n_nulls)

    def trials(self, simulate, case, size, executor, store, is_infinite_allowed=False):
        """Return the `Trials` of a case; nothing is drawn yet."""
        return Trials(
            library_form(simulate, self.function),
            case,
            size,
            function=self.function,
            seed=self.seed,
            executor=executor,
            store=store,
            is_infinite_allowed=is_infinite_allowed,
        )

    def verdict(self, case_verdicts, level):
        """Put the verdicts of the cases together."""
        outcomes = {case.outcome for case in case_verdicts}
        return Verdict(
            outcome=next(word for word in ("disagrees", "undecided", "agrees") if word in outcomes),
            cases=tuple(case_verdicts),
            false_alarm=self.false_alarm,
            detect=self.detect,
            rounds=level.rounds,
            level=level.level,
            p_value=family_p_value([case.p_value for case in case_verdicts]),
            trials=sum(case.trials for case in case_verdicts),
            seed=self.seed,
        )


def setting(function, cases, *, sizes=None, false_alarm, detect, seed, max_trials, n_nulls=2):
    """Check the arguments that all tests share."""
    is_list = isinstance(cases, (list, tuple)) and len(cases) > 0
    is_list = is_list and all(isinstance(case, Mapping) and all(isinstance(n, str) for n in case) for case in cases)
    require(is_list, function, "cases", "a list of at least one dict of keyword arguments", cases)
    require(_is_real(false_alarm) and 0 < false_alarm <= 0.5, function, "false_alarm", "in (0, 0.5]", false_alarm)
    require(_is_real(detect) and 0 < detect < math.inf, function, "detect", "in (0, inf)", detect)
    require(isinstance(seed, numbers.Integral) and seed >= 0, function, "seed", "an integer >= 0", seed)
    is_count = isinstance(max_trials, numbers.Integral) and max_trials >= FIRST_LOOK
    require(is_count, function, "max_trials", f"an integer >= {FIRST_LOOK}", max_trials)
    if sizes is not None:
        sizes = list(sizes) if hasattr(sizes, "__iter__") else [sizes]
        is_rising = len(sizes) > 0 and all(_is_real(size) for size in sizes) and sizes[0] > 0
        is_rising = is_rising and all(low < high for low, high in itertools.pairwise(sizes))
        require(is_rising, function, "sizes", "a list of positive numbers, smallest first", sizes)
    return Setting(
        function,
        tuple(dict(case) for case in cases),
        tuple(sizes or ()),
        float(false_alarm),
        float(detect),
        int(seed),
        int(max_trials),
        n_nulls,
    )


def conclude(verdict, advice=""):
    """Return a verdict that agrees; raise one that does not."""
    if verdict.outcome == "disagrees":
        raise Disagreement(verdict, advice)
    if verdict.outcome == "undecided":
        raise Undecided(verdict)
    return verdict


def _is_real(value):
    return isinstance(value, numbers.Real) and not isinstance(value, bool)
