"""spectra.Spectrum: order, null space, ranks of any size, sentences for bad input, devices, the compressed form."""

import math
import pickle

import array_api_strict
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorysim import arrays, montecarlo
from theorysim.errors import DomainError
from theorysim.spectra import Spectrum

DEVICE = array_api_strict.Device("device1")


def on_device(values):
    return array_api_strict.asarray(np.asarray(values, dtype=np.float64), device=DEVICE)


def test_levels_are_sorted_together_and_zeros_are_the_null_space():
    spectrum = Spectrum([1, 3, 0, 2], [2, 1, 5, 4], [0.1, 0.2, 0.4, 0.8])
    assert spectrum.eigenvalues.tolist() == [3, 2, 1, 0]
    assert spectrum.multiplicities.tolist() == [1, 4, 2, 5]
    assert spectrum.signal.tolist() == [0.2, 0.8, 0.1, 0.4]
    assert (spectrum.rank, spectrum.trace) == (7.0, 13.0)
    assert (spectrum.unlearnable_signal, spectrum.total_signal) == (0.4, 1.5)


def test_multiplicities_reach_1e300_and_a_tail_makes_the_rank_infinite():
    assert Spectrum([1.0, 1e-300], [1e300, 3e300]).rank == 4e300
    spectrum = Spectrum([1.0, 0.5], tail=0.25)
    assert (spectrum.rank, spectrum.trace, spectrum.tail) == (math.inf, 1.75, 0.25)
    assert Spectrum([0.0], tail=2.0).trace == 2.0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([3.0, 2.0, math.nan],), "eigenvalues must be finite and non-negative .*, got nan"),
        (([3.0, -1e-14],), "eigenvalues must be finite and non-negative .*, got -1e-14"),
        (([math.inf, 1.0],), "eigenvalues must be finite and non-negative .*, got inf"),
        (([],), "eigenvalues must be a list of at least one level"),
        (([[1.0]],), "eigenvalues must be a list with one entry a level"),
        ((1.0,), "eigenvalues must be a list with one entry a level"),
        ((["a"],), "eigenvalues must be real numbers"),
        (([1j],), "eigenvalues must be real numbers"),
        (([2.0, 1.0], [1.0]), r"multiplicities must be of the shape of eigenvalues, \(2,\)"),
        (([2.0, 1.0], [1.0, -1.0]), "multiplicities must be finite and non-negative"),
        (([2.0, 1.0], None, [1.0, math.nan]), "signal must be finite and non-negative .*, got nan"),
        (([2.0, 1.0], None, [1.0, 1.0, 1.0]), "signal must be of the shape of eigenvalues"),
        (([1.0], None, None, -1.0), r"tail must be a number in \[0, inf\)"),
        (([1.0], None, None, math.nan), "tail must be a number"),
        (([0.0, 0.0],), r"the trace .* must be in \(0, inf\), got 0.0"),
        (([1e300], [1e300]), "the trace .* must be in .*, got inf"),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow")
def test_bad_input_is_told_before_anything_is_solved(arguments, words):
    with pytest.raises(DomainError, match=f"^spectra.Spectrum: {words}"):
        Spectrum(*arguments)


def test_it_is_frozen_prints_shortly_and_survives_pickling():
    spectrum = Spectrum.power_law(1.5, 1000, signal_exponent=2.0)
    assert repr(spectrum) == "Spectrum(1000 levels, rank 1000, trace 2.54915, signal 1)"
    assert repr(Spectrum([1.0], tail=0.5)) == "Spectrum(1 levels, rank inf, trace 1.5, tail 0.5)"
    with pytest.raises(AttributeError):
        spectrum.tail = 1.0
    text = montecarlo.canonical_text(spectrum)
    spectrum.compress()
    copy = pickle.loads(pickle.dumps(spectrum))
    assert montecarlo.canonical_text(copy) == montecarlo.canonical_text(spectrum) == text
    assert copy.compress().rank == 1000


def test_arrays_stay_on_their_device():
    given = ([1.0, 3.0, 0.0, 2.0], [2.0, 1.0, 5.0, 4.0], [0.1, 0.2, 0.4, 0.8])
    host, spectrum = Spectrum(*given), Spectrum(*map(on_device, given))
    for name in ("eigenvalues", "multiplicities", "signal"):
        assert getattr(spectrum, name).device == DEVICE
        assert arrays.to_host(getattr(spectrum, name)).tolist() == getattr(host, name).tolist()
    assert (spectrum.rank, spectrum.trace, spectrum.unlearnable_signal) == (7.0, 13.0, 0.4)
    assert [arrays.to_host(a).tolist() for a in spectrum.positive_levels] == [[3, 2, 1], [1, 4, 2], [0, 1, 5, 7]]
    with pytest.raises(DomainError, match="arrays of one library"):
        Spectrum(on_device([1.0, 2.0]), np.ones(2))


def test_float32_and_strided_input_is_taken():
    assert Spectrum(np.asarray([1, 2], dtype=np.float32)).eigenvalues.dtype == np.float64
    assert Spectrum(np.arange(10.0)[::-2]).eigenvalues.tolist() == [9, 7, 5, 3, 1]


def sums(spectrum, kappa):
    """Return the sums of kernel ridge regression in extended precision, from the attributes as they stand."""
    values = (spectrum.eigenvalues, spectrum.multiplicities, spectrum.signal)
    eigenvalues, multiplicities, signal = (arrays.to_host(a).astype(np.longdouble) for a in values)
    kappa = np.longdouble(kappa)
    learned, unlearned = eigenvalues / (eigenvalues + kappa), kappa / (eigenvalues + kappa)
    is_positive = eigenvalues > 0
    return np.array(
        [
            np.sum(multiplicities * learned),
            np.sum(multiplicities * learned * unlearned),
            np.sum(multiplicities * learned**2),
            np.sum((multiplicities * unlearned)[is_positive]),
            np.sum(signal * unlearned**2),
            np.sum(signal * learned),
        ]
    )


@pytest.mark.parametrize("exponent", [1.01, 2.0, 6.0])
def test_compressed_power_laws_have_the_same_sums(exponent):
    spectrum = Spectrum.power_law(exponent, 20_000, signal_exponent=1.3)
    short = spectrum.compress()
    assert short.eigenvalues.shape[0] < 500
    assert (short.rank, short.tail) == (20_000, 0.0)
    for kappa in np.geomspace(spectrum.eigenvalues[-1] / 1e3, 1e3, 20):
        np.testing.assert_allclose(sums(short, kappa) / sums(spectrum, kappa), 1, rtol=0, atol=1e-14)


def test_a_million_eigenvalues_become_67_levels():
    short = Spectrum.power_law(1.01, 1_000_000).compress()
    assert short.eigenvalues.shape[0] == 67
    assert short.positive_levels[2][-1] == 1e6


@given(
    seed=st.integers(0, 10**6),
    count=st.integers(11, 3000),
    range_=st.sampled_from([0.0, 1e-12, 1e-6, 0.5, 3.0, 40.0, 500.0]),
    spread=st.sampled_from([0.0, 2.0, 100.0]),
    position=st.floats(-1.5, 1.5),
)
@settings(derandomize=True, deadline=None, max_examples=50)
def test_compression_is_exact_for_any_spectrum(seed, count, range_, spread, position):
    rng = np.random.default_rng(seed)
    eigenvalues = np.exp(range_ * rng.uniform(-1, 0, count))
    eigenvalues[rng.integers(count, size=count // 10)] = 0.0
    eigenvalues[0] = 1.0
    weights = np.exp(spread * rng.uniform(-1, 1, (2, count)))
    spectrum = Spectrum(eigenvalues, *weights)
    short = spectrum.compress()
    kappa = math.exp(range_ * (position - 0.5)) * 10.0**position
    np.testing.assert_allclose(sums(short, kappa) / sums(spectrum, kappa), 1, rtol=0, atol=1e-13)
    assert short.rank == spectrum.rank
    assert short.compress() is short
    assert short.unlearnable_signal == pytest.approx(spectrum.unlearnable_signal, rel=1e-15)


def test_compression_keeps_weights_positive_and_sums_exact_at_gaps():
    eigenvalues = np.concatenate([np.linspace(1.0, 2.0, 500), 1e-20 * np.linspace(1.0, 2.0, 700)])
    short = Spectrum(eigenvalues).compress()
    nodes, weights, partial = short.positive_levels
    assert np.all(weights > 0)
    assert partial[np.count_nonzero(nodes > 1e-10)] == 500.0
    assert partial[-1] == 1200.0


def test_compression_of_repeated_eigenvalues_is_one_level_each():
    """Both share a bin, so that their weights carry the rounding of sums of 2000 terms."""
    short = Spectrum(np.repeat([3.0, 1.0], 1000)).compress()
    np.testing.assert_allclose(short.eigenvalues, [3.0, 1.0], rtol=4e-15)
    np.testing.assert_allclose(short.multiplicities, [1000.0, 1000.0], rtol=1e-14)
    assert np.sum(short.multiplicities) == 2000


def test_short_spectra_are_their_own_compressed_form():
    for spectrum in (Spectrum([3.0, 2.0, 1.0]), Spectrum([0.0], tail=1.0), Spectrum([1.0, 1e-300])):
        assert spectrum.compress() is spectrum


def test_compression_on_a_device_stays_there():
    eigenvalues = np.geomspace(1, 1e-3, 400)
    host, short = Spectrum(eigenvalues).compress(), Spectrum(on_device(eigenvalues)).compress()
    assert short.eigenvalues.device == DEVICE
    assert arrays.to_host(short.eigenvalues).tolist() == host.eigenvalues.tolist()
