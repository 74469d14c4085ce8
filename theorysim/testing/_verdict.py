"""What an agreement test says: the verdict of a call and of each case, the finite-size fit, and the errors."""

from dataclasses import dataclass, field

from theorysim.testing import _words
from theorysim.testing._level import holm

_SEVERITY = {"disagrees": 0, "undecided": 1, "agrees": 2}


@dataclass(frozen=True)
class Fit:
    """Fit of the relative gap by ``intercept + c (size / smallest size)**-order + ...`` at the worst point of a case.

    Attributes
    ----------
    sizes, order : tuple of float
        The sizes and the order or orders that the caller stated.
    intercept, standard_error : float
        The relative gap extrapolated to infinite size, and its standard error.
    gap_at_largest : float
        The fitted relative gap at the largest size, without the intercept.
    variance_inflation : float
        Variance of the intercept relative to that of a mean over the sizes: the price of a free gap.
    lack_of_fit_p : float
        p-value of the residuals; 1 where the fit leaves nothing over.
    truncation : float
        Relative bias of the intercept if the next term of the gap is the square of the first.
    fitted_order, fitted_order_se : float or None
        The order that the data prefer, where the gap is resolved (three standard errors) and sizes suffice.
    intercept_half_order, intercept_double_order : float
        The intercept had the order been half or double the stated one.
    """

    sizes: tuple
    order: tuple
    intercept: float
    standard_error: float
    gap_at_largest: float
    variance_inflation: float
    lack_of_fit_p: float
    truncation: float
    fitted_order: float | None
    fitted_order_se: float | None
    intercept_half_order: float
    intercept_double_order: float

    def __str__(self):
        return _words.fit_line(self)


@dataclass(frozen=True)
class CaseVerdict:
    """Verdict of one case; for a curve the numbers are those of its worst point.

    Attributes
    ----------
    case : dict
        The arguments of the case (not part of the comparison of verdicts; ``label`` is).
    label : str
        The case in words, with its size where sizes are cases.
    statistic : str
        What was compared: "mean", "limit of the mean", "quantile 0.5", "proportion" or "failure rate".
    outcome, reason : str
        "agrees", "disagrees" or "undecided"; why it is undecided, in words, else "".
    point, points : str, int
        The worst point, e.g. "train[3]", and how many points were compared.
    theory, mean, standard_error : float
        Theory and simulation (mean, quantile, share of successes or failures; extrapolated where there is a fit).
    lower, upper : float
        Ends of the interval of the last round, each with the one-sided error of a round.
    deviation : float
        (mean - theory) relative to the scale, which is |theory| unless the caller gave a larger one.
    z : float or None
        Deviation in standard errors; None for order statistics and exact tests.
    p_value : float
        Two-sided p-value of the case over its rounds, not yet adjusted for the number of cases.
    caught : float
        Relative error: the data of the last round exclude every larger one. At most ``detect`` in a pass.
    trials, rounds_run : int
        Trials drawn in all rounds (and at all sizes), and the number of rounds.
    skewness, largest_share : float or None
        Sample skewness of a trial, and the largest share of one trial in the variance.
    slack : float
        Relative difference between theory and mean that counts as none.
    trials_needed : int or None
        Trials per round that an undecided case asks for.
    fit : Fit or None
        The finite-size fit.
    bound_slack : float or None
        For a bound: the factor by which it could have been multiplied before this test had rejected it; None where
        bounds are not positive.
    """

    case: dict = field(compare=False)
    label: str
    statistic: str
    outcome: str
    reason: str
    point: str
    points: int
    theory: float
    mean: float
    standard_error: float
    lower: float
    upper: float
    deviation: float
    z: float | None
    p_value: float
    caught: float
    trials: int
    rounds_run: int
    skewness: float | None
    largest_share: float | None
    slack: float
    trials_needed: int | None = None
    fit: Fit | None = None
    bound_slack: float | None = None

    def __str__(self):
        return _words.case_line(self, self.p_value)


@dataclass(frozen=True)
class Verdict:
    """Verdict of a call: one `CaseVerdict` for each case, in the order of the cases; printed worst first.

    Attributes
    ----------
    outcome : str
        "agrees", "disagrees" (any case does) or "undecided".
    cases : tuple of CaseVerdict
    false_alarm, detect : float
        As given: the probability that a right theory is rejected, over the whole call, and the relative error to catch.
    rounds, level : int, float
        Rounds that must reject in a row, and the one-sided error of one round.
    p_value : float
        Family-wise p-value of the call.
    trials : int
        Trials drawn in total.
    seed : int
    """

    outcome: str
    cases: tuple
    false_alarm: float
    detect: float
    rounds: int
    level: float
    p_value: float
    trials: int
    seed: int

    @property
    def caught(self):
        """Relative error above which every case would have noticed."""
        return max(case.caught for case in self.cases)

    @property
    def adjusted_p_values(self):
        """The p-values of the cases, adjusted for their number (Holm)."""
        return holm([case.p_value for case in self.cases])

    def __str__(self):
        ranked = sorted(zip(self.cases, self.adjusted_p_values), key=lambda pair: (_SEVERITY[pair[0].outcome], pair[1]))
        return "\n".join([_words.headline(self), *(_words.case_line(case, p_value) for case, p_value in ranked)])


class Disagreement(AssertionError):
    """Theory and simulation disagree; ``verdict`` says where and by how much."""

    def __init__(self, verdict, advice=""):
        super().__init__(f"{verdict}\n{advice}" if advice else str(verdict))
        self._advice = advice
        self.verdict = verdict

    def __reduce__(self):
        return type(self), (self.verdict, self._advice)


class Undecided(AssertionError):
    """The trials allowed cannot decide; ``trials_needed`` is the number per round that could or None."""

    def __init__(self, verdict):
        super().__init__(str(verdict))
        self.verdict = verdict
        needed = [case.trials_needed for case in verdict.cases if case.trials_needed is not None]
        self.trials_needed = max(needed, default=None)

    def __reduce__(self):
        return type(self), (self.verdict,)


class NotRejected(AssertionError):
    """A wrong theory was not rejected: a negative control has failed; ``verdict`` is what it got."""

    def __init__(self, sentence, verdict):
        super().__init__(f"{sentence}\n{verdict}")
        self._sentence = sentence
        self.verdict = verdict

    def __reduce__(self):
        return type(self), (self._sentence, self.verdict)


for _public in (Fit, CaseVerdict, Verdict, Disagreement, Undecided, NotRejected):
    _public.__module__ = "theorysim.testing"
