"""Negative controls: a wrong theory must be rejected, and each field must matter."""

import numpy as np

from theorysim.testing._agrees import assert_agrees, judge_means
from theorysim.testing._task import prepare
from theorysim.testing._verdict import Disagreement, NotRejected, Undecided

MUTATION = 1.5


def assert_rejects(wrong_theory, simulate, *, assertion=assert_agrees, **arguments):
    """Assert that a wrong theory is rejected: the negative control of an agreement.

    Parameters
    ----------
    wrong_theory : callable
        A theory (or bound) that should be rejected: a term dropped, n for p, the ridge for the ridge per sample. It
        should differ from the right one by at least 1.5 times the error to be caught in one of the cases.
    simulate : callable
        As in `assert_agrees`.
    assertion : callable
        The assertion that must fail, `assert_agrees` or one of its siblings.
    **arguments : object
        The other arguments of the assertion.

    Returns
    -------
    Verdict
        The verdict of the disagreement.

    Raises
    ------
    NotRejected
        An AssertionError, when the wrong theory passes and also when the trials allowed do not decide.

    Examples
    --------
    >>> from theorysim import testing
    >>> def largest(rng, n):
    ...     return rng.random(n).max()
    >>> testing.assert_rejects(lambda n: (n - 1) / n, largest, cases=[{"n": 4}], seed=0).outcome
    'disagrees'
    """
    try:
        verdict = assertion(wrong_theory, simulate, **arguments)
    except Disagreement as error:
        return error.verdict
    except Undecided as error:
        raise NotRejected(
            "The wrong theory was not rejected: the trials allowed do not decide.", error.verdict
        ) from None
    raise NotRejected("The wrong theory was not rejected: it passed.", verdict)


def assert_each_field_rejected(
    theory,
    simulate,
    *,
    cases,
    detect=0.05,
    seed,
    false_alarm=1e-6,
    sizes=None,
    order=None,
    scale=None,
    slack=None,
    max_trials=100_000,
    executor=None,
    store=None,
):
    """Assert that a theory with any one field wrong by 1.5 detect is rejected in every case.

    One compared field after the other is multiplied by 1 + 1.5 detect (where `scale` exceeds its size: shifted by
    1.5 detect scale) while the others stay right. All of them are judged on the same trials.

    Parameters
    ----------
    theory, simulate, cases, detect, seed, false_alarm, sizes, order, scale, slack, max_trials, executor, store
        As in `assert_agrees`.

    Returns
    -------
    dict
        The `Verdict` of each field by its name ("" for a bare number or array).

    Raises
    ------
    NotRejected
        An AssertionError, when a case does not reject a field that is wrong in it.

    Examples
    --------
    >>> from typing import NamedTuple
    >>> from theorysim import testing
    >>> class Range(NamedTuple):
    ...     low: float
    ...     high: float
    >>> def theory(n):
    ...     return Range(1 / (n + 1), n / (n + 1))
    >>> def draw(rng, n):
    ...     numbers = rng.random(n)
    ...     return Range(numbers.min(), numbers.max())
    >>> verdicts = testing.assert_each_field_rejected(theory, draw, cases=[{"n": 4}], detect=0.1, seed=0)
    >>> {field: verdict.outcome for field, verdict in verdicts.items()}
    {'low': 'disagrees', 'high': 'disagrees'}
    """
    task = prepare(
        "testing.assert_each_field_rejected",
        theory,
        simulate,
        cases=cases,
        false_alarm=false_alarm,
        detect=detect,
        sizes=sizes,
        order=order,
        seed=seed,
        scale=scale,
        slack=slack,
        max_trials=max_trials,
        executor=executor,
        store=store,
    )
    verdicts = {}
    for field, name in enumerate(task.comparisons[0].layout.names):
        verdict = judge_means(task._replace(comparisons=tuple(_mutant(c, field, detect) for c in task.comparisons)))
        if any(case.outcome != "disagrees" for case in verdict.cases):
            words = f"The theory's {name or 'value'} was changed by {MUTATION * detect:.3g} of its scale"
            raise NotRejected(f"{words}, and not every case rejects it.", verdict)
        verdicts[name] = verdict
    return verdicts


def _mutant(comparison, field, detect):
    """Return a comparison whose theory is off in one field: multiplied by 1 + 1.5 detect, or shifted by its scale."""
    is_changed = comparison.layout.owners == field
    direction = np.where(comparison.theory < 0, -1.0, 1.0)
    shift = MUTATION * detect * direction * comparison.scale
    return comparison._replace(theory=comparison.theory + np.where(is_changed, shift, 0.0))
