"""The Marchenko-Pastur law: reference values, second routes, limits, arrays, draws and the derivation."""

import fractions
import importlib.util
import json
import math
import pathlib

import array_api_strict
import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import errors, montecarlo, spectra
from theorysim.arrays import to_host
from theorysim.spectra import marchenko_pastur_laplace, marchenko_pastur_stieltjes
from theorysim.spectra.marchenko_pastur_quadrature import panel_nodes

REFERENCE = json.loads((pathlib.Path(__file__).parents[1] / "reference/spectra_marchenko_pastur.json").read_text())
RATIOS = (1e-6, 0.25, 1 - 1e-9, 1.0, 1 + 1e-9, 2.0, 1e4)
Law = spectra.MarchenkoPastur


def exact_law(ratio):
    """Return edges, atom and eigenvalue(angle) in the precision of mpmath."""
    r = mpmath.mpf(ratio)
    low, high = (1 - mpmath.sqrt(r)) ** 2, (1 + mpmath.sqrt(r)) ** 2
    return r, low, high, max(mpmath.mpf(0), 1 - 1 / r)


def exact_bulk_integral(function, ratio, panels=40):
    """Integrate a function times the density of the bulk, over angles refined towards the lower edge."""
    r, low, _, _ = exact_law(ratio)

    def integrand(angle):
        eigenvalue = low + 4 * mpmath.sqrt(r) * mpmath.sin(angle / 2) ** 2
        return 2 / mpmath.pi * mpmath.sin(angle) ** 2 * function(eigenvalue) / eigenvalue

    points = [0, *(mpmath.pi * mpmath.mpf(2) ** -k for k in range(panels, -1, -1))]
    return mpmath.quad(integrand, points, maxdegree=5)


def exact_cdf(eigenvalue, ratio):
    """Integrate the density itself over the eigenvalue, with square-root edges and no change to the angle."""
    r, low, high, atom = exact_law(ratio)

    def density(x):
        return mpmath.sqrt((high - x) * (x - low)) / (2 * mpmath.pi * r * x)

    x = mpmath.mpf(eigenvalue)
    points = [low, *(low + (x - low) * mpmath.mpf(4) ** -k for k in range(34, -1, -1))]
    return atom + mpmath.quad(density, points)


# Reference values


@pytest.mark.parametrize("row", REFERENCE["laplace"])
def test_laplace_reference(row):
    assert Law(row["ratio"]).laplace(row["time"]) == pytest.approx(row["expected"], rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("row", REFERENCE["stieltjes"])
def test_stieltjes_reference(row):
    assert Law(row["ratio"]).stieltjes(row["shift"]) == pytest.approx(row["expected"], rel=1e-13)


@pytest.mark.parametrize("row", REFERENCE["squared_decay"])
def test_mean_reference(row):
    def squared_decay(x):
        return np.where(x > 0, np.expm1(-x * row["time"]) ** 2 / np.where(x > 0, x, 1.0), 0.0)

    law = Law(row["ratio"])
    assert law.mean_universal(squared_decay, resolution=row["time"]) == pytest.approx(row["expected"], rel=1e-12)
    assert law.mean_bulk(squared_decay, resolution=row["time"]) == pytest.approx(row["expected"], rel=1e-12)


def test_cdf_with_atom_hard_edge_and_gap():
    assert Law(4.0).cdf([0.0, 0.5, 1.0, 9.0]).tolist() == [0.75, 0.75, 0.75, 1.0]
    assert Law(4.0).cdf(5.0) == pytest.approx(0.9234672298540704, rel=1e-15)
    assert Law(1.0).cdf([0.0, 1.0, 2.0, 4.0]) == pytest.approx([0.0, 0.6089977810442293, 0.8183098861837906, 1.0])
    assert Law(0.25).cdf([0.25, 1.0, 2.25]) == pytest.approx([0.0, 0.5533900812753361, 1.0], rel=1e-15)


def test_density_at_zero():
    assert Law(1.0).density(0.0) == math.inf
    assert Law([0.5, 0.999999, 1.000001, 4.0]).density(0.0).tolist() == [0.0] * 4
    assert Law(1.0).density(1e-300) * math.sqrt(1e-300) * math.pi == pytest.approx(1.0, rel=1e-15)


def test_both_gram_matrices_have_the_same_bulk():
    assert Law(4.0).cdf(5.0) == pytest.approx(0.75 + 0.25 * Law(0.25).cdf(1.25), rel=1e-15)


def test_stieltjes_where_quadrature_and_textbook_formula_fail():
    assert Law(1.0).stieltjes(1e-8) == pytest.approx(9999.5000125, rel=1e-15)
    assert Law(0.5).stieltjes(1e-20) == pytest.approx(2.0, rel=1e-15)
    assert Law(2.0).stieltjes(1e-20) == pytest.approx(5e19, rel=1e-15)
    assert Law(1e-6).stieltjes(1.0) == pytest.approx(0.500000125, rel=1e-14)


# Second routes in high precision


@pytest.mark.parametrize("ratio", RATIOS)
def test_cdf_is_the_integral_of_the_density(ratio):
    low, high = Law(ratio).support
    for share in (1e-6, 0.1, 0.6):
        x = low + share * (high - low)
        with mpmath.workdps(25):
            expected = float(exact_cdf(x, ratio))
            whole = float(exact_cdf((1 + mpmath.sqrt(mpmath.mpf(ratio))) ** 2, ratio))
        assert Law(ratio).cdf(x) == pytest.approx(expected, rel=1e-13)
        assert whole == pytest.approx(1.0, rel=1e-13)


@pytest.mark.parametrize("ratio", RATIOS)
def test_distribution_next_to_the_edges(ratio):
    """The closed form in 60 digits, at eigenvalues a fraction 1e-12 of the width away from an edge."""
    low, high = Law(ratio).support
    points = [low + 1e-9 * (high - low), low + 1e-3 * (high - low), high - 1e-12 * (high - low), np.nextafter(high, 0)]
    if abs(ratio - 1) > 1e-3:
        points.append(low + 4 * np.spacing(low))
    for x in points:
        with mpmath.workdps(60):
            r, lower, _, atom = exact_law(ratio)
            q = min(mpmath.sqrt(r), 1 / mpmath.sqrt(r))
            angle = 2 * mpmath.asin(mpmath.sqrt((mpmath.mpf(float(x)) - lower) / (4 * mpmath.sqrt(r))))
            theta = mpmath.atan(q * mpmath.sin(angle) / (1 - q * mpmath.cos(angle)))
            share = (angle + (q * mpmath.sin(angle) - (1 - q * q) * theta) / q**2) / mpmath.pi
            below, above = float(atom + (1 - atom) * share), float((1 - atom) * (1 - share))
        assert Law(ratio).cdf(x) == pytest.approx(below, rel=1e-13, abs=0)
        assert Law(ratio).survival(x) == pytest.approx(above, rel=1e-13, abs=0)


@pytest.mark.parametrize("ratio", RATIOS)
def test_density_next_to_the_edges(ratio):
    low, high = Law(ratio).support
    for x in (
        low + 1e-6 * (high - low),
        low + 0.3 * (high - low),
        np.nextafter(high, 0),
        np.nextafter(high, 0) - high / 1e9,
    ):
        with mpmath.workdps(40):
            r, lower, upper, _ = exact_law(ratio)
            point = mpmath.mpf(float(x))
            expected = float(mpmath.sqrt((upper - point) * (point - lower)) / (2 * mpmath.pi * r * point))
        assert Law(ratio).density(x) == pytest.approx(expected, rel=1e-13, abs=0)


@pytest.mark.parametrize("time", [1e-9, 1.0, 1e4])
@pytest.mark.parametrize("ratio", RATIOS)
def test_laplace_is_the_integral_of_the_decay(ratio, time):
    with mpmath.workdps(25):
        atom = exact_law(ratio)[3]
        decay = exact_bulk_integral(lambda x: mpmath.exp(-x * time), ratio)
        complement = exact_bulk_integral(lambda x: -mpmath.expm1(-x * time), ratio)
    assert Law(ratio).laplace(time) == pytest.approx(float(atom + decay), rel=1e-13, abs=1e-300)
    found = marchenko_pastur_laplace.laplace_complement(np.asarray(time), np.asarray(ratio), np, None)
    assert float(found) == pytest.approx(float(complement), rel=1e-13)


@pytest.mark.parametrize("ratio", RATIOS)
def test_weighted_laplace_is_a_bessel_function(ratio):
    for time in (1e-200, 1e-5, 0.1, 3.0, 100.0, 1e5):
        with mpmath.workdps(40):
            root = mpmath.sqrt(mpmath.mpf(ratio))
            bessel = mpmath.besseli(1, 2 * root * time) / (root * time)
            expected = float(mpmath.exp(-(1 + mpmath.mpf(ratio)) * time) * bessel)
        found = marchenko_pastur_laplace.weighted_laplace(np.asarray(time), np.asarray(ratio), np)
        tolerance = 1e-14 * (1 + abs(math.log(expected))) if expected > 1e-300 else 1.0
        assert float(found) == pytest.approx(expected, rel=tolerance, abs=1e-300)


@pytest.mark.parametrize("size", [1e9, 1e16, 1e32])
def test_weighted_laplace_at_huge_times(size):
    """At ratio 1, E[x exp(-x t)] = t^-3/2 / (2 sqrt(pi)) (1 - 3 / (16 t) + ...)."""
    found = marchenko_pastur_laplace.weighted_laplace(np.asarray(size), np.asarray(1.0), np)
    assert float(found) == pytest.approx(size**-1.5 / (2 * math.sqrt(math.pi)) * (1 - 3 / (16 * size)), rel=1e-15)
    assert Law(1.0).laplace(size) == pytest.approx((1 - 1 / (16 * size)) / math.sqrt(math.pi * size), rel=1e-15)


@pytest.mark.parametrize(("ratio", "time"), [(0.25, 400.0), (0.25, 2600.0), (0.99, 2e7), (4.0, 300.0)])
def test_laplace_keeps_its_digits_when_tiny(ratio, time):
    """Decays of e^-100 to e^-650, of which the atom is left out; one rounding of the edge costs 1e-13 there."""
    with mpmath.workdps(30):
        low = exact_law(ratio)[1]
        scaled = exact_bulk_integral(lambda x: mpmath.exp(-(x - low) * time), ratio, panels=24)
        expected = float(scaled * mpmath.exp(-low * time))
    assert 0 < expected < 1e-40
    found = Law(ratio).laplace(time) if ratio < 1 else Law(1 / ratio).laplace(ratio * time) / ratio
    assert found == pytest.approx(expected, rel=1e-13 if expected > 1e-100 else 1e-12, abs=0)


@pytest.mark.parametrize("shift", [1e-170, 1e-20, 1e-8, 1e-3, 1.0, 30.0, 1e8, 1e200])
@pytest.mark.parametrize("ratio", RATIOS)
def test_stieltjes_is_the_root_of_the_quadratic(ratio, shift):
    with mpmath.workdps(800):
        r, s = mpmath.mpf(ratio), mpmath.mpf(shift)
        b = s + 1 - r
        root = mpmath.sqrt(b * b + 4 * r * s)
        m = (root - b) / (2 * r * s)
        squared = m * (1 + r * m) / root
        atom = max(mpmath.mpf(0), 1 - 1 / r)
        bulk, bulk_squared = float(m - atom / s), squared - atom / s**2
    arguments = np.asarray(shift), np.asarray(ratio), np
    assert Law(ratio).stieltjes(shift) == pytest.approx(float(m), rel=1e-14)
    assert float(marchenko_pastur_stieltjes.bulk_stieltjes(*arguments)) == pytest.approx(bulk, rel=1e-14)
    if 1e-300 < squared < 1e300:
        assert Law(ratio).stieltjes_squared(shift) == pytest.approx(float(squared), rel=1e-14)
    if 1e-300 < bulk_squared < 1e300:
        found = marchenko_pastur_stieltjes.bulk_stieltjes_squared(*arguments)
        assert float(found) == pytest.approx(float(bulk_squared), rel=1e-14)


@pytest.mark.parametrize(
    ("ratio", "order"), [(1.0, 30), (1.0, 500), (1e-6, 300), (1e4, 70), (1 + 1e-9, 101), (0.25, 800)]
)
def test_moments_are_narayana_polynomials(ratio, order):
    r = fractions.Fraction(ratio)
    exact = sum(fractions.Fraction(math.comb(order, j) * math.comb(order - 1, j), j + 1) * r**j for j in range(order))
    assert Law(ratio).moment(order) == pytest.approx(float(exact), rel=2e-16 * (order + 10))


def test_moments_by_order():
    assert Law(1.0).moment(np.arange(6)) == pytest.approx([1, 1, 2, 5, 14, 42], rel=1e-15)
    assert Law([[0.5], [2.0]]).moment([0, 3]) == pytest.approx(np.array([[1, 2.75], [1, 11.0]]), rel=1e-15)
    assert Law(2.0).moment(2000) == math.inf


def test_quadrature_of_a_resolvent():
    for ratio in RATIOS:
        law = Law(ratio)
        for shift in (1e-8, 1e-3, 1.0):
            expected = law.stieltjes(shift)
            found = law.mean_bulk(lambda x, s=shift: 1 / (x + s), resolution=1 / shift)
            assert found == pytest.approx(expected, rel=1e-13)
            found = law.mean_universal(lambda x, s=shift: 1 / (x + s), resolution=1 / shift)
            assert found == pytest.approx(expected, rel=1e-13, abs=1e-14 / shift)


def test_quadrature_of_vectors_constants_and_singular_functions():
    times = np.array([[0.1], [1.0]])
    law = Law(0.5)
    assert law.mean_universal(lambda x: np.exp(-x * times)) == pytest.approx(law.laplace(times[:, 0]), rel=1e-14)
    assert law.mean_bulk(lambda x: np.exp(-x * times)) == pytest.approx(law.laplace(times[:, 0]), rel=1e-14)
    assert Law([0.5, 1.0, 3.0]).mean_bulk(lambda x: 1.0) == pytest.approx([1.0] * 3, rel=1e-14)
    assert Law([0.5, 1.0, 3.0]).mean_universal(lambda x: 1.0).tolist() == [1.0] * 3
    assert law.mean_bulk(lambda x: 1 / x**2) == pytest.approx(8.0, rel=1e-13)
    assert Law(2.0).mean_bulk(lambda x: 1 / x) == math.inf
    assert Law(1.0).mean_bulk(lambda x: np.sqrt(x), resolution=math.inf) == pytest.approx(8 / (3 * math.pi), rel=1e-13)


def test_panels_reach_the_scale_that_is_asked_for():
    coarse, _ = panel_nodes(np.asarray(1.0), np.asarray(1.0), np, None)
    fine, weights = panel_nodes(np.asarray([1.0, 0.5]), np.asarray([1e30, 0.0]), np, None)
    assert np.min(coarse) > 1e-8
    assert np.min(fine[0]) < 1e-32
    assert fine.shape == (2, weights.size)
    assert np.sum(weights) == pytest.approx(1.0, rel=1e-14)


# Limits


def test_limits_in_shift_and_time():
    law = Law([0.5, 1.0, 2.0])
    assert law.stieltjes(0.0).tolist() == [2.0, math.inf, math.inf]
    assert law.stieltjes_squared(0.0).tolist() == [8.0, math.inf, math.inf]
    assert law.laplace(0.0) == pytest.approx([1.0] * 3, rel=1e-15)
    assert law.laplace(math.inf).tolist() == [0.0, 0.0, 0.5]
    assert law.laplace(1e300) == pytest.approx([0.0, 1 / math.sqrt(math.pi * 1e300), 0.5], rel=1e-14)
    ratio = np.asarray([0.5, 1.0, 2.0])
    for time, expected in ((0.0, [0.0] * 3), (math.inf, [1.0, 1.0, 0.5])):
        found = marchenko_pastur_laplace.laplace_complement(np.asarray(time), ratio, np, None)
        assert found == pytest.approx(expected, rel=1e-15)
    for time, expected in ((0.0, [1.0] * 3), (math.inf, [0.0] * 3)):
        assert marchenko_pastur_laplace.weighted_laplace(np.asarray(time), ratio, np).tolist() == expected


@pytest.mark.parametrize("ratio", RATIOS)
def test_outside_the_edges(ratio):
    law = Law(ratio)
    low, high = law.support
    outside = np.array([-math.inf, -1.0, low / 2 if ratio != 1 else -1e-9, high * 1.0001, 1e300, math.inf])
    at_zero = law.atom
    assert law.density(outside).tolist() == [0.0] * 6
    below = at_zero if ratio != 1 else 0.0
    assert law.cdf(outside) == pytest.approx([0, 0, below, 1, 1, 1], rel=1e-15)
    assert law.survival(outside) == pytest.approx([1, 1, 1 - below, 0, 0, 0], rel=1e-15)


@pytest.mark.parametrize("ratio", [*RATIOS, 0.9, 0.3, 10.0])
def test_quantile_inverts_the_cdf(ratio):
    law = Law(ratio)
    probability = np.array([1e-12, 1e-3, 0.1, 0.4999, 0.5, 0.7, 0.9, 0.99995, 1 - 1e-6, 1 - 1e-13])
    found = law.quantile(probability)
    inside = probability > law.atom
    rounding = law.density(found) * np.spacing(found)
    assert np.all(np.abs(law.cdf(found) - probability)[inside] <= 1e-15 + 3 * rounding[inside])
    assert np.all(found[~inside] == 0)
    assert np.all(np.diff(found) >= 0)
    assert law.quantile(1.0) == law.support.high
    assert law.quantile(0.0) == (law.support.low if ratio <= 1 else 0.0)
    assert law.quantile(law.atom) == law.quantile(0.0)


def test_quantile_at_the_hard_edge():
    """At ratio 1 the cdf starts as 2 sqrt(x) / pi: a probability of 1e-100 has an eigenvalue near 1e-200."""
    assert Law(1.0).quantile(1e-100) == pytest.approx((math.pi / 2 * 1e-100) ** 2, rel=1e-13)


def test_support_and_atom():
    assert Law(1 + 1e-9).support.low == pytest.approx(2.5e-19, rel=1e-6)
    assert Law(1 + 1e-9).atom == pytest.approx(1e-9, rel=1e-6)
    assert Law.from_load([0.25, 1.0]).ratio.tolist() == [4.0, 1.0]
    assert repr(Law.from_load(0.5)) == "MarchenkoPastur(ratio=2.0)"


# Arrays

QUANTITIES = {
    "density": [0.5, 1.0, 2.0],
    "cdf": [0.5, 1.0, 2.0],
    "survival": [0.5, 1.0, 2.0],
    "quantile": [0.0, 0.3, 0.9],
    "moment": [0.0, 1.0, 7.0],
    "stieltjes": [1e-9, 0.1, 10.0],
    "stieltjes_squared": [1e-9, 0.1, 10.0],
    "laplace": [0.0, 1.0, math.inf],
}


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_every_form_of_input(quantity):
    values = QUANTITIES[quantity]
    column = [[0.5], [2.0]]
    table = getattr(Law(column), quantity)(values)
    assert table.shape == (2, 3)
    for row, ratio in zip(table, (0.5, 2.0)):
        scalars = [getattr(Law(ratio), quantity)(value) for value in values]
        assert all(type(value) is float for value in scalars)
        assert row == pytest.approx(scalars, rel=2e-15)
    zero_dimensional = getattr(Law(np.asarray(0.5)), quantity)(np.asarray(values[1]))
    assert isinstance(zero_dimensional, np.ndarray)
    assert zero_dimensional.shape == ()
    assert getattr(Law(0.5), quantity)([]).shape == (0,)
    assert getattr(Law(np.ones((0, 1))), quantity)(values).shape == (0, 3)
    single = getattr(Law(0.5), quantity)(np.asarray(values, dtype=np.float32))
    assert single.dtype == np.float32
    assert single == pytest.approx(getattr(Law(0.5), quantity)(np.float32(values).astype(float)), rel=1e-6)
    strict = array_api_strict.asarray(values, dtype=array_api_strict.float64, device=array_api_strict.Device("device1"))
    ratio = array_api_strict.asarray(column, dtype=array_api_strict.float64, device=array_api_strict.Device("device1"))
    elsewhere = getattr(Law(ratio), quantity)(strict)
    assert elsewhere.device == strict.device
    assert to_host(elsewhere) == pytest.approx(table, rel=1e-15, abs=1e-300)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_elements_outside_become_nan(quantity):
    values = QUANTITIES[quantity]
    found = getattr(Law([0.5, -1.0, math.nan]), quantity)(values[1])
    assert np.isnan(found).tolist() == [False, True, True]
    assert math.isnan(getattr(Law(0.5), quantity)([values[1], math.nan])[1])


def test_means_run_on_another_device():
    device = array_api_strict.Device("device1")
    law = Law(array_api_strict.asarray([0.5, 2.0], dtype=array_api_strict.float64, device=device))
    for mean in (law.mean_universal, law.mean_bulk):
        found = mean(lambda x: array_api_strict.exp(-x))
        assert found.device == device
        assert to_host(found) == pytest.approx(Law([0.5, 2.0]).laplace(1.0), rel=1e-14)
    assert to_host(law.support.high).tolist() == Law([0.5, 2.0]).support.high.tolist()


def test_large_arrays_are_done_in_blocks():
    times = np.geomspace(1e-3, 1e3, 10_000)
    assert Law(0.5).laplace(times)[[0, 5000, 9999]] == pytest.approx(
        Law(0.5).laplace(times[[0, 5000, 9999]]), rel=1e-14
    )


@pytest.mark.gpu
@pytest.mark.parametrize("quantity", QUANTITIES)
def test_on_the_device(quantity):
    import cupy

    values = QUANTITIES[quantity]
    found = getattr(Law(cupy.asarray([[0.5], [2.0]])), quantity)(cupy.asarray(values))
    assert isinstance(found, cupy.ndarray)
    assert found.get() == pytest.approx(getattr(Law([[0.5], [2.0]]), quantity)(values), rel=1e-13, abs=1e-300)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Law(0.0), "spectra.MarchenkoPastur: ratio must be in (0, inf), got 0.0."),
        (lambda: Law("half"), "spectra.MarchenkoPastur: ratio must be real numbers, got 'half'."),
        (lambda: Law.from_load(-1), "spectra.MarchenkoPastur.from_load: load must be in (0, inf), got -1."),
        (lambda: Law(1.0).quantile(1.5), "spectra.MarchenkoPastur.quantile: probability must be in [0, 1], got 1.5."),
        (lambda: Law(1.0).stieltjes(-0.1), "spectra.MarchenkoPastur.stieltjes: shift must be in [0, inf), got -0.1."),
        (lambda: Law(1.0).laplace(-1.0), "spectra.MarchenkoPastur.laplace: time must be in [0, inf], got -1.0."),
        (lambda: Law(1.0).moment(1.5), "spectra.MarchenkoPastur.moment: order must be an integer, got 1.5."),
        (lambda: Law(1.0).moment(10**6), "spectra.MarchenkoPastur.moment: order must be in [0, 100000], got 1000000."),
        (
            lambda: Law(1.0).mean_bulk(3.0),
            "spectra.MarchenkoPastur.mean_bulk: function must be callable on an array of eigenvalues, got 3.0.",
        ),
        (
            lambda: Law([0.5, 2.0]).draw(3, seed=0),
            "spectra.MarchenkoPastur.draw: size must be a shape to which the ratio's (2,) broadcasts, got 3.",
        ),
        (
            lambda: Law(0.3).simulate_eigenvalues(5, trials=1, seed=0),
            "spectra.MarchenkoPastur.simulate_eigenvalues: n_samples must be such that 0.3 n_samples is a whole number",
        ),
        (
            lambda: Law(0.5).simulate_eigenvalues(4.0, trials=1, seed=0),
            "spectra.MarchenkoPastur.simulate_eigenvalues: n_samples must be a positive integer, got 4.0.",
        ),
        (
            lambda: Law([0.5]).simulate_eigenvalues(4, trials=1, seed=0),
            "spectra.MarchenkoPastur.simulate_eigenvalues: ratio must be one number",
        ),
    ],
)
def test_bad_input_gets_a_sentence(call, sentence):
    with pytest.raises(errors.DomainError) as caught:
        call()
    assert str(caught.value).startswith(sentence)


# Properties

ratios = st.floats(1e-6, 1e6)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(ratios, st.floats(0, 1))
def test_duality(ratio, share):
    law, dual = Law(ratio), Law(1 / ratio)
    low, high = law.support
    x = low + share * (high - low)
    expected = min(1, 1 / ratio) * dual.survival(x / ratio) / min(1, ratio)
    assert law.survival(x) == pytest.approx(
        expected, abs=1e-15 + 4 * law.density(x) * np.spacing(x) if 0 < share < 1 else 1e-9
    )


@settings(derandomize=True, deadline=None, max_examples=50)
@given(ratios, st.floats(1e-6, 1e6))
def test_transforms_are_consistent(ratio, scale):
    """E[1 / (x + s)] <= E[1 / x] bounds, Jensen, and 1 = s E[1 / (x + s)] + E[x / (x + s)]."""
    law = Law(ratio)
    assert 1 / (1 + scale) <= law.stieltjes(scale) * (1 + 1e-14)
    assert math.exp(-scale) <= law.laplace(scale) * (1 + 1e-12)
    assert law.laplace(scale) >= law.atom
    rest = law.mean_bulk(lambda x: x / (x + scale), resolution=1 / scale)
    assert scale * law.stieltjes(scale) + rest == pytest.approx(1.0, rel=1e-13)


@settings(derandomize=True, deadline=None, max_examples=50)
@given(ratios, st.floats(0, 1), st.floats(0, 1))
def test_quantiles_are_ordered_and_inside(ratio, first, second):
    law = Law(ratio)
    low, high = law.quantile([min(first, second), max(first, second)])
    assert low <= high <= law.support.high * (1 + 1e-15)
    assert low == 0 or low >= law.support.low * (1 - 1e-15)


# Draws and simulation


@pytest.mark.parametrize("ratio", [1e-6, 0.3, 1.0, 4.0, 1e4])
def test_draws_follow_the_law(ratio):
    """Kolmogorov's distance of the bulk, and the number of zeros, within their 1e-4 quantiles."""
    law, count = Law(ratio), 40_000
    drawn = law.draw(count, seed=11)
    zeros = int(np.sum(drawn == 0))
    if ratio <= 1:
        assert zeros == 0
    else:
        assert abs(zeros - law.atom * count) <= 4 * math.sqrt(count * law.atom * (1 - law.atom)) + 2
    bulk = np.sort(drawn[drawn > 0])
    position = (law.cdf(bulk) - law.atom) / (1 - law.atom)
    steps = np.arange(bulk.size + 1) / max(bulk.size, 1)
    distance = max(np.max(steps[1:] - position), np.max(position - steps[:-1])) if bulk.size else 0.0
    assert distance * math.sqrt(bulk.size) < 2.23


def test_draws_are_reproducible_and_broadcast():
    law = Law([0.5, 4.0])
    table = law.draw((1000, 2), seed=3)
    assert np.array_equal(table, law.draw((1000, 2), seed=np.random.default_rng(3)))
    assert np.min(table[:, 0]) > 0
    assert 600 < np.sum(table[:, 1] == 0) < 900
    assert Law(0.5).draw(seed=1).shape == ()
    assert Law(0.5).draw((0, 2), seed=1).shape == (0, 2)


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.0])
def test_simulated_eigenvalues_are_those_of_the_gram_matrix(ratio):
    found = Law(ratio).simulate_eigenvalues(12, trials=range(3, 5), seed=7)
    n_features = round(ratio * 12)
    assert found.shape == (2, n_features)
    features = montecarlo.stream(7, 4).standard_normal((12, n_features))
    expected = np.linalg.eigvalsh(features.T @ features / 12)
    assert found[1] == pytest.approx(expected, abs=1e-13)
    assert np.sum(found[1] == 0) == max(0, n_features - 12)
    assert np.array_equal(Law(ratio).simulate_eigenvalues(12, trials=5, seed=7)[3:], found)


def test_simulation_accepts_inexact_ratios():
    assert Law(0.1).simulate_eigenvalues(30, trials=1, seed=0).shape == (1, 3)
    assert Law(1 / 3).simulate_eigenvalues(30, trials=1, seed=0).shape == (1, 10)


# Derivation


@pytest.fixture(scope="module")
def derivation():
    path = pathlib.Path(__file__).parents[2] / "derivations/spectra/marchenko_pastur.py"
    specification = importlib.util.spec_from_file_location("derivation_marchenko_pastur", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_every_step_of_the_derivation_holds(derivation):
    steps = derivation.steps()
    assert len(steps) >= 15
    assert all(holds is True for _, _, holds in steps)


@pytest.mark.parametrize("ratio", [0.5, 2.0])
def test_code_and_derivation_agree(derivation, ratio):
    expressions = derivation.expression()
    arguments = {"density": ("eigenvalue", 1.5), "cdf": ("eigenvalue", 1.5), "stieltjes": ("shift", 0.3)}
    arguments |= {"laplace": ("time", 0.7), "moment": ("order", 4)}
    for name, (argument, value) in arguments.items():
        symbols = {symbol.name: symbol for symbol in expressions[name].free_symbols}
        exact = expressions[name].subs({symbols["ratio"]: ratio, symbols[argument]: value}).doit().evalf(16)
        assert getattr(Law(ratio), name)(value) == pytest.approx(float(exact), rel=1e-13)
