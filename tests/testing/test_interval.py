"""The interval, its tail, the simultaneous bound and the binomial tails: against second routes and as properties."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim.testing import _binomial, _fit, _interval, _simultaneous

quiet = settings(derandomize=True, deadline=None, max_examples=50)


def exact_student_tail(statistic, freedom):
    with mpmath.workdps(30):
        x = mpmath.mpf(freedom) / (freedom + mpmath.mpf(statistic) ** 2)
        half = mpmath.betainc(mpmath.mpf(freedom) / 2, 0.5, 0, x, regularized=True) / 2
        return float(half if statistic > 0 else 1 - half)


@pytest.mark.parametrize(("statistic", "freedom"), [(2.5, 49), (16.0, 49), (40.0, 399), (-1.5, 99), (3.0, 99_999)])
def test_student_tail(statistic, freedom):
    found = float(_interval.student_tail(np.array(statistic), freedom))
    assert found == pytest.approx(exact_student_tail(statistic, freedom), rel=1e-11)


@pytest.mark.parametrize("level", [0.0005, 0.00794, 0.025])
def test_student_critical_inverts_the_tail(level):
    for freedom in (49, 399, 12_345.6):
        critical = _interval.student_critical(level, freedom)
        assert float(_interval.student_tail(critical, freedom)) == pytest.approx(level, rel=1e-10)


@quiet
@given(
    statistic=st.floats(-12, 12),
    skewness_term=st.floats(-0.6, 0.6),
    freedom=st.integers(49, 5000),
    level=st.sampled_from([0.0005, 0.0026, 0.0079, 0.025]),
)
def test_interval_excludes_exactly_when_the_tail_is_below_the_level(statistic, skewness_term, freedom, level):
    critical = _interval.student_critical(level, freedom)
    lower, upper = _interval.interval(np.array(statistic), np.array(1.0), np.array(skewness_term), critical)
    above = float(_interval.widened_tail(np.array(statistic), np.array(skewness_term), freedom))
    below = float(_interval.widened_tail(np.array(-statistic), np.array(-skewness_term), freedom))
    if abs(above / level - 1) > 1e-9:
        assert (lower > 0) == (above < level)
    if abs(below / level - 1) > 1e-9:
        assert (upper < 0) == (below < level)


@quiet
@given(skewness_term=st.floats(-0.8, 0.8), freedom=st.integers(49, 999))
def test_a_larger_statistic_never_has_a_larger_tail(skewness_term, freedom):
    tails = _interval.widened_tail(np.linspace(-15, 15, 4001), np.full(4001, skewness_term), freedom)
    assert np.all(np.diff(tails) <= 1e-15)


@quiet
@given(skewness_term=st.floats(-0.8, 0.8), z=st.floats(-4, 4))
def test_root_solves_the_equation_or_is_students(skewness_term, z):
    root = float(_interval.johnson_root(np.array(skewness_term), np.array(z)))
    assert abs(root) >= abs(z)
    if math.isfinite(root) and abs(root) > abs(z):
        assert root + skewness_term * (1 + 2 * root**2) / 6 == pytest.approx(z, abs=1e-12)


def test_constant_data_have_an_interval_of_no_width():
    found = _interval.moments(np.full((50, 2), [0.1, 0.0]))
    error = np.sqrt(found.variance / 50)
    assert np.all(found.third_cumulant == 0)
    assert np.all(found.largest_share == 0)
    lower, upper = _interval.interval(found.mean, error, _interval.skewness_term(0.0, error), 2.5)
    assert np.all(upper - lower < 1e-16)
    assert np.all(_interval.guards_hold(np.zeros(2), found.largest_share, 2.5, 49))


def test_guards():
    assert _interval.share_limit(49) == pytest.approx(0.2)
    assert not _interval.guards_hold(np.array(0.21), np.array(0.0), 2.5, 49)
    assert _interval.guards_hold(np.array(-0.19), np.array(0.19), 2.5, 49)
    assert not _interval.guards_hold(np.array(0.0), np.array(0.21), 2.5, 49)
    assert _interval.guard_growth(np.array(0.4), np.array(0.0), 2.5, 49) == pytest.approx(4.0)
    assert _interval.guard_growth(np.array(0.1), np.array(0.3), 2.5, 49) == 2.0


def test_growth_with_an_open_side():
    assert _interval.growth(np.array(1e-9), np.array(np.inf), 0.05, 2.5) == 4.0
    assert _interval.growth(np.array(0.0), np.array(0.1), 0.05, 2.5) == pytest.approx(4.0)
    assert _interval.growth(np.array(0.04), np.array(0.1), 0.05, 2.5) == pytest.approx(16.0)


@pytest.mark.parametrize(("z", "rho"), [(1.0, 0.3), (2.4, 0.99), (4.0, 0.7), (8.0, 0.95)])
def test_orthant_against_quadrature(z, rho):
    with mpmath.workdps(30):
        tail = lambda x: mpmath.erfc((z - rho * x) / mpmath.sqrt(2 * (1 - mpmath.mpf(rho) ** 2))) / 2  # noqa: E731
        density = lambda x: mpmath.exp(-(x**2) / 2) / mpmath.sqrt(2 * mpmath.pi)  # noqa: E731
        exact = mpmath.quad(lambda x: tail(x) * density(x), [z, z + 1, z + 4, z + 12])
    assert float(_simultaneous.orthant(z, np.array([rho]))[0]) == pytest.approx(float(exact), rel=1e-10)


def test_orthant_clips_correlations():
    found = _simultaneous.orthant(2.0, np.array([-0.5, 1.0 + 1e-15]))
    assert found == pytest.approx([_simultaneous.normal_tail(2.0) ** 2, _simultaneous.normal_tail(2.0)], rel=1e-13)


def test_spanning_tree_is_the_heaviest():
    rng = np.random.default_rng(0)
    for _ in range(20):
        correlation = np.corrcoef(rng.standard_normal((6, 9)))
        edges = np.sort(_simultaneous.spanning_edges(correlation))
        # Kruskal, the other way to build it.
        group, chosen = list(range(6)), []
        pairs = [(i, j) for i in range(6) for j in range(i)]
        for i, j in sorted(pairs, key=lambda pair: -correlation[pair]):
            if group[i] != group[j]:
                chosen.append(correlation[i, j])
                group = [group[i] if g == group[j] else g for g in group]
        assert edges == pytest.approx(np.sort(chosen))


def test_equal_points_count_once_and_independent_ones_each():
    rng = np.random.default_rng(1)
    column = rng.standard_normal((200, 1))
    same = _simultaneous.family([column - column.mean()] * 1)
    assert same.critical(0.01) == pytest.approx(_simultaneous.normal_critical(0.01))
    copies = _simultaneous.family([np.repeat(column - column.mean(), 5, axis=1)])
    assert copies.critical(0.01) == pytest.approx(_simultaneous.normal_critical(0.01), rel=1e-6)
    apart = _simultaneous.Family(5, np.zeros(4))
    assert apart.critical(0.01) == pytest.approx(_simultaneous.normal_critical(0.01 / 5), rel=1e-3)


def test_points_without_variance_are_harmless():
    values = np.random.default_rng(2).standard_normal((50, 3)) * [1.0, 0.0, 2.0]
    assert math.isfinite(_simultaneous.family([values]).critical(0.01))


def test_thousands_of_points_use_the_plain_bound():
    many = _simultaneous.family([np.zeros((50, 2001))])
    assert many.edges.size == 0
    assert many.critical(0.01) == pytest.approx(_simultaneous.normal_critical(0.01 / 2001), rel=1e-12)


def test_the_simultaneous_bound_holds_for_a_smooth_curve():
    grid = np.linspace(0, 1, 30)
    correlation = np.exp(-(((grid[:, None] - grid) / 0.3) ** 2) / 2)
    factor = np.linalg.cholesky(correlation + 1e-9 * np.eye(30))
    largest = (np.random.default_rng(3).standard_normal((200_000, 30)) @ factor.T).max(axis=1)
    z = _simultaneous.Family(30, _simultaneous.spanning_edges(correlation)).critical(0.01)
    share = np.mean(largest > z)
    assert abs(share - 0.01) < 0.06 * 0.01 + 4 * math.sqrt(0.01 / 200_000)


@quiet
@given(trials=st.integers(1, 400), rate=st.floats(0.001, 0.999), level=st.floats(1e-4, 0.2))
def test_critical_counts(trials, rate, level):
    upper, lower = int(_binomial.upper_count(trials, rate, level)), int(_binomial.lower_count(trials, rate, level))
    weights = [math.comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(trials + 1)]
    at_least = lambda k: math.fsum(weights[k:])  # noqa: E731
    at_most = lambda k: math.fsum(weights[: k + 1]) if k >= 0 else 0.0  # noqa: E731
    edge = 1e-9
    assert at_least(upper) <= level * (1 + edge)
    assert at_least(upper - 1) > level * (1 - edge)
    assert at_most(lower) <= level * (1 + edge)
    assert at_most(lower + 1) > level * (1 - edge)


def test_binomial_tails_outside_the_range():
    assert _binomial.at_most(-1, 10, 0.3) == 0
    assert _binomial.at_most(10, 10, 0.3) == 1
    assert _binomial.at_least(0, 10, 0.3) == 1
    assert _binomial.at_least(11, 10, 0.3) == 0


def test_clopper_pearson_at_the_ends():
    low, high = _binomial.clopper_pearson(np.array([0, 20]), 20, 0.01)
    assert low[0] == 0
    assert high[0] == pytest.approx(1 - 0.01 ** (1 / 20))
    assert high[1] == 1
    assert low[1] == pytest.approx(0.01 ** (1 / 20))


def test_allocation_reaches_the_variance_and_shrinks_nothing():
    counts, spreads, sizes = np.array([50, 60, 70]), np.array([0.3, 0.2, 0.15]), [50, 100, 200]
    columns = _fit.regressors(sizes, [1.0])
    variance = lambda n: _fit.regress(np.zeros((3, 1)), (spreads**2 / n)[:, None], columns).errors[0, 0] ** 2  # noqa: E731
    target = variance(counts) / 7
    larger = _fit.allocate(counts, spreads, sizes, [1.0], target)
    assert np.all(larger >= counts)
    assert variance(larger) <= target
    assert variance(larger - 2) > target


@pytest.mark.parametrize("count", [3, 4, 50])
def test_moments_are_the_unbiased_ones(count):
    from scipy import stats

    trials = np.random.default_rng(0).exponential(size=(count, 2))
    found = _interval.moments(trials)
    assert np.allclose(found.variance, np.var(trials, axis=0, ddof=1), rtol=1e-13)
    assert np.allclose(found.third_cumulant, stats.kstat(trials, 3, axis=0), rtol=1e-12)
