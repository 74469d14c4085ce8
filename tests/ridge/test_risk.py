"""ridge.risk and simulate_risk: reference values, closed forms, thresholds, what adds up, the simulation's parts."""

import json
import math
from pathlib import Path

import array_api_strict
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import arrays, gradient_flow
from theorysim.errors import DomainError
from theorysim.ridge import Risk, kappa, risk, simulate_risk
from theorysim.spectra import Spectrum

REFERENCE = json.loads((Path(__file__).parents[1] / "reference" / "ridge_risk.json").read_text())
DEVICE = array_api_strict.Device("device1")


def on_device(values):
    return array_api_strict.asarray(np.asarray(values, dtype=np.float64), device=DEVICE)


def moved(spectrum):
    """Return the same spectrum on the second device of array-api-strict."""
    values = (spectrum.eigenvalues, spectrum.multiplicities, spectrum.signal)
    return Spectrum(*map(on_device, values), spectrum.tail)


@pytest.mark.parametrize("row", REFERENCE["power_laws"], ids=lambda row: f"n={row['n_samples']}-ridge={row['ridge']:g}")
def test_reference_values(row):
    spectrum = Spectrum.power_law(**row["spectrum"])
    arguments = {"ridge": row["ridge"], "noise_variance": row["noise_variance"]}
    for one in (spectrum, spectrum.compress(), moved(spectrum)):
        found = risk(one, row["n_samples"], **arguments)
        for name, value in row["expected"].items():
            assert float(arrays.to_host(getattr(found, name))) == pytest.approx(value, rel=row["rtol"])


def test_isotropic_features_above_the_rank():
    spectrum = Spectrum(np.full(100, 0.01), signal=np.full(100, 0.3))
    found = risk(spectrum, 200, noise_variance=0.25)
    assert found == Risk(
        pytest.approx(0.5, rel=1e-14),
        pytest.approx(0.125, rel=1e-14),
        0.0,
        pytest.approx(0.25, rel=1e-14),
        0.0,
        2.0,
        1.0,
    )


def test_three_modes_without_ridge_at_and_above_the_rank():
    spectrum = Spectrum([3.0, 2.0, 1.0], signal=[1.0, 1.0, 1.0])
    above = risk(spectrum, 5, noise_variance=1.0)
    assert above.test == pytest.approx(2.5, rel=1e-15)
    assert (above.kappa, above.bias, above.overfitting_coefficient) == (0.0, 0.0, 2.5)
    at = risk(spectrum, 3, noise_variance=1.0)
    assert at == Risk(math.inf, 0.0, 0.0, math.inf, 0.0, math.inf, 1.0)


def test_the_threshold_without_noise_is_the_limit_from_both_sides():
    spectrum = Spectrum([3.0, 2.0, 1.0], signal=[1.0, 0.5, 2.0])
    at = risk(spectrum, 3)
    assert (at.test, at.train, at.variance, at.overfitting_coefficient) == (0.0, 0.0, 0.0, math.inf)
    below = risk(spectrum, 3 - 1e-8)
    assert 0 < below.test < 1e-7
    assert risk(spectrum, 3 + 1e-8).test == 0
    assert risk(spectrum, 3, ridge=1e-18).test < 1e-8
    unlearnable = Spectrum([3.0, 2.0, 1.0, 0.0], signal=[1.0, 0.5, 2.0, 0.1])
    assert risk(unlearnable, 3).test == math.inf


def test_the_threshold_is_finite_with_the_smallest_ridge():
    found = risk(Spectrum.power_law(2.0, 100), 100, ridge=1e-30, noise_variance=1.0)
    assert found.overfitting_coefficient == pytest.approx(85958121090161.27, rel=1e-12)
    assert found.test == pytest.approx(85958121090161.27, rel=1e-12)


def test_energy_at_eigenvalue_0_is_noise_that_is_also_bias():
    inside = Spectrum([3.0, 2.0, 1.0], signal=[1.0, 0.5, 2.0])
    beyond = Spectrum([3.0, 2.0, 1.0, 0.0], signal=[1.0, 0.5, 2.0, 0.25])
    for n in (2, 5):
        noisy, lost = risk(inside, n, ridge=0.1, noise_variance=0.35), risk(beyond, n, ridge=0.1, noise_variance=0.1)
        for name in ("test", "train", "variance", "kappa", "overfitting_coefficient"):
            assert getattr(lost, name) == pytest.approx(getattr(noisy, name), rel=1e-14)
        assert lost.bias == pytest.approx(noisy.bias + 0.25, rel=1e-14)
        assert lost.learnability == pytest.approx(noisy.learnability * 3.5 / 3.75, rel=1e-14)


def test_a_tail_is_a_ridge_but_not_in_the_training_risk():
    arguments = {"signal": [1.0, 0.5, 2.0]}
    tailed, plain = Spectrum([3.0, 2.0, 1.0], tail=0.3, **arguments), Spectrum([3.0, 2.0, 1.0], **arguments)
    one, other = (risk(s, 2, ridge=r, noise_variance=0.1) for s, r in ((tailed, 0.2), (plain, 0.5)))
    assert one._replace(train=0.0) == pytest.approx(other._replace(train=0.0), rel=1e-14)
    assert one.train == pytest.approx(other.train * (0.2 / 0.5) ** 2, rel=1e-14)
    assert risk(tailed, 2, noise_variance=0.1).train == 0.0


@pytest.mark.parametrize("ratio", [0.3, 0.999, 1.0, 2.5])
@pytest.mark.parametrize("ridge_per_sample", [1e-6, 0.1, 30.0])
def test_isotropic_spectra_agree_with_ridge_regression_on_marchenko_pastur_eigenvalues(ratio, ridge_per_sample):
    """A second route: the closed averages of gradient_flow.ridge_risk, for weights of total variance 2."""
    n_features = 1000.0
    spectrum = Spectrum([1.0], [n_features], [2.0])
    n_samples = n_features / ratio
    found = risk(spectrum, n_samples, ridge=ridge_per_sample * n_samples, noise_variance=0.5)
    expected = gradient_flow.ridge_risk(
        n_samples / n_features, ridge_per_sample=ridge_per_sample, signal_variance=2.0, noise_variance=0.5
    )
    assert found.test == pytest.approx(expected.test, rel=1e-12)
    assert found.train == pytest.approx(expected.train, rel=1e-12)


def test_the_ridge_is_that_of_the_sum_not_of_the_mean():
    """White features, 200 samples, twice as many features: a ridge of 0.01 per sample is 2 here."""
    spectrum = Spectrum([1.0], [400], [1.0])
    found = risk(spectrum, 200, ridge=2.0, noise_variance=0.25)
    assert found.kappa == pytest.approx(1.019805788623244, rel=1e-14)
    assert found.test - 0.25 == pytest.approx(0.7405233818318664, rel=1e-14)
    assert risk(spectrum, 200, noise_variance=0.25).test - 0.25 == pytest.approx(0.75, rel=1e-14)
    misread = risk(spectrum, 200, ridge=2.0 * 200, noise_variance=0.25)
    assert misread.test - 0.25 == pytest.approx(0.7010221094612908, rel=1e-14)


def test_integers_of_any_size_and_read_only_arrays_are_taken():
    spectrum = Spectrum([3.0, 2.0, 1.0], signal=[1.0, 1.0, 1.0])
    for n in (2**53 + 1, 2**63, 2**64, 2**70, 10**30):
        found = risk(spectrum, n, ridge=1.0, noise_variance=1.0)
        assert found.kappa == pytest.approx(1 / n, rel=1e-15)
        assert found.variance == pytest.approx(3 / n, rel=1e-14)
    fixed = np.broadcast_to(np.float64(2.0), (4,))
    assert risk(spectrum, fixed, ridge=fixed).test.tolist() == [risk(spectrum, 2.0, ridge=2.0).test] * 4


@pytest.mark.parametrize("exponent", [1.5, 2.0, 3.0])
def test_the_overfitting_coefficient_of_a_power_law_tends_to_its_exponent(exponent):
    """The asymptote exponent n / (n + 1/2) of the infinite spectrum; at exponent 1.01 it holds much later."""
    n = np.array([30.0, 300.0, 3e4])
    found = risk(Spectrum.power_law(exponent), n).overfitting_coefficient
    assert np.all(np.abs(found / (exponent * n / (n + 0.5)) - 1) < [2e-3, 1e-5, 1e-8])


def test_huge_ridge_learns_nothing():
    found = risk(Spectrum([2.0, 1.0], signal=[1.0, 3.0]), 7, ridge=1e140, noise_variance=0.5)
    assert (found.test, found.train, found.bias) == pytest.approx((4.5, 4.5, 4.0), rel=1e-15)
    assert found.variance == pytest.approx(4.5 * 5e-280 * 7, rel=1e-14)
    assert found.learnability == pytest.approx(5 / 4 * 7e-140, rel=1e-14)


def test_products_of_huge_and_tiny_factors_stay_in_range():
    """Eigenvalue x signal, and multiplicity x kappa, are beyond floats; no sum may form them on its way."""
    eigenvalues, signal, at = [1e140, 1e90], [1e-300, 1e249], 1e160
    spectrum = Spectrum(eigenvalues, signal=signal)
    found = risk(spectrum, 1e-20, noise_variance=1.0)
    assert found.kappa == pytest.approx(at, rel=1e-14)
    assert found.learnability == pytest.approx(1e-70, rel=1e-14)
    tiny = risk(Spectrum([1e-160, 1e-170], signal=[1e-200, 1e-180]), 1.0, ridge=1e-150)
    assert tiny.learnability == pytest.approx(2e-20 * 0.5, rel=1e-9)
    many = risk(Spectrum([1e-150], [1e280], [1.0]), 1e-60, noise_variance=1.0)
    assert many.kappa == pytest.approx(1e190, rel=1e-14)
    assert many.test == 2.0


def test_few_samples_learn_nothing():
    found = risk(Spectrum([2.0, 1.0], signal=[1.0, 3.0]), 1e-12, noise_variance=0.5)
    assert found.test == pytest.approx(4.5, rel=1e-11)
    assert found.overfitting_coefficient == pytest.approx(1, rel=1e-11)


def test_without_signal_the_learnability_is_nan():
    found = risk(Spectrum([2.0, 1.0]), [1.0, 5.0], noise_variance=1.0)
    assert np.all(np.isnan(found.learnability))
    assert np.all(np.isfinite(found.test))
    assert math.isnan(float(arrays.to_host(risk(moved(Spectrum([2.0, 1.0])), 1).learnability)))


@given(
    logarithms=st.lists(st.floats(-40, 40), min_size=1, max_size=30),
    share=st.floats(1e-3, 1.5),
    log_ridge=st.one_of(st.none(), st.floats(-60, 60)),
    noise=st.sampled_from([0.0, 1e-9, 0.3]),
)
@settings(derandomize=True, deadline=None, max_examples=50)
def test_parts_add_up_and_signs_are_right(logarithms, share, log_ridge, noise):
    eigenvalues = np.exp(logarithms)
    spectrum = Spectrum(eigenvalues, np.full(eigenvalues.size, 3.0), np.sqrt(eigenvalues))
    n, ridge = share * spectrum.rank, 0.0 if log_ridge is None else math.exp(log_ridge)
    found = risk(spectrum, n, ridge=ridge, noise_variance=noise)
    assert found.test == found.bias + found.variance + noise
    assert min(found.train, found.bias, found.variance, found.learnability) >= 0
    assert found.learnability <= 1 + 1e-15
    assert found.train <= found.test * (1 + 1e-12) or found.test == 0
    assert found.overfitting_coefficient >= 1 - 1e-14
    assert found.kappa == kappa(spectrum, n, ridge=ridge)
    if 0 < found.test < math.inf:
        assert found.overfitting_coefficient * (found.bias + noise) == pytest.approx(found.test, rel=1e-12)
    second = risk(moved(spectrum), n, ridge=ridge, noise_variance=noise)
    np.testing.assert_allclose([float(arrays.to_host(leaf)) for leaf in second], found, rtol=1e-12, atol=1e-300)


@pytest.mark.parametrize("factor", [1e-170, 1e170])
def test_eigenvalues_and_ridge_scale_together(factor):
    spectrum = Spectrum.power_law(1.5, 60, signal_exponent=1.2)
    scaled = Spectrum(spectrum.eigenvalues * factor, signal=spectrum.signal)
    n, ridge = np.array([0.1, 20.0, 60.0, 70.0])[:, None], np.array([1e-12, 1e-2, 10.0])
    found, expected = (
        risk(scaled, n, ridge=ridge * factor, noise_variance=0.1),
        risk(spectrum, n, ridge=ridge, noise_variance=0.1),
    )
    for name in Risk._fields:
        unit = factor if name == "kappa" else 1.0
        np.testing.assert_allclose(getattr(found, name) / unit, getattr(expected, name), rtol=1e-13)


def test_long_spectra_give_the_same_risk_compressed():
    spectrum = Spectrum.power_law(1.2, 20_000, signal_exponent=1.4)
    n = np.geomspace(1, 3e4, 20)
    curve = risk(spectrum, n, ridge=1e-8, noise_variance=0.1)
    for i in range(0, 20, 3):
        one = risk(spectrum, n[i], ridge=1e-8, noise_variance=0.1)
        np.testing.assert_allclose([leaf[i] for leaf in curve], one, rtol=1e-12)


def test_forms_of_the_result():
    spectrum = Spectrum([3.0, 2.0, 1.0], signal=[1.0, 1.0, 1.0])
    assert all(type(leaf) is float for leaf in risk(spectrum, 2, ridge=0.1, noise_variance=0.1))
    assert risk(spectrum, np.float32(2)).test.dtype == np.float32
    table = risk(spectrum, [[2.0], [4.0]], ridge=[0.0, 1.0], noise_variance=np.ones((3, 1, 1)))
    assert all(leaf.shape == (3, 2, 2) for leaf in table)
    assert risk(spectrum, []).test.shape == (0,)
    second = risk(moved(spectrum), on_device([2.0, 4.0]), ridge=0.1, noise_variance=[[0.0], [1.0]])
    host = risk(spectrum, [2.0, 4.0], ridge=0.1, noise_variance=[[0.0], [1.0]])
    for here, there in zip(host, second):
        assert there.device == DEVICE
        np.testing.assert_allclose(arrays.to_host(there), here, rtol=1e-13)


def test_elements_outside_are_nan_and_scalars_are_told():
    spectrum = Spectrum([3.0, 2.0, 1.0], signal=[1.0, 1.0, 1.0])
    found = risk(spectrum, [2.0, -1.0], ridge=0.1, noise_variance=[1.0, 1.0])
    assert np.isnan(found.test).tolist() == np.isnan(found.kappa).tolist() == [False, True]
    with pytest.raises(DomainError, match=r"^ridge.risk: noise_variance must be in \[0, inf\), got -1.0"):
        risk(spectrum, 2, noise_variance=-1.0)
    with pytest.raises(DomainError, match=r"^ridge.risk: spectrum must be a spectra.Spectrum"):
        risk(np.ones(3), 2)


def test_each_trial_of_the_simulation_is_ridge_regression_on_its_features():
    """A trial is redone with dense algebra: the fits of all targets, signs of the target and noise averaged by hand."""
    spectrum = Spectrum([2.0, 1.0, 0.5, 0.0], [1, 2, 3, 4], [1.0, 0.5, 0.25, 0.125])
    n, ridge, noise = 4, 0.3, 0.2
    found = simulate_risk(spectrum, n, ridge=ridge, noise_variance=noise, trials=3, seed=5)
    from theorysim import montecarlo

    eigenvalues, energies = np.repeat([2.0, 1.0, 0.5], [1, 2, 3]), np.repeat([1.0, 0.25, 0.25 / 3], [1, 2, 3])
    for trial in range(3):
        rng = montecarlo.stream(5, trial)
        tests, trains, errors, kappas = [], [], [], []
        for _ in range(2):
            features = rng.standard_normal((n, 6))
            inverse = np.linalg.inv(features * eigenvalues @ features.T + ridge * np.eye(n))
            fit = eigenvalues[:, None] * features.T @ inverse
            error = (fit @ features - np.eye(6)) * np.sqrt(energies)
            residual = ridge * inverse @ features * np.sqrt(energies)
            level = noise + 0.125
            tests.append(np.sum(error**2) + level * np.sum(fit**2) + level)
            trains.append((np.sum(residual**2) + level * np.sum((ridge * inverse) ** 2)) / n)
            errors.append(error)
            kappas.append(1 / np.trace(inverse))
        bias = np.sum(errors[0] * errors[1]) + 0.125
        assert found.test[trial] == pytest.approx(np.mean(tests), rel=1e-10)
        assert found.train[trial] == pytest.approx(np.mean(trains), rel=1e-10)
        assert found.bias[trial] == pytest.approx(bias, rel=1e-10)
        assert found.variance[trial] == pytest.approx(np.mean(tests) - bias - noise, rel=1e-9)
        assert found.kappa[trial] == pytest.approx(np.mean(kappas), rel=1e-10)


@pytest.mark.parametrize("n_samples", [3, 6, 9])
def test_the_simulation_without_ridge_is_the_limit_of_a_small_one(n_samples):
    spectrum = Spectrum([2.0, 1.0, 0.5], [1, 2, 3], [1.0, 0.5, 0.25])
    small = simulate_risk(spectrum, n_samples, ridge=1e-11, noise_variance=0.2, trials=2, seed=1)
    zero = simulate_risk(spectrum, n_samples, ridge=0.0, noise_variance=0.2, trials=2, seed=1)
    for name in ("test", "train", "bias", "overfitting_coefficient", "learnability", "kappa"):
        np.testing.assert_allclose(getattr(zero, name), getattr(small, name), rtol=1e-6, atol=1e-10)


def test_the_simulation_broadcasts_and_its_trials_stand_alone():
    spectrum = Spectrum.power_law(1.5, 10, signal_exponent=1.5)
    arguments = {"ridge": [0.1, 1.0], "noise_variance": [[0.0], [0.5]], "seed": 3}
    table = simulate_risk(spectrum, 5, **arguments, trials=4)
    assert all(leaf.shape == (4, 2, 2) for leaf in table)
    later = simulate_risk(spectrum, 5, **arguments, trials=range(2, 4))
    np.testing.assert_array_equal(later.test, table.test[2:])
    single = simulate_risk(spectrum, 5, ridge=1.0, noise_variance=0.5, seed=3, trials=4)
    np.testing.assert_allclose(single.test, table.test[:, 1, 1], rtol=1e-13)


@pytest.mark.parametrize(
    ("spectrum", "n_samples", "named", "words"),
    [
        (Spectrum.power_law(1.5), 5, {}, "spectrum must be without tail, with integer multiplicities that add up to"),
        (Spectrum([1.0], [2.5]), 5, {}, "spectrum must be without tail, with integer multiplicities"),
        (Spectrum([1.0], [1e300]), 5, {}, "spectrum must be without tail"),
        (Spectrum([1.0]), 2.5, {}, "n_samples must be a positive integer, got 2.5"),
        (Spectrum([1.0]), 0, {}, "n_samples must be a positive integer, got 0"),
        (Spectrum([1.0]), 5, {"ridge": -1.0}, r"ridge must be in \[0, inf\)"),
        ([1.0], 5, {}, "spectrum must be a spectra.Spectrum"),
    ],
)
def test_what_cannot_be_drawn_is_told(spectrum, n_samples, named, words):
    with pytest.raises(DomainError, match=f"^ridge.simulate_risk: {words}"):
        simulate_risk(spectrum, n_samples, **named, trials=1, seed=0)
