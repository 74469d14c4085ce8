"""The sentences of a verdict: how numbers, cases and reasons are printed."""

import math

import numpy as np


def short(value):
    """Return a value in a few characters: arrays by shape, the rest by repr."""
    shape = getattr(value, "shape", ())
    if shape:
        return f"array{tuple(shape)}"
    if isinstance(value, (float, np.generic)):
        return f"{value.item() if isinstance(value, np.generic) else value!r}"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def case_label(case, size=None):
    """Return a case in words: its arguments and, where sizes are cases, its size."""
    named = [f"{name}={short(value)}" for name, value in case.items()]
    if size is not None:
        named.append(f"size={size}")
    return ", ".join(named) or "no arguments"


def amount(number):
    """Return a number of trials, rounded where it is large."""
    if number < 10_000:
        return str(int(number))
    exponent = math.floor(math.log10(number) + 1e-9)
    return f"{number / 10**exponent:.2g}e{exponent}"


def percent(fraction, sign=""):
    """Return a fraction in percent with two or three figures."""
    return f"{100 * fraction:{sign}.{2 if abs(fraction) < 1 else 3}g} %"


def with_error(value, error):
    """Return a value with the decimals that its standard error leaves, and the error."""
    if not (0 < error < math.inf) or not math.isfinite(value):
        return f"{value:.4g} +- {error:.2g}"
    figures = 4 if value == 0 else max(4, math.floor(math.log10(abs(value) / error)) + 2)
    return f"{value:.{min(figures, 12)}g} +- {error:.2g}"


def _plural(count, word):
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def headline(verdict):
    """Return the first line of a verdict: what was asked, and the family-wise answer."""
    is_bound = all(case.statistic == "failure rate" for case in verdict.cases)
    goal = f"catch {1 + verdict.detect:g} times the failure rate" if is_bound else f"detect {percent(verdict.detect)}"
    line = (
        f"{verdict.outcome}: {_plural(len(verdict.cases), 'case')}, false alarm {verdict.false_alarm:g}"
        f" ({_plural(verdict.rounds, 'round')} of level {verdict.level:.2g}), {goal}, p {verdict.p_value:.2g}"
    )
    if verdict.outcome == "agrees" and not is_bound:
        line += f", errors over {percent(verdict.caught)} would have been caught"
    return f"{line}; {_plural(verdict.trials, 'trial')}, seed {verdict.seed}"


def case_line(case, p_value):
    """Return the line of one case."""
    name = f"{case.label}: {case.point}" if case.point else case.label
    figures = max(4, len(f"{case.mean:.4g}".lstrip("-0.")))
    numbers = f"theory {case.theory:.{figures}g}  simulation {with_error(case.mean, case.standard_error)}"
    shift = percent(case.deviation, "+") + ("" if case.z is None else f", z {case.z:+.2g}")
    rounds = f"{_plural(case.rounds_run, 'round')}, {_plural(case.trials, 'trial')}"
    if case.outcome == "undecided":
        said = f"{case.reason} (so far {numbers}, {shift}; {rounds})"
    elif case.statistic == "failure rate":
        said = failure_words(case) + (f"  (p {p_value:.1g})  {rounds}" if case.outcome == "disagrees" else "")
    elif case.outcome == "disagrees":
        said = f"{numbers}  ({shift}, p {p_value:.1g})  {rounds}"
    else:
        said = f"{numbers}  ({shift})  errors over {percent(case.caught)} would have been caught"
    line = f"{case.outcome:<9}  {name}   {said}"
    return line if case.fit is None else f"{line}\n{'':<11}{fit_line(case.fit)}"


def failure_words(case):
    """Return how often a bound failed, and how tight the test was."""
    rate = f"fails in {percent(case.mean)} of trials (at most {percent(case.upper)} by these data)"
    rate += f", allowed {percent(case.theory)}"
    if case.bound_slack is None or case.outcome != "agrees":
        return rate
    return f"{rate}; {case.bound_slack:.3g} times the bound would still have passed"


def fit_line(fit):
    """Return the line of a finite-size fit."""
    order = ", ".join(f"{order:g}" for order in fit.order)
    order = order if len(fit.order) == 1 else f"({order})"
    line = (
        f"gap at size {fit.sizes[-1]:g} {percent(fit.gap_at_largest, '+')} falling as size**-{order};"
        f" at infinite size {percent(fit.intercept, '+')} +- {percent(fit.standard_error)};"
        f" lack of fit p {fit.lack_of_fit_p:.2g}, variance inflated {fit.variance_inflation:.1f} times"
    )
    if fit.fitted_order is None:
        return line
    return (
        f"{line}; order from the data {fit.fitted_order:.2f} +- {fit.fitted_order_se:.2f}, with half the order"
        f" {percent(fit.intercept_half_order, '+')}, with double {percent(fit.intercept_double_order, '+')}"
    )


def budget_reason(needed, allowed, share, is_skewed, inflation):
    """Return why the trials allowed were not enough for a mean, and what helps."""
    trials = f"about {amount(needed)} trials needed, {amount(allowed)} allowed"
    if share is not None:
        return f"one trial carries {percent(share)} of the variance; {trials}: compare medians (assert_quantile_agrees)"
    if is_skewed:
        return f"the trials are too skewed for a mean; {trials}: compare medians (assert_quantile_agrees)"
    if inflation is not None:
        words = f"{trials} at one size; the free gap inflates the variance {inflation:.1f} times"
        return f"{words}: take the largest size at least 4 times the smallest, or raise max_trials or detect"
    return (
        f"{trials}: lower the spread of a trial (average noise and labels in closed form), raise max_trials or detect"
    )


def plan_reason(needed, allowed):
    """Return why the trials allowed are not enough for an exact test or an order statistic."""
    return (
        f"about {amount(needed)} trials needed, {amount(allowed)} allowed: raise max_trials or the error to be caught"
    )


ORDER_REASON = "the gap is not c * size**-order over these sizes: start at larger sizes, or give the next order as well"


def rounds_reason(rounds):
    """Return why a case whose rounds contradict each other stays open."""
    return f"{rounds} rounds contradict each other; the error is near detect: lower detect to decide"


ASYMPTOTIC_ADVICE = (
    "If the theory is asymptotic, its finite-size gap is the first suspect: give sizes=(...) and order=..., so that the"
    " gap is fitted and the limit is tested."
)
