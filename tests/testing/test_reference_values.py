"""Every reference value of the procedure, reproduced by the part that computes it."""

import json
import math
import pathlib

import numpy as np
import pytest
import scipy.special

from theorysim.testing import _binomial, _fit, _interval, _level, _plan, _simultaneous

REFERENCE = json.loads((pathlib.Path(__file__).parents[1] / "reference" / "testing_agreement.json").read_text())[
    "values"
]
LEVEL = 0.007937005259841


def cases(name):
    return [(case["inputs"], case["value"]) for case in REFERENCE[name]["cases"]]


@pytest.mark.parametrize(("inputs", "expected"), cases("rounds_and_level"))
def test_rounds_and_level(inputs, expected):
    found = _level.rounds_and_level(inputs["false_alarm"], inputs["n_cases"], inputs["n_nulls"])
    assert found.rounds == expected["rounds"]
    assert found.level == pytest.approx(expected["level"], rel=1e-12)
    assert _simultaneous.normal_critical(found.level) == pytest.approx(expected["z"], rel=1e-12)


@pytest.mark.parametrize(("inputs", "expected"), cases("t_critical"))
def test_student_critical(inputs, expected):
    assert _interval.student_critical(inputs["level"], inputs["n"] - 1) == pytest.approx(expected, rel=1e-11)


def test_planned_trials_follow_from_growth_by_width():
    inputs, expected = REFERENCE["planned_trials"]["inputs"], REFERENCE["planned_trials"]["value"]
    z = _simultaneous.normal_critical(inputs["level"])
    spread = np.array(inputs["relative_sd"])
    # One trial with this spread must grow by the planned number.
    need = _interval.growth(spread, np.zeros(4), inputs["detect"], z)
    assert np.ceil(need).tolist() == expected


@pytest.mark.parametrize(("inputs", "expected"), cases("johnson_root"))
def test_johnson_root(inputs, expected):
    root = float(_interval.johnson_root(np.array(inputs["q"]), np.array(inputs["z"])))
    assert root == (-math.inf if isinstance(expected, str) else pytest.approx(expected, rel=1e-12))


def test_interval_of_exponential_quantiles():
    expected = REFERENCE["interval_exponential_quantiles"]["value"]
    sample = -np.log(1 - (np.arange(400) + 0.5) / 400)
    found = _interval.moments(sample[:, None])
    error = np.sqrt(found.variance / 400)
    term = _interval.skewness_term(found.third_cumulant / 400**2, error)
    critical = _interval.student_critical(LEVEL, 399)
    lower, upper = _interval.interval(found.mean, error, term, critical)
    assert found.mean[0] == pytest.approx(expected["mean"], rel=1e-12)
    assert error[0] == pytest.approx(expected["se"], rel=1e-12)
    assert (found.third_cumulant / found.variance**1.5)[0] == pytest.approx(expected["skewness"], rel=1e-11)
    # The reference lists the term before it is widened by 1.5; its interval is the widened one.
    assert term[0] == pytest.approx(1.5 * expected["q"], rel=1e-11)
    assert critical == pytest.approx(expected["t"], rel=1e-12)
    assert lower[0] == pytest.approx(expected["lower"], rel=1e-12)
    assert upper[0] == pytest.approx(expected["upper"], rel=1e-12)
    assert found.largest_share[0] == pytest.approx(expected["share"], rel=1e-12)


def test_orthant():
    inputs, expected = REFERENCE["orthant"]["inputs"], REFERENCE["orthant"]["value"]
    assert _simultaneous.orthant(inputs["z"], np.array(inputs["rho"])) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "correlation"),
    [
        ("simultaneous_z_exchangeable", np.where(np.eye(10), 1.0, 0.5)),
        ("simultaneous_z_ar1", 0.9 ** np.abs(np.subtract.outer(np.arange(40), np.arange(40)))),
        (
            "simultaneous_z_smooth",
            np.exp(-((np.subtract.outer(np.linspace(0, 1, 40), np.linspace(0, 1, 40)) / 0.2) ** 2) / 2),
        ),
        ("bonferroni_z_40", None),
    ],
)
def test_simultaneous_critical(name, correlation):
    if correlation is None:
        found = _simultaneous.Family(40, np.zeros(0))
    else:
        found = _simultaneous.Family(len(correlation), _simultaneous.spanning_edges(correlation))
    z = found.critical(LEVEL)
    assert z == pytest.approx(REFERENCE[name]["value"], rel=1e-11)
    assert found.tail(float(_simultaneous.normal_tail(z))) == pytest.approx(LEVEL, rel=1e-11)
    assert found.point_tail(LEVEL) == pytest.approx(float(_simultaneous.normal_tail(z)), rel=1e-12)


def test_clopper_pearson():
    inputs = REFERENCE["clopper_pearson"]["inputs"]
    found = _binomial.clopper_pearson(inputs["k"], inputs["n"], inputs["level_per_side"])
    assert [float(limit) for limit in found] == pytest.approx(REFERENCE["clopper_pearson"]["value"], rel=1e-11)


def fitted(name):
    inputs = REFERENCE[name]["inputs"]
    gaps = np.array(inputs["means"])[:, None] / inputs["theory"] - 1
    variances = np.array(inputs["se"])[:, None] ** 2
    columns = _fit.regressors(inputs["sizes"], inputs["orders"])
    return inputs, gaps, variances, columns, _fit.regress(gaps, variances, columns)


@pytest.mark.parametrize("name", ["wls_orders_1", "wls_orders_1_2", "wls_orders_0.5"])
def test_regression(name):
    _, _, variances, columns, fit = fitted(name)
    expected = REFERENCE[name]["value"]
    assert fit.coefficients[0, 0] == pytest.approx(expected["intercept"], rel=1e-11)
    assert fit.errors[0, 0] == pytest.approx(expected["se"], rel=1e-11)
    assert fit.coefficients[0, 0] / fit.errors[0, 0] == pytest.approx(expected["z"], rel=1e-11)
    assert fit.coefficients[1, 0] == pytest.approx(expected["c_at_N1"], rel=1e-11)
    assert fit.errors[1, 0] == pytest.approx(expected["c_se"], rel=1e-11)
    assert fit.residual[0] == pytest.approx(expected["chi2"], rel=1e-11)
    assert fit.freedom == expected["dof"]
    # With known errors the residuals are chi-squared; the procedure itself uses F, which tends to it.
    assert scipy.special.chdtrc(fit.freedom, fit.residual[0]) == pytest.approx(expected["lack_of_fit_p"], rel=1e-11)
    assert _fit.lack_of_fit(fit, [10**9] * 4)[0] == pytest.approx(expected["lack_of_fit_p"], rel=1e-6)
    assert _fit.variance_inflation(fit, variances)[0] == pytest.approx(expected["variance_inflation"], rel=1e-11)
    assert fit.weights[:, 0] == pytest.approx(expected["weights"], rel=1e-10)
    assert _fit.truncation(fit, columns)[0] == pytest.approx(expected["truncation_estimate"], rel=1e-11)


def test_fitted_order():
    inputs, gaps, variances, _, _ = fitted("wls_orders_1")
    expected = REFERENCE["fitted_order"]["value"]
    order, error = _fit.fitted_order(gaps, variances, inputs["sizes"], inputs["orders"])
    assert order[0] == pytest.approx(expected["p_hat"], rel=1e-11)
    amplitude = expected["e"] / (1 - expected["p_hat"])
    assert error[0] == pytest.approx(expected["e_se"] / abs(amplitude), rel=1e-9)


@pytest.mark.parametrize(("words", "expected"), REFERENCE["variance_inflation_equal_se"]["value"].items())
def test_variance_inflation(words, expected):
    order, sizes = words.removeprefix("order ").split(", sizes ")
    columns = _fit.regressors([float(size) for size in sizes.strip("()").split(",")], [float(order)])
    variances = np.full((3, 1), 4.0)
    fit = _fit.regress(np.zeros((3, 1)), variances, columns)
    assert _fit.variance_inflation(fit, variances)[0] == pytest.approx(expected, rel=1e-12)


def test_allocation_shares():
    inputs = REFERENCE["allocation_shares"]["inputs"]
    found = _fit.shares(np.array(inputs["relative_sd"]), inputs["sizes"], [inputs["order"]])
    assert found == pytest.approx(REFERENCE["allocation_shares"]["value"], rel=1e-12)


def test_satterthwaite():
    inputs, expected = REFERENCE["satterthwaite"]["inputs"], REFERENCE["satterthwaite"]["value"]
    variances = np.array(inputs["variances_of_means"])[:, None]
    fit = _fit.regress(np.zeros((3, 1)), variances, _fit.regressors([50, 100, 200], [1]))
    assert fit.weights[:, 0] == pytest.approx(expected["weights"], rel=1e-12)
    assert fit.errors[0, 0] == pytest.approx(expected["se"], rel=1e-12)
    assert _fit.satterthwaite(fit.weights, variances, inputs["n"])[0] == pytest.approx(expected["dof"], rel=1e-12)


def test_p_value():
    inputs, expected = REFERENCE["p_value"]["inputs"], REFERENCE["p_value"]["value"]
    p_value = _level.case_p_value(inputs["one_sided_p_by_round"])
    assert p_value == pytest.approx(expected["case"], rel=1e-12)
    assert _level.family_p_value([p_value] + [1.0] * 29) == pytest.approx(expected["family_of_30"], rel=1e-12)
    assert _level.holm([p_value] + [1.0] * 29)[0] == pytest.approx(expected["family_of_30"], rel=1e-12)


@pytest.mark.parametrize(("inputs", "expected"), cases("order_ranks"))
def test_order_ranks(inputs, expected):
    assert list(_binomial.order_ranks(inputs["n"], inputs["q"], inputs["level"])) == expected


@pytest.mark.parametrize(("inputs", "expected"), cases("proportion_plan"))
def test_proportion_plan(inputs, expected):
    rate, level = inputs["p"], inputs["level"]
    trials = _plan.proportion_trials((rate,), inputs["detect"], level)
    assert trials == expected["trials"]
    assert _binomial.lower_count(trials, rate, level) == expected["reject_at_or_below"]
    assert _binomial.upper_count(trials, rate, level) == expected["reject_at_or_above"]


@pytest.mark.parametrize(("inputs", "expected"), cases("bound_plan"))
def test_bound_plan(inputs, expected):
    trials = _plan.bound_trials(inputs["delta"], inputs["ratio"], inputs["level"])
    assert trials == expected["trials"]
    assert _binomial.upper_count(trials, inputs["delta"], inputs["level"]) == expected["reject_at_or_above"]


def test_a_round_is_narrower_than_a_confidence_sequence():
    # What replication replaces: the two-sided normal-mixture confidence sequence of the same false-alarm rate.
    inputs, expected = (REFERENCE["confidence_sequence_z"][part] for part in ("inputs", "value"))
    rho = np.geomspace(1e-2, 1e4, 2_000_001)
    for alpha, z in zip(inputs["two_sided_alpha"], expected):
        found = np.sqrt(2 * (rho + 1) / rho * np.log(np.sqrt(rho + 1) / alpha)).min()
        assert found == pytest.approx(z, rel=1e-9)
        assert _simultaneous.normal_critical(_level.rounds_and_level(alpha, 1).level) < z
