"""ridge.kappa: reference values, the rank, gaps, scales of 340 decades, tails, devices, and what is refused."""

import json
import math
from fractions import Fraction
from pathlib import Path

import array_api_strict
import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import arrays
from theorysim.errors import DomainError
from theorysim.ridge import kappa, risk
from theorysim.spectra import Spectrum

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "ridge_kappa.json").read_text())
DEVICE = array_api_strict.Device("device1")


def on_device(values):
    return array_api_strict.asarray(np.asarray(values, dtype=np.float64), device=DEVICE)


def moved(spectrum):
    """Return the same spectrum on the second device of array-api-strict."""
    values = (spectrum.eigenvalues, spectrum.multiplicities, spectrum.signal)
    return Spectrum(*map(on_device, values), spectrum.tail)


def exact(eigenvalues, multiplicities, n_samples, ridge, digits=60):
    """Return kappa in many digits, by bisection in its logarithm on the equation as it is written."""
    with mpmath.workdps(digits):
        levels = [(mpmath.mpf(float(e)), mpmath.mpf(float(m))) for e, m in zip(eigenvalues, multiplicities)]
        n, ridge = mpmath.mpf(float(n_samples)), mpmath.mpf(float(ridge))

        def excess(t):
            at = mpmath.exp(t)
            return mpmath.fsum(m * e / (e + at) for e, m in levels) + ridge / at - n

        high = mpmath.log((mpmath.fsum(m * e for e, m in levels) + ridge) / n)
        low = high - 1
        while excess(low) < 0:
            low -= 2 * (high - low)
        for _ in range(int(digits * 3.4) + 20):
            middle = (low + high) / 2
            low, high = (middle, high) if excess(middle) > 0 else (low, middle)
        return float(mpmath.exp(high))


@pytest.mark.parametrize("row", REFERENCE["power_laws"], ids=lambda row: f"{row['id']}-{row['spectrum']['exponent']}")
def test_reference_values(row):
    spectrum = Spectrum.power_law(**row["spectrum"])
    found = risk(spectrum, row["n_samples"], ridge=row["ridge"])
    assert kappa(spectrum, row["n_samples"], ridge=row["ridge"]) == found.kappa
    for name, value in row["expected"].items():
        assert getattr(found, name) == pytest.approx(value, rel=row["rtol"])
        short = risk(spectrum.compress(), row["n_samples"], ridge=row["ridge"])
        assert getattr(short, name) == pytest.approx(value, rel=row["rtol"])


@pytest.mark.parametrize("row", REFERENCE["sphere"]["rows"], ids=lambda row: f"n={row['n_samples']:g}")
def test_multiplicities_of_1e300(row):
    """Eigenvalues of 1e-340 are beyond floats: everything is scaled by 1e150."""
    d, scale = REFERENCE["sphere"]["dimension"], 150
    counts = [1] + [
        (2 * degree + d - 2) * math.comb(degree + d - 3, degree - 1) // degree
        for degree in range(1, REFERENCE["sphere"]["degrees"])
    ]
    eigenvalues = [float(Fraction(10**scale, 2 ** (degree + 1) * count)) for degree, count in enumerate(counts)]
    spectrum = Spectrum(eigenvalues, [float(count) for count in counts])
    assert spectrum.rank > 3e300
    found = risk(spectrum, row["n_samples"], ridge=row["ridge"] * 10.0**scale)
    assert math.log(found.kappa) - scale * math.log(10) == pytest.approx(row["log_kappa"], rel=row["rtol"])
    assert found.overfitting_coefficient == pytest.approx(row["overfitting_coefficient"], rel=row["rtol"])


@pytest.mark.parametrize(
    ("eigenvalues", "multiplicities", "n_samples", "ridge"),
    [
        ([3.0, 2.0, 1.0], [1, 1, 1], 2, 0.0),
        ([3.0, 2.0, 1.0], [1, 1, 1], 2, 0.1),
        ([3.0, 2.0, 1.0], [1, 1, 1], 3, 1e-30),
        ([3.0, 2.0, 1.0], [1, 1, 1], 3 + 1e-9, 1e-20),
        ([3.0, 2.0, 1.0], [1, 1, 1], 3 - 1e-9, 0.0),
        ([3.0, 2.0, 1.0], [1, 1, 1], 4, 1e-200),
        ([1.0], [5.0], 1e-3, 0.0),
        ([1.0], [5.0], 4.999, 0.0),
        ([1.0], [5.0], 5, 1e-8),
        ([1.0, 1e-20], [10, 1000], 10, 0.0),
        ([1.0, 1e-20], [10, 1000], 10, 1e-25),
        ([1.0, 1e-20], [10, 1000], 9.999, 0.0),
        ([1.0, 1e-20], [10, 1000], 10.001, 0.0),
        ([1.0, 1e-10, 1e-40], [3, 2, 5], 5, 0.0),
        ([1.0, 1e-250], [1, 1e200], 50, 0.0),
        ([1e-170, 1e-172], [2, 3], 3, 1e-180),
        ([1e170, 1e160], [2, 3], 3, 1e150),
        ([1e-150, 1e-160], [1e280, 1e285], 1e-60, 0.0),
        ([1.0, 1e-300], [1.0, 1e300], 0.5, 1e-290),
    ],
)
def test_gaps_thresholds_and_extremes_to_the_last_digits(eigenvalues, multiplicities, n_samples, ridge):
    spectrum = Spectrum(eigenvalues, multiplicities)
    expected = exact(eigenvalues, multiplicities, n_samples, ridge, digits=300)
    assert kappa(spectrum, n_samples, ridge=ridge) == pytest.approx(expected, rel=4e-15)
    values = kappa(moved(spectrum), on_device([n_samples]), ridge=ridge)
    assert float(arrays.to_host(values)[0]) == pytest.approx(expected, rel=4e-15)


def test_steep_spectra_have_roots_of_1e_minus_19_and_below():
    spectrum = Spectrum.power_law(8.0, 300)
    found = kappa(spectrum, 250)
    assert 1e-20 < found < 1e-18
    assert found == pytest.approx(exact(spectrum.eigenvalues, np.ones(300), 250, 0.0), rel=1e-14)


def test_zeros_are_dropped_and_nan_never_reaches_the_solver():
    for ridge in (0.0, 0.1):
        assert kappa(Spectrum([3.0, 2.0, 1.0, 0.0, 0.0]), 2, ridge=ridge) == kappa(
            Spectrum([3.0, 2.0, 1.0]), 2, ridge=ridge
        )
        with pytest.raises(ValueError, match="nan"):
            kappa(Spectrum([3.0, 2.0, math.nan]), 2, ridge=ridge)


@pytest.mark.parametrize(("multiplicity", "n_samples", "ridge"), [(400, 200, 2.0), (5, 5, 1e-12), (1e300, 3e299, 1.0)])
def test_equal_eigenvalues_have_a_closed_form(multiplicity, n_samples, ridge):
    """The positive root of n kappa^2 - (ridge + lambda (p - n)) kappa - ridge lambda = 0."""
    with mpmath.workdps(700):
        eigenvalue, p, n, delta = map(mpmath.mpf, (0.7, multiplicity, n_samples, ridge))
        linear = delta + eigenvalue * (p - n)
        expected = float((linear + mpmath.sqrt(linear**2 + 4 * n * delta * eigenvalue)) / (2 * n))
    assert kappa(Spectrum([0.7], [multiplicity]), n_samples, ridge=ridge) == pytest.approx(expected, rel=4e-15)


def test_without_ridge_kappa_is_0_from_the_rank_on():
    spectrum = Spectrum([3.0, 2.0, 1.0, 0.0])
    assert kappa(spectrum, [2.0, 3.0, 5.0])[1:].tolist() == [0.0, 0.0]
    assert kappa(spectrum, 3 - 1e-15 * 3) > 0
    assert kappa(Spectrum([1.0, 0.5], tail=1e-3), 5) > 0


def test_a_tail_is_a_ridge_in_the_equation():
    spectrum = Spectrum([1.0, 0.5, 0.2], [2, 3, 4], tail=0.03)
    plain = Spectrum([1.0, 0.5, 0.2], [2, 3, 4])
    for n in (0.5, 5, 9, 20):
        assert kappa(spectrum, n, ridge=0.01) == pytest.approx(kappa(plain, n, ridge=0.04), rel=1e-15)
    assert kappa(Spectrum([0.0], tail=2.0), 4) == 0.5


def test_a_curve_of_1246064_samples_needs_the_spectrum_only():
    spectrum = Spectrum.power_law(1.5, 1_246_064)
    n = np.array([1e3, 1e5, 1_246_063.0])
    found = kappa(spectrum, n)
    assert found[2] == pytest.approx(1_246_064**-1.5 / 1_246_063, rel=1e-5)
    assert np.all(np.diff(found) < 0)


@pytest.mark.parametrize("exponent", [-170, -100, 100, 170])
def test_it_scales_with_the_spectrum(exponent):
    spectrum, factor = Spectrum.power_law(1.3, 50), 10.0**exponent
    scaled = Spectrum(spectrum.eigenvalues * factor)
    n, ridge = np.array([0.1, 7.0, 49.9, 50.0, 60.0])[:, None], np.array([0.0, 1e-30, 1e-3, 1e9])
    found, expected = kappa(scaled, n, ridge=ridge * factor), kappa(spectrum, n, ridge=ridge)
    np.testing.assert_allclose(found / factor, expected, rtol=4e-15)


levels = st.integers(1, 40).flatmap(
    lambda count: st.tuples(
        st.lists(st.floats(-60, 60), min_size=count, max_size=count),
        st.lists(st.sampled_from([1.0, 2.0, 0.3, 1e3, 1e20]), min_size=count, max_size=count),
    )
)


@given(levels=levels, share=st.floats(1e-6, 1.5), log_ridge=st.one_of(st.none(), st.floats(-90, 90)))
@settings(derandomize=True, deadline=None, max_examples=50)
def test_learned_modes_and_ridge_add_up_to_the_samples(levels, share, log_ridge):
    logarithms, multiplicities = map(np.asarray, levels)
    spectrum = Spectrum(np.exp(logarithms), multiplicities)
    n, ridge = share * spectrum.rank, 0.0 if log_ridge is None else math.exp(log_ridge)
    found = kappa(spectrum, n, ridge=ridge)
    if ridge == 0 and n >= spectrum.rank:
        assert found == 0
        return
    learned = math.fsum(spectrum.multiplicities * (spectrum.eigenvalues / (spectrum.eigenvalues + found)))
    assert learned + ridge / found == pytest.approx(n, rel=1e-13)
    on_second = kappa(moved(spectrum), n, ridge=ridge)
    assert float(arrays.to_host(on_second)) == pytest.approx(found, rel=1e-13)


@given(levels=levels, share=st.floats(1e-6, 1.5), log_ridge=st.floats(-90, 90))
@settings(derandomize=True, deadline=None, max_examples=50)
def test_it_falls_with_samples_and_rises_with_ridge(levels, share, log_ridge):
    logarithms, multiplicities = map(np.asarray, levels)
    spectrum = Spectrum(np.exp(logarithms), multiplicities)
    n = share * spectrum.rank * np.geomspace(0.5, 2, 7)
    table = kappa(spectrum, n[:, None], ridge=np.concatenate([[0.0], np.exp(log_ridge + np.linspace(-2, 2, 7))]))
    assert np.all(np.diff(table, axis=0) <= 1e-14 * table[:-1])
    assert np.all(np.diff(table, axis=1) >= -1e-14 * table[:, 1:])


@pytest.mark.parametrize(("exponent", "ridge"), [(1.01, 1e-14), (1.5, 1e-3), (4.0, 0.0), (6.0, 0.0)])
def test_curves_on_long_spectra_agree_with_single_values_and_with_the_device(exponent, ridge):
    """From 16 points on the compressed spectrum is used; single values are sums over all levels."""
    spectrum = Spectrum.power_law(exponent, 5000)
    n = np.geomspace(1, 4999, 20)
    curve = kappa(spectrum, n, ridge=ridge)
    one_by_one = [kappa(spectrum, value, ridge=ridge) for value in n]
    np.testing.assert_allclose(curve, one_by_one, rtol=2e-14)
    second = kappa(moved(spectrum), on_device(n[::5]), ridge=ridge)
    np.testing.assert_allclose(arrays.to_host(second), one_by_one[::5], rtol=1e-13)


def test_order_of_the_points_does_not_matter():
    spectrum = Spectrum.power_law(1.5, 300)
    n, ridge = np.array([250.0, 3.0, 100.0, 299.0, 400.0]), np.array([0.0, 1e-3, 10.0])[:, None]
    table = kappa(spectrum, n, ridge=ridge)
    singly = [[kappa(spectrum, a, ridge=b) for a in n] for b in ridge[:, 0]]
    np.testing.assert_allclose(table, singly, rtol=4e-15)


def test_forms_of_the_result():
    spectrum = Spectrum([3.0, 2.0, 1.0])
    assert type(kappa(spectrum, 2)) is float
    assert type(kappa(spectrum, np.float32(2))) is np.float32
    assert kappa(spectrum, np.asarray([1, 2], dtype=np.float32)).dtype == np.float32
    assert kappa(spectrum, np.asarray(2.0)).shape == ()
    assert kappa(spectrum, [[1.0], [2.0]], ridge=[0.0, 1.0, 2.0]).shape == (2, 3)
    assert kappa(spectrum, []).shape == (0,)
    assert kappa(moved(spectrum), on_device(np.zeros(0))).shape == (0,)
    second = kappa(moved(spectrum), 2, ridge=[0.0, 1.0])
    assert second.device == DEVICE
    np.testing.assert_allclose(arrays.to_host(second), kappa(spectrum, 2, ridge=[0.0, 1.0]), rtol=1e-14)


def test_elements_outside_are_nan_and_scalars_are_told():
    spectrum = Spectrum([3.0, 2.0, 1.0])
    found = kappa(spectrum, [2.0, -1.0, math.nan, math.inf, 0.0], ridge=1.0)
    assert np.isnan(found).tolist() == [False, True, True, True, True]
    for given_spectrum in (spectrum, moved(spectrum)):
        with pytest.raises(DomainError, match=r"^ridge.kappa: n_samples must be in \(0, inf\), got 0"):
            kappa(given_spectrum, 0)
        with pytest.raises(DomainError, match=r"^ridge.kappa: ridge must be in \[0, inf\), got -0.1"):
            kappa(given_spectrum, 2, ridge=-0.1)
    with pytest.raises(DomainError, match=r"^ridge.kappa: spectrum must be a spectra.Spectrum"):
        kappa([3.0, 2.0, 1.0], 2)
    with pytest.raises(DomainError, match="of shapes that broadcast"):
        kappa(spectrum, [1.0, 2.0], ridge=[1.0, 2.0, 3.0])
    with pytest.raises(DomainError, match="arrays of one library"):
        kappa(moved(spectrum), np.array([1.0, 2.0]))


def test_the_rank_is_a_threshold_to_the_last_digit():
    """The partial sums behind the solver end at the rank that the spectrum shows, whatever the order of summation."""
    rng = np.random.default_rng(3)
    for count in (3, 10, 500, 3000):
        spectrum = Spectrum(10 ** rng.uniform(-9, 9, count), 10 ** rng.uniform(0, 20, count))
        for one in (spectrum, spectrum.compress(), moved(spectrum)):
            below, at = (arrays.to_host(kappa(one, n)) for n in (np.nextafter(spectrum.rank, 0), spectrum.rank))
            assert below > 0
            assert at == 0


def test_a_kappa_beyond_the_range_of_floats_is_told():
    tiny, huge = Spectrum([1e-200]), Spectrum([1.0])
    with pytest.raises(DomainError, match=r"kappa is within the range of floats \(rescale the spectrum\)"):
        kappa(tiny, 1e120, ridge=1e-200)
    with pytest.raises(DomainError, match="within the range of floats"):
        kappa(huge, 1e-10, ridge=1e300)
    with pytest.raises(DomainError, match="within the range of floats"):
        kappa(Spectrum([3.0, 2.0], [1e70, 1e272]), 8e-197, ridge=2e-255)
    for spectrum in (tiny, moved(tiny)):
        n = [0.5, 1e120] if spectrum is tiny else on_device([0.5, 1e120])
        assert np.isnan(arrays.to_host(kappa(spectrum, n, ridge=1e-200))).tolist() == [False, True]
