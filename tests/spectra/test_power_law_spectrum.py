"""Spectrum.power_law: finite and infinite, sums in closed form, sentences."""

import math

import mpmath
import numpy as np
import pytest

from theorysim.errors import DomainError
from theorysim.spectra import Spectrum


def test_finite_power_law():
    spectrum = Spectrum.power_law(1.5, 4, signal_exponent=2)
    np.testing.assert_allclose(spectrum.eigenvalues, [1, 2**-1.5, 3**-1.5, 1 / 8], rtol=1e-15)
    np.testing.assert_allclose(spectrum.signal * (1 + 1 / 4 + 1 / 9 + 1 / 16), [1, 1 / 4, 1 / 9, 1 / 16], rtol=1e-15)
    assert (spectrum.rank, spectrum.tail) == (4, 0.0)
    assert Spectrum.power_law(0.5, 3).total_signal == 0.0


@pytest.mark.parametrize("exponent", [1.01, 1.2, 1.5, 2.0, 3.0, 6.0, 20.0, 60.0, 300.0])
def test_the_infinite_power_law_has_the_trace_zeta(exponent):
    spectrum = Spectrum.power_law(exponent, signal_exponent=1.4)
    assert spectrum.trace == pytest.approx(float(mpmath.zeta(exponent)), rel=1e-14)
    assert spectrum.rank == math.inf
    assert spectrum.total_signal == pytest.approx(1.0, rel=1e-14)
    assert np.all(spectrum.multiplicities >= 0)


def listed_sum(spectrum, kappa):
    terms = spectrum.multiplicities * (spectrum.eigenvalues / (spectrum.eigenvalues + kappa))
    return math.fsum(terms) + spectrum.tail / kappa


@pytest.mark.parametrize("kappa", [10.0, 1e-2, 1e-6, 1e-20, 1e-200])
def test_learned_modes_of_the_infinite_square_law(kappa):
    x = math.pi / math.sqrt(kappa)
    assert listed_sum(Spectrum.power_law(2.0), kappa) == pytest.approx(x / math.tanh(x) / 2 - 0.5, rel=1e-14)


@pytest.mark.parametrize("exponent", [1.1, 1.5, 3.0, 10.0, 40.0])
@pytest.mark.parametrize("kappa", [3.0, 1e-4, 1e-12, 1e-40])
def test_learned_modes_by_the_expansion_at_small_kappa_or_by_summation(exponent, kappa):
    with mpmath.workdps(30):
        if kappa > 1e-4 or exponent > 5:
            last = 2 * int(mpmath.mpf(kappa) ** (-1 / exponent)) + 40
            head = mpmath.fsum(1 / (1 + kappa * mpmath.mpf(i) ** exponent) for i in range(1, last))
            tail = mpmath.fsum(
                (-1) ** k * mpmath.mpf(kappa) ** -(k + 1) * mpmath.zeta(exponent * (k + 1), last) for k in range(100)
            )
            expected = head + tail
        else:
            angle = mpmath.pi / exponent
            expected = angle / mpmath.sin(angle) * mpmath.mpf(kappa) ** (-1 / mpmath.mpf(exponent)) - 0.5
            expected += mpmath.fsum((-1) ** k * mpmath.zeta(-k * exponent) * kappa**k for k in range(1, 6))
    assert listed_sum(Spectrum.power_law(exponent), kappa) == pytest.approx(float(expected), rel=1e-13)


def test_signal_of_the_infinite_power_law():
    spectrum = Spectrum.power_law(1.7, signal_exponent=2.4)
    kappa = 1e-4
    unlearned = kappa / (spectrum.eigenvalues + kappa)
    with mpmath.workdps(20):
        energy = mpmath.nsum(
            lambda i: i**-2.4 * (kappa / (i**-1.7 + kappa)) ** 2, [1, mpmath.inf], method="euler-maclaurin"
        ) / mpmath.zeta(2.4)
    assert math.fsum(spectrum.signal * unlearned**2) == pytest.approx(float(energy), rel=1e-11)


@pytest.mark.parametrize(
    ("arguments", "named", "words"),
    [
        ((1.0,), {}, r"exponent must be above 1 for an infinite spectrum \(or give size=\), got 1.0"),
        ((0.0, 5), {}, r"exponent must be in \(0, inf\)"),
        ((math.nan, 5), {}, "exponent must be a finite real number"),
        (("2", 5), {}, "exponent must be a finite real number"),
        ((2.0, 0), {}, "size must be a positive integer or None"),
        ((2.0, 10.5), {}, "size must be a positive integer or None"),
        ((2.0,), {"signal_exponent": 1.0}, "signal_exponent must be above 1 for an infinite spectrum"),
        ((2.0, 5), {"signal_exponent": math.inf}, "signal_exponent must be a finite real number"),
    ],
)
def test_bad_arguments_are_told(arguments, named, words):
    with pytest.raises(DomainError, match=f"^spectra.Spectrum.power_law: {words}"):
        Spectrum.power_law(*arguments, **named)
