"""From the rounds of a case to its verdict: the numbers of the worst point, and what all points together excluded."""

from typing import NamedTuple

import numpy as np

from theorysim.testing._verdict import CaseVerdict


class Report(NamedTuple):
    """What a round says about its points, in arrays; None for what the kind of statistic does not have.

    ``deviation`` is (mean - theory) / scale; ``caught`` the relative error above which all is excluded; ``width`` the
    width of the interval relative to the scale; ``fit`` gives the `Fit` of a position.
    """

    theory: np.ndarray
    mean: np.ndarray
    standard_error: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    deviation: np.ndarray
    caught: np.ndarray
    width: np.ndarray
    z: np.ndarray | None = None
    skewness: np.ndarray | None = None
    largest_share: np.ndarray | None = None
    share_limit: np.ndarray | None = None
    bound_slack: np.ndarray | None = None
    fit: object = None

    def at(self, position):
        """Return the numbers of one point as Python floats."""
        numbers = {name: values for name, values in self._asdict().items() if name not in ("fit", "width")}
        return {name: None if values is None else float(values[position]) for name, values in numbers.items()}


def case_verdict(ruling, *, case, label, labels, statistic, drawn, slack, reason):
    """Return the `CaseVerdict` of a ruling; ``reason(ruling, numbers, fit)`` says why it is undecided."""
    last = [ruling.last[point] for point in range(len(labels))]
    blurred = np.array([not found.is_sharp[at] and found.sides[at] == 0 for found, at in last])
    width = np.where(blurred, [found.report.width[at] for found, at in last], -1.0)
    is_short = ruling.cause == "budget" and blurred.any()
    worst = int(np.argmax(width) if is_short else np.argmin(ruling.tails))
    found, at = last[worst]
    numbers = found.report.at(at)
    fit = None if found.report.fit is None else found.report.fit(at)
    why = reason(ruling, numbers, fit) if ruling.outcome == "undecided" else ""
    numbers["caught"] = max(float(found.report.caught[at]) for found, at in last)
    del numbers["share_limit"]
    return CaseVerdict(
        case=case,
        label=label,
        statistic=statistic,
        outcome=ruling.outcome,
        reason=why,
        point=labels[worst],
        points=len(labels),
        p_value=ruling.p_value,
        trials=drawn,
        rounds_run=ruling.rounds_run,
        slack=slack,
        trials_needed=ruling.needed if ruling.cause == "budget" else None,
        fit=fit,
        **numbers,
    )
