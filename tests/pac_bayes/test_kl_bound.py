"""PAC-Bayes bounds: references, their order, their minima, what makes them up, and the number of samples they need."""

import json
import math
from pathlib import Path

import array_api_strict
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, pac_bayes

ROWS = json.loads((Path(__file__).parents[1] / "reference/pac_bayes_kl_bound.json").read_text())["rows"]
POSTERIOR = {"kl_divergence": 20.0, "failure_probability": 0.05}
OF_ALL = (
    pac_bayes.kl_bound,
    pac_bayes.pinsker_bound,
    pac_bayes.quadratic_bound,
    pac_bayes.mcallester_bound,
    pac_bayes.catoni_reference,
)


def best_trade_off(q, budget):
    return 2 / (1 + np.sqrt(2 * q / budget + 1))


@pytest.mark.parametrize("row", ROWS)
def test_reference_values(row):
    q, n, delta, divergence = row["empirical_risk"], row["n_samples"], row["failure_probability"], row["kl_divergence"]
    given = {"kl_divergence": divergence, "failure_probability": delta}
    budget = (divergence + math.log(2 * math.sqrt(n) / delta)) / n
    found = {
        "kl_bound": lambda: pac_bayes.kl_bound(q, n, **given).value,
        "lower with 2 sqrt(n)": lambda: pac_bayes.kl_inverse_lower(q, budget).risk,
        "with 2 sqrt(n)": lambda: pac_bayes.kl_inverse(q, budget).risk,
        "pinsker_bound": lambda: pac_bayes.pinsker_bound(q, n, **given).value,
        "quadratic_bound": lambda: pac_bayes.quadratic_bound(q, n, **given).value,
        "mcallester_bound": lambda: pac_bayes.mcallester_bound(q, n, **given).value,
        "catoni_reference": lambda: pac_bayes.catoni_reference(q, n, **given).value,
        "thiemann_bound": lambda: pac_bayes.thiemann_bound(q, n, trade_off=best_trade_off(q, budget), **given).value,
        "catoni_grid_bound": lambda: pac_bayes.catoni_grid_bound(q, n, grid_ratio=1.0001, **given).value,
    }
    for name, expected in row["expected"].items():
        tolerance = 1e-8 if name == "catoni_grid_bound" else 1e-10
        assert found[name]() == pytest.approx(expected, rel=tolerance, abs=0), name


@pytest.mark.parametrize(
    ("c", "q", "complexity", "n", "value"),
    [(1.0, 0.1, 50.0, 1000, 0.22035673674825162), (30.0, 0.0, 3.0, 100, 0.02955446645149459)],
)
def test_catoni_at_a_fixed_temperature(c, q, complexity, n, value):
    delta = 0.05
    divergence = complexity + math.log(delta)
    got = pac_bayes.catoni_bound(
        q, n, kl_divergence=max(divergence, 0.0), failure_probability=delta, inverse_temperature=c
    )
    if divergence >= 0:
        assert got.value == pytest.approx(value, rel=1e-11)
    direct = (1 - math.exp(-c * q - (max(divergence, 0.0) - math.log(delta)) / n)) / (1 - math.exp(-c))
    assert got.value == pytest.approx(direct, rel=1e-13)


@pytest.mark.parametrize(
    ("sampled", "draws", "sampling", "divergence", "n", "delta", "upper", "with_root"),
    [
        (0.028, 150000, 0.01, 5000.0, 55000, 0.025, 0.029408890728872747, 0.16066768869065262),
        (0.3, 1000000, 0.01, 1.0, 200, 0.05, 0.30149315096084306, 0.43324118451667276),
    ],
)
def test_nested_bound(sampled, draws, sampling, divergence, n, delta, upper, with_root):
    got = pac_bayes.nested_kl_bound(
        sampled,
        n,
        n_draws=draws,
        kl_divergence=divergence,
        failure_probability=delta,
        sampling_failure_probability=sampling,
    )
    assert got.empirical_risk == pytest.approx(upper, rel=1e-12)
    published = pac_bayes.kl_inverse(got.empirical_risk, (divergence + math.log(2 * math.sqrt(n) / delta)) / n)
    assert published.risk == pytest.approx(with_root, rel=1e-11)
    assert upper < got.value < with_root
    exact = pac_bayes.kl_bound(got.empirical_risk, n, kl_divergence=divergence, failure_probability=delta)
    assert got.value == pytest.approx(exact.value, rel=1e-13)


def test_single_draw_is_the_bound_at_the_positive_part_of_the_ratio():
    ratio = np.array([-5.0, 0.0, 3.0, math.inf])
    got = pac_bayes.single_draw_bound(0.1, 500, log_density_ratio=ratio, failure_probability=0.05)
    same = pac_bayes.kl_bound(0.1, 500, kl_divergence=np.maximum(ratio, 0), failure_probability=0.05)
    assert np.array_equal(got.value, same.value)
    assert got.value[0] == got.value[1] < got.value[2] < got.value[3] == 1
    assert got.is_vacuous.tolist() == [False, False, False, True]


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.floats(0, 1), st.floats(1, 1e7), st.floats(0, 1e4), st.floats(1e-9, 0.999), st.floats(0.01, 1.99))
def test_order(q, n, divergence, delta, trade_off):
    n = float(round(n))
    given = {"kl_divergence": divergence, "failure_probability": delta}
    least = pac_bayes.kl_bound(q, n, **given)
    quadratic = pac_bayes.quadratic_bound(q, n, **given).value
    pinsker = pac_bayes.pinsker_bound(q, n, **given).value
    slack = 1 + 1e-13
    assert least.lower <= q <= least.value
    assert least.value <= min(quadratic, pinsker, 1.0) * slack
    assert quadratic <= pac_bayes.thiemann_bound(q, n, trade_off=trade_off, **given).value * slack
    assert pac_bayes.catoni_reference(q, n, **given).value <= least.value * slack
    if quadratic <= 0.25:
        assert quadratic <= pinsker * slack


def test_the_best_trade_off_gives_the_quadratic_bound():
    q, n = np.array([0.0, 0.01, 0.3]), 1000
    budget = (20 + math.log(2 * math.sqrt(n) / 0.05)) / n
    best = pac_bayes.thiemann_bound(q, n, trade_off=best_trade_off(q, budget), **POSTERIOR).value
    assert np.allclose(best, pac_bayes.quadratic_bound(q, n, **POSTERIOR).value, rtol=1e-13, atol=0)


def test_the_reference_is_the_minimum_over_temperatures():
    q, n = np.array([0.001, 0.05, 0.4])[:, None], 1000
    given = {**POSTERIOR, "inverse_temperature": np.geomspace(1e-3, 20, 4000)}
    reference = pac_bayes.catoni_reference(q[:, 0], n, **POSTERIOR).value
    least = pac_bayes.catoni_bound(q, n, **given).value.min(axis=1)
    assert np.all(reference <= least * (1 + 1e-13))
    assert np.allclose(reference, least, rtol=1e-5)


@pytest.mark.parametrize("ratio", [1.0001, 1.1, 2.0])
def test_the_grid_bound_is_the_minimum_of_its_scan(ratio):
    n, q = 1000, np.array([0.0, 0.05, 0.4, 1.0])
    got = pac_bayes.catoni_grid_bound(q, n, grid_ratio=ratio, **POSTERIOR)
    scale = np.geomspace(1.0001, n * math.exp(6), 20_000)[:, None]
    price = 2 * np.log(np.log(ratio**2 * scale) / math.log(ratio))
    exponent = scale / n * q + ratio / n * (20 - math.log(0.05) + price)
    scanned = (np.expm1(-exponent) / np.expm1(-scale / n)).min(axis=0)
    assert np.all(got.value <= scanned * (1 + 1e-12))
    assert np.allclose(got.value, scanned, rtol=1e-5)
    scale = n * got.inverse_temperature
    assert np.allclose(got.price_term, 2 * ratio / n * np.log(np.log(ratio**2 * scale) / math.log(ratio)), rtol=1e-12)
    assert np.all(scale > 1)


@pytest.mark.parametrize("bound", OF_ALL)
def test_terms_make_up_the_bound(bound):
    got = bound(0.1, 1000, **POSTERIOR)
    budget = got.divergence_term + got.price_term + got.confidence_term
    made = {
        pac_bayes.kl_bound: lambda: pac_bayes.kl_inverse(0.1, budget).risk,
        pac_bayes.catoni_reference: lambda: pac_bayes.kl_inverse(0.1, budget).risk,
        pac_bayes.pinsker_bound: lambda: 0.1 + math.sqrt(budget / 2),
        pac_bayes.quadratic_bound: lambda: (math.sqrt(0.1 + budget / 2) + math.sqrt(budget / 2)) ** 2,
        pac_bayes.mcallester_bound: lambda: 0.1 + math.sqrt(budget),
    }
    assert got.value == pytest.approx(made[bound](), rel=1e-13)
    assert got.is_vacuous is False
    assert type(got.value) is float


@pytest.mark.parametrize("bound", OF_ALL)
def test_awkward_values(bound):
    vacuous = bound(0.5, 1, kl_divergence=math.inf, failure_probability=0.5)
    assert vacuous.is_vacuous is True
    assert vacuous.value >= 1
    q = np.array([0.0, 0.1, 1.0, np.nan, 1.5], dtype=np.float32)
    single = bound(q, np.float32(100), kl_divergence=np.float32(3), failure_probability=np.float32(0.125))
    assert single.value.dtype == np.float32
    assert np.isnan(single.value).tolist() == [False, False, False, True, True]
    assert single.is_vacuous.dtype == bool
    table = bound([[0.1], [0.2]], [10, 100, 1000], **POSTERIOR)
    assert table.value.shape == (2, 3)
    assert bound(np.zeros(0), 10, **POSTERIOR).value.shape == (0,)
    device = array_api_strict.Device("device1")
    strict = bound(array_api_strict.asarray([0.1, 0.2], device=device), 100, **POSTERIOR)
    assert strict.value.device == device
    assert strict.is_vacuous.dtype == array_api_strict.bool


def test_strict_arrays_for_the_others():
    device = array_api_strict.Device("device1")
    q = array_api_strict.asarray([0.1, 0.2], device=device)
    grid = pac_bayes.catoni_grid_bound(q, 100, grid_ratio=1.1, **POSTERIOR)
    fixed = pac_bayes.catoni_bound(q, 100, inverse_temperature=1.0, **POSTERIOR)
    traded = pac_bayes.thiemann_bound(q, 100, trade_off=0.7, **POSTERIOR)
    drawn = pac_bayes.single_draw_bound(q, 100, log_density_ratio=1.0, failure_probability=0.05)
    nested = pac_bayes.nested_kl_bound(q, 100, n_draws=50, sampling_failure_probability=0.05, **POSTERIOR)
    size = pac_bayes.kl_bound_sample_size(q, 0.5, **POSTERIOR)
    for found in (grid.value, fixed.value, traded.value, drawn.value, nested.value, size):
        assert found.device == device


def test_number_of_samples():
    size = pac_bayes.kl_bound_sample_size(0.02, 0.05, kl_divergence=300.0, failure_probability=0.05)
    assert size == pytest.approx(25388.856994233363, rel=1e-9)
    reached = pac_bayes.kl_bound(0.02, size, kl_divergence=300.0, failure_probability=0.05)
    assert reached.value == pytest.approx(0.05, rel=1e-9)
    one = (300 + math.log(20)) / pac_bayes.kl(0.02, 0.05)
    assert one == pytest.approx(24952.37693509527, rel=1e-11)
    assert (10 + math.log(20)) / pac_bayes.kl(0.1, 0.1001) == pytest.approx(234061778.81225273, rel=1e-9)
    sizes = pac_bayes.kl_bound_sample_size([0.02, 0.3, 0.0], [0.01, 0.3, 0.999], **POSTERIOR)
    assert np.isinf(sizes).tolist() == [True, True, False]
    assert pac_bayes.kl_bound_sample_size(0.0, 1 - 1e-9, kl_divergence=0.0, failure_probability=0.9) == 1


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: pac_bayes.kl_bound(0.1, 0, **POSTERIOR), "kl_bound: n_samples must be in [1, inf), got 0"),
        (lambda: pac_bayes.kl_bound(0.1, 9, kl_divergence=-1, failure_probability=0.1), "kl_bound: kl_divergence must"),
        (
            lambda: pac_bayes.pinsker_bound(0.1, 9, kl_divergence=1, failure_probability=0),
            "failure_probability must be",
        ),
        (lambda: pac_bayes.thiemann_bound(0.1, 9, trade_off=2, **POSTERIOR), "trade_off must be in (0, 2), got 2"),
        (
            lambda: pac_bayes.catoni_grid_bound(0.1, 9, grid_ratio=1, **POSTERIOR),
            "grid_ratio must be in (1, inf), got 1",
        ),
        (lambda: pac_bayes.catoni_bound(0.1, 9, inverse_temperature=0, **POSTERIOR), "inverse_temperature must be in"),
        (lambda: pac_bayes.kl_bound_sample_size(0.1, 1, **POSTERIOR), "risk must be in (0, 1), got 1"),
    ],
)
def test_bad_scalars_are_a_sentence(call, sentence):
    with pytest.raises(errors.DomainError) as caught:
        call()
    assert sentence in str(caught.value)
