"""The risk of kernel ridge regression, predicted from the spectrum of the kernel and the target's energy on it.

Targets y = f(x) + noise of variance noise_variance at n_samples random points; predictor K(., X) (K_XX + ridge I)^-1 y.
Level j of the kernel has eigenvalue lambda_j, multiplicity m_j and energy V_j of f (`signal`, the total of the level);
energy that the kernel cannot express sits on eigenvalue 0. L_j = lambda_j / (lambda_j + kappa) is the learnability of
a mode, kappa the effective ridge (`ridge.kappa`). All risks are mean squared errors; the test risk includes the noise.
"""

import math
from typing import NamedTuple

import numpy as np

from theorysim import arrays, errors, montecarlo
from theorysim.errors import require
from theorysim.ridge import _effective_ridge, _gaussian_features, _spectrum_arguments

__all__ = ["Risk", "risk", "simulate_risk"]


class Risk(NamedTuple):
    """The risk of kernel ridge regression and what it is made of: test = bias + variance + noise_variance.

    ``overfitting_coefficient`` is the factor by which test exceeds bias + noise_variance; ``learnability`` the share of
    the target's energy that the average predictor contains, nan without signal.
    """

    test: object
    train: object
    bias: object
    variance: object
    kappa: object
    overfitting_coefficient: object
    learnability: object


def risk(spectrum, n_samples, *, ridge=0.0, noise_variance=0.0):
    r"""Return the risk of kernel ridge regression with a given spectrum and target.

    .. math::

        R_{\mathrm{test}} = E_0 (B + \sigma^2), \quad
        R_{\mathrm{train}} = \Big(\frac{\delta}{n\kappa}\Big)^2 R_{\mathrm{test}}, \quad
        B = \sum_j (1 - L_j)^2 V_j, \quad
        E_0 = \frac{n}{n - \sum_j m_j L_j^2}, \quad
        L_j = \frac{\lambda_j}{\lambda_j + \kappa}

    Parameters
    ----------
    spectrum : spectra.Spectrum
        Eigenvalues, multiplicities, and the target's energy `signal` by level.
    n_samples : array
        n > 0, number of training points; real numbers are allowed.
    ridge : array
        delta >= 0, added to the diagonal of the Gram matrix.
    noise_variance : array
        sigma^2 >= 0, variance of the label noise.

    Returns
    -------
    Risk
        ``test``, ``train``, ``bias`` (B, the error of the average predictor), ``variance``, ``kappa``,
        ``overfitting_coefficient`` (E_0) and ``learnability`` (sum of L V / sum of V), broadcast over the arguments.

    Raises
    ------
    DomainError
        For scalars outside their ranges; array elements outside give nan. As `ridge.kappa` otherwise.

    Notes
    -----
    Published; exact for Gaussian features as n and the rank grow together, with a gap of order 1 / n at finite size.
    Energy on eigenvalue 0 acts as noise that is also part of the bias. The tail of the spectrum adds to the ridge in
    the equation for kappa and in E_0, not in the training risk.

    Without a ridge the test risk diverges at n = rank, and inf is returned (train 0); there, with neither noise nor
    energy on eigenvalue 0, it is 0, the limit from either side. Above the rank kappa = 0 and E_0 = n / (n - rank). With
    n - sum m L^2 = sum m L (1 - L) + delta / kappa nothing is computed as a difference: ``test`` is bias + variance +
    noise_variance to the last digit, and a variance of 1e-22 beside a test risk of 1 has all its digits.

    References
    ----------
    Simon, Dickens, Karkada and DeWeese (2021), arXiv:2110.03922. Bordelon, Canatar and Pehlevan (2020),
    arXiv:2002.02561. Jacot, Simsek, Spadaro, Hongler and Gabriel (2020), arXiv:2006.09796.

    Examples
    --------
    >>> from theorysim.spectra import Spectrum
    >>> result = risk(Spectrum.power_law(1.5, 400, signal_exponent=1.5), 100, ridge=0.01, noise_variance=0.09)
    >>> round(result.test, 12), round(result.overfitting_coefficient, 12)
    (0.248520766412, 1.829470762354)
    """
    xp, (n_samples, ridge, noise_variance), finish, _ = _spectrum_arguments.read(
        "ridge.risk",
        spectrum,
        n_samples=(n_samples, errors.POSITIVE),
        ridge=(ridge, errors.NON_NEGATIVE),
        noise_variance=(noise_variance, errors.NON_NEGATIVE),
    )
    short = _spectrum_arguments.short_enough(spectrum, max(math.prod(n_samples.shape), math.prod(ridge.shape)))
    kappa = _effective_ridge.solve("ridge.risk", short, n_samples, ridge, xp)
    return finish(_fields(spectrum, n_samples, ridge, noise_variance, kappa, _sums(short, kappa, xp), xp))


@np.errstate(over="ignore")
def _fields(spectrum, n_samples, ridge, noise_variance, kappa, sums, xp):
    """Return all fields from the sums at kappa; next to the rank they may overflow to inf."""
    mixed, squared, unlearned, learned = sums
    is_interpolated = kappa == 0
    positive_kappa = xp.where(is_interpolated, 1.0 + 0.0 * kappa, kappa)
    surplus = n_samples - min(spectrum.rank, 1e308) + 0.0 * kappa
    freedom = xp.where(is_interpolated, surplus, mixed + (ridge + spectrum.tail) / positive_kappa)
    is_threshold = freedom == 0
    freedom = xp.where(is_threshold, 1.0 + 0.0 * freedom, freedom)
    bias = unlearned + spectrum.unlearnable_signal
    level = bias + noise_variance
    diverges = xp.where(level > 0, xp.inf, 0.0 * level)
    variance = xp.where(is_threshold, diverges, level * (squared / freedom))
    # The share of the residual that is left: ridge / (n kappa), without a ridge above the rank its limit 1 - rank / n.
    left = xp.where(is_interpolated, xp.maximum(surplus, 0.0 * surplus) / n_samples, ridge / positive_kappa / n_samples)
    test = bias + variance + noise_variance
    train = xp.where(left > 0, left * (left * xp.where(left > 0, test, 0.0)), 0.0)
    coefficient = xp.where(is_threshold, xp.inf, xp.maximum(n_samples / freedom, 1.0 + 0.0 * freedom))
    total = spectrum.total_signal
    learnability = xp.minimum(learned / total, 1.0 + 0.0 * learned) if total > 0 else xp.nan + 0.0 * kappa
    return Risk(test, train, bias, variance, kappa, coefficient, learnability)


def _sums(spectrum, kappa, xp):
    """Return the sums of m L (1 - L), m L^2, (1 - L)^2 V and L V over the positive eigenvalues, at each kappa >= 0."""
    eigenvalues, multiplicities, _ = spectrum.positive_levels
    signal_eigenvalues, signal = spectrum.learnable_levels
    if xp is np:
        from theorysim.ridge import _risk_loops

        found = _risk_loops.sums(eigenvalues, multiplicities, signal_eigenvalues, signal, np.ravel(kappa))
        return tuple(np.reshape(values, np.shape(kappa)) for values in found)
    kappa = kappa[..., None]
    learned_count = multiplicities * eigenvalues / (eigenvalues + kappa)
    signal_unlearned = kappa / (signal_eigenvalues + kappa)
    terms = (
        learned_count * (kappa / (eigenvalues + kappa)),
        learned_count * (eigenvalues / (eigenvalues + kappa)),
        signal * signal_unlearned * signal_unlearned,
        signal * (signal_eigenvalues / (signal_eigenvalues + kappa)),
    )
    return tuple(xp.sum(term, axis=-1) for term in terms)


def simulate_risk(spectrum, n_samples, *, ridge=0.0, noise_variance=0.0, trials, seed):
    """Risk of kernel ridge regression with Gaussian features of the spectrum; noise and target averaged exactly.

    A trial draws two independent samples. Given the features, the noise and a target with independent weights of the
    spectrum's energies are averaged in closed form; the inner product of the two errors measures the bias, the response
    to the noise the overfitting coefficient, the trace of the inverse Gram matrix the effective ridge.

    Parameters
    ----------
    spectrum : spectra.Spectrum
        Of modest integer multiplicities and without a tail.
    n_samples : int
        Number of training points.
    ridge, noise_variance : float or array
        As for `risk`; they broadcast.
    trials : int or range
        Trials; trial t draws from its own stream.
    seed : int or tuple of int
        Seed of the run.

    Returns
    -------
    Risk
        Arrays with the trial axis first.

    Raises
    ------
    DomainError
        For a spectrum that cannot be drawn, a number of samples that is not a positive integer, or scalars outside
        their ranges.
    """
    _, (ridge, noise_variance), _, _ = arrays.read(
        "ridge.simulate_risk",
        ridge=(ridge, errors.NON_NEGATIVE),
        noise_variance=(noise_variance, errors.NON_NEGATIVE),
    )
    is_count = isinstance(n_samples, (int, np.integer)) and not isinstance(n_samples, bool) and n_samples > 0
    require(is_count, "ridge.simulate_risk", "n_samples", "a positive integer", n_samples)
    modes = _gaussian_features.modes("ridge.simulate_risk", spectrum)
    return montecarlo.collect(
        lambda rng: Risk(*_gaussian_features.pair_of_fits(rng, modes, int(n_samples), ridge, noise_variance)),
        trials=trials,
        seed=seed,
    )
