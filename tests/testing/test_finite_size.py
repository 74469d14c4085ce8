"""Limit laws: the finite-size gap is fitted and the limit is tested."""

import numpy as np
import pytest

from theorysim import testing
from theorysim.errors import DomainError
from theorysim.testing import _fit

SIZES = [50, 100, 200]


def limit(load):
    return 1 + load


def with_gap(rng, load, size, gap=2.0, square=0.0):
    return (1 + load) * (1 + gap / size + square / size**2) + 2 * rng.standard_normal() / np.sqrt(size)


def test_a_gap_is_accepted_with_sizes_and_order():
    verdict = testing.assert_agrees(limit, with_gap, cases=[{"load": 0.5}], sizes=SIZES, order=1, seed=0)
    case = verdict.cases[0]
    assert case.statistic == "limit of the mean"
    assert case.slack == 0.005
    assert case.caught <= 0.05
    assert case.label == "load=0.5"
    fit = case.fit
    assert (fit.sizes, fit.order) == ((50, 100, 200), (1.0,))
    assert fit.intercept == case.deviation
    assert abs(fit.gap_at_largest - 0.01) < 0.015
    assert 2 < fit.variance_inflation < 6
    assert fit.truncation < 0.05 / 4
    assert "gap at size 200" in str(verdict)
    assert str(fit) in str(case)
    # Three nulls instead of two: both sides, and the lack of fit.
    assert verdict.level == pytest.approx((1e-6 / 3) ** (1 / 3))


def test_the_same_gap_is_rejected_without_them_and_the_message_names_them():
    with pytest.raises(testing.Disagreement, match=r"give sizes=\(\.\.\.\) and order=\.\.\.") as caught:
        testing.assert_agrees(
            limit, lambda rng, load: with_gap(rng, load, 40), cases=[{"load": 0.5}], detect=0.02, seed=0
        )
    assert caught.value.verdict.cases[0].deviation == pytest.approx(0.05, abs=0.01)
    with pytest.raises(testing.Disagreement, match="sizes="):
        testing.assert_agrees(limit, with_gap, cases=[{"load": 0.5}], sizes=[50, 100], detect=0.02, seed=0)


@pytest.mark.parametrize("factor", [0.925, 1.075])
def test_a_wrong_limit_is_rejected(factor):
    with pytest.raises(testing.Disagreement) as caught:
        testing.assert_agrees(
            lambda load: factor * limit(load), with_gap, cases=[{"load": 0.5}], sizes=SIZES, order=1, seed=0
        )
    verdict = caught.value.verdict
    assert verdict.cases[0].rounds_run == 3
    # Two thirds of the false-alarm rate belong to the two sides.
    assert verdict.p_value <= 2 / 3 * 1e-6
    assert "sizes=(...)" not in str(caught.value)


def test_an_error_that_the_gap_cancels_at_the_largest_size_is_rejected():
    def cancelling(rng, size):
        return 1 + 16 / size + 0.1 * rng.standard_normal()

    # At size 200 the mean is 1.08: a wrong limit of 1.08 looks right there.
    with pytest.raises(testing.Disagreement):
        testing.assert_agrees(lambda: 1.08, cancelling, cases=[{}], sizes=[100, 200, 400], order=1, detect=0.04, seed=0)


def test_a_gap_of_another_shape_is_not_accepted():
    with pytest.raises(testing.Undecided, match="the gap is not c") as caught:
        testing.assert_agrees(
            limit,
            lambda rng, load, size: with_gap(rng, load, size, 20.0, 400.0),
            cases=[{"load": 0.5}],
            sizes=SIZES,
            order=1,
            seed=0,
        )
    assert caught.value.trials_needed is None
    assert caught.value.verdict.cases[0].rounds_run == 3
    assert caught.value.verdict.cases[0].fit.truncation > 0.05 / 4


def test_two_orders_take_a_gap_of_two_terms():
    verdict = testing.assert_agrees(
        lambda: 1.0,
        lambda rng, size: 1 + 2 / size + 20 / size**2 + 0.5 * rng.standard_normal() / np.sqrt(size),
        cases=[{}],
        sizes=[20, 40, 80, 160],
        order=(1, 2),
        seed=0,
    )
    assert verdict.cases[0].fit.order == (1.0, 2.0)
    assert verdict.cases[0].fit.variance_inflation > 3


def test_a_narrow_range_of_sizes_is_undecided_not_a_pass():
    with pytest.raises(testing.Undecided, match=r"inflates the variance .* at least 4 times the smallest"):
        testing.assert_agrees(
            limit, with_gap, cases=[{"load": 0.5}], sizes=[50, 55, 60], order=0.5, max_trials=20_000, seed=0
        )


def test_the_fitted_order_is_printed_where_the_gap_is_resolved():
    verdict = testing.assert_agrees(
        lambda: 1.0,
        lambda rng, size: 1 + 2 / size + 0.01 * rng.standard_normal(),
        cases=[{}],
        sizes=[25, 50, 100, 200],
        order=1,
        seed=0,
    )
    fit = verdict.cases[0].fit
    assert fit.fitted_order == pytest.approx(1.0, abs=4 * fit.fitted_order_se)
    assert fit.intercept_half_order < fit.intercept < fit.intercept_double_order
    assert "order from the data" in str(verdict)


def test_vector_limits_and_a_theory_that_takes_size():
    ratio = np.array([0.5, 1.0, 2.0])

    def draw(rng, size):
        return ratio * (1 + 1 / size) + 0.05 * rng.standard_normal(3)

    verdict = testing.assert_agrees(lambda: ratio, draw, cases=[{}], sizes=[20, 40, 80], order=1, seed=0)
    assert verdict.cases[0].points == 3
    exact = testing.assert_agrees(
        lambda size: ratio * (1 + 1 / size), draw, cases=[{}], sizes=[20, 40, 80], order=1, seed=0
    )
    assert abs(exact.cases[0].fit.gap_at_largest) < 0.02
    with pytest.raises(testing.Disagreement):
        testing.assert_agrees(
            lambda: ratio * np.array([1, 1.075, 1]), draw, cases=[{}], sizes=[20, 40, 80], order=1, seed=0
        )


def test_deterministic_sizes():
    verdict = testing.assert_agrees(
        lambda: 1.0, lambda rng, size: 1 + 1 / size, cases=[{}], sizes=[10, 20, 40, 80], order=1, seed=0
    )
    assert verdict.trials == 200
    assert abs(verdict.cases[0].deviation) < 1e-8


def test_trials_go_where_the_weights_are_and_sizes_are_cheap():
    counts = {}

    def draw(rng, size):
        counts[size] = counts.get(size, 0) + 1
        return 1 + 1 / size + 0.3 * rng.standard_normal()

    testing.assert_agrees(lambda: 1.0, draw, cases=[{}], sizes=[20, 40, 80], order=1, seed=0)
    # Weights of the limit -1/2, 1/2, 1 at equal spread, divided by the size.
    assert counts[20] / counts[40] == pytest.approx(2.0, rel=0.05)
    assert counts[80] / counts[40] == pytest.approx(1.0, rel=0.05)


def test_lack_of_fit_is_uniform_under_the_model():
    rng = np.random.default_rng(0)
    counts = [50, 50, 50, 50]
    values = rng.standard_normal((4, 50, 4000)) + (1 / np.array([1, 2, 4, 8]))[:, None, None]
    fit = _fit.regress(values.mean(axis=1), values.var(axis=1, ddof=1) / 50, _fit.regressors([1, 2, 4, 8], [1.0]))
    p_values = _fit.lack_of_fit(fit, counts)
    for level in (0.01, 0.1, 0.5):
        assert abs(np.mean(p_values < level) - level) < 0.25 * level + 3 * np.sqrt(level / 4000)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"order": 1}, "sizes must be at least 3 sizes, one to spare, for the order 1, got None"),
        ({"order": 1, "sizes": [10, 20]}, "sizes must be at least 3 sizes"),
        ({"order": (1, 2), "sizes": [10, 20, 40]}, "sizes must be at least 4 sizes"),
        ({"order": -1, "sizes": SIZES}, "order must be a positive number, or several, smallest first, got -1"),
        ({"order": (2, 1), "sizes": SIZES}, "order must be a positive number"),
        ({"sizes": [20, 10, 40], "order": 1}, "sizes must be a list of positive numbers, smallest first"),
        ({"sizes": []}, "sizes must be a list of positive numbers, smallest first"),
        ({"sizes": [0, 10]}, "sizes must be a list of positive numbers"),
        ({"slack": 0.05, "order": 1, "sizes": SIZES}, r"slack must be in \[0, detect\), got 0.05"),
    ],
)
def test_sentences(arguments, message):
    with pytest.raises(DomainError, match=message):
        testing.assert_agrees(limit, with_gap, cases=[{"load": 0.5}], seed=0, **arguments)
