r"""First correction in 1 / n_features to the risk of gradient flow on Gaussian data.

The risks of `risk` are averages of smooth functions over the eigenvalues of X^T X / n_samples; the mean of such an
average at finite size differs from its limit by a known functional of the function, divided by n_features.

X: n_samples rows, n_features columns of independent standard normal entries; y = X w* + noise and dw/dt = X^T (y -
X w) / n_samples. ``load`` = n_samples / n_features; ``time`` = steps x learning rate on |y - X w|^2 / (2 n_samples).
``signal_variance`` = E|w*|^2, the variance of x . w*; ``initial_variance`` = E|w(0)|^2, with w(0) isotropic and
independent of w*; ``noise_variance`` = variance of each entry of the noise.
"""

import functools
import math

import numpy as np

from theorysim import arrays, errors, montecarlo, solve
from theorysim.gradient_flow import _gaussian_designs
from theorysim.gradient_flow.risk import Risk
from theorysim.spectra.marchenko_pastur_laplace import blockwise
from theorysim.spectra.marchenko_pastur_quadrature import depth, low_edge

_LATEST = 1e36


@np.errstate(all="ignore")
def finite_size_correction(time, load, *, signal_variance, noise_variance, initial_variance=0.0):
    r"""Coefficient of 1 / n_features in the mean test and training risk.

    .. math::

        E[\mathcal{E}] = \mathcal{E}_\infty + \frac{\mu_f}{p} + O(p^{-2}), \qquad
        \mu_f = \frac{f(x_+) + f(x_-)}{4} - \frac{1}{2\pi} \int_0^\pi f(x(\phi)) \, d\phi, \\
        f_{\mathrm{test}}(x) = S e^{-2xt} + \frac{\sigma^2}{\alpha} \frac{(1 - e^{-xt})^2}{x}, \qquad
        f_{\mathrm{train}}(x) = \left(S x + \frac{\sigma^2}{\alpha}\right) e^{-2xt}

    with p = n_features, :math:`\alpha` = load, :math:`\sigma^2` = noise_variance, S = signal_variance +
    initial_variance, :math:`x(\phi) = 1 + 1/\alpha - (2 / \sqrt{\alpha}) \cos\phi` and edges :math:`x_\pm`.

    Parameters
    ----------
    time : float or array
        t in [0, inf].
    load : float or array
        n_samples / n_features in (0, inf).
    signal_variance : float or array
        E|w*|^2 in [0, inf), the variance of the noiseless target.
    noise_variance : float or array
        Variance of the target's noise in [0, inf).
    initial_variance : float or array
        E|w(0)|^2 in [0, inf).

    Returns
    -------
    Risk
        ``test`` and ``train``: what to divide by n_features and add to the risks of `risk`. Either sign.

    Raises
    ------
    DomainError
        For a scalar outside its range; array elements outside give nan.

    Notes
    -----
    Derived here from the limit of linear spectral statistics of real Gaussian matrices, and verified by simulation; for
    complex Gaussian entries the correction is 0. It needs t well below n_features^2, or n_features times the distance
    of the lower edge from 0 well above 1: at load 1 and t = inf there is no expansion, and the result is nan. The error
    is 1e-13 of the largest f. At t = inf it is the next term of `finite_plateau`.

    References
    ----------
    Bai and Silverstein (2004), The Annals of Probability 32(1A):553-605.
    Advani and Saxe (2017), High-dimensional dynamics of generalization error in neural networks, arXiv:1710.03667.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> correction = gradient_flow.finite_size_correction(1.5, 0.5, signal_variance=4.0, noise_variance=1.0)
    >>> round(correction.test, 10)
    0.3231131966
    """
    reading = _read(
        "gradient_flow.finite_size_correction", time, load, signal_variance, noise_variance, initial_variance
    )
    xp, (t, load, signal, noise, initial), finish, device = reading
    signal, noise_share = signal + initial, noise / load
    t, ratio = xp.broadcast_arrays(t, 1 / load)
    t = xp.where((t == math.inf) & (ratio == 1), xp.nan, xp.where(t < _LATEST, t, _LATEST))
    kept, learned, unfitted = (
        blockwise(functools.partial(_functional, function), t, ratio, xp, device)
        for function in (_kept, _learned, _unfitted)
    )
    return finish(Risk(signal * kept + noise_share * learned, signal * unfitted + noise_share * kept))


def simulate_finite_size_correction(
    time, load, *, signal_variance, noise_variance, initial_variance=0.0, size, trials, seed
):
    """Coefficient of 1 / n_features from Gaussian designs of two sizes, a pair a trial: 2 size (E(size) - E(2 size)).

    Teacher, initial weights and noise are averaged exactly, and so is, by the exact moments of a Wishart matrix, the
    quartic that fits the averaged function best; only the rest is measured. Arguments as for `finite_size_correction`,
    with one load; ``size`` = n_features of the smaller design, where n_samples = load * size must be whole.

    Returns
    -------
    Risk
        Arrays with the trial axis first, then the broadcast shape of the other arguments.
    """
    name = "gradient_flow.simulate_finite_size_correction"
    reading = _read(name, time, load, signal_variance, noise_variance, initial_variance)
    t, load, signal, noise, initial = map(arrays.to_host, reading.values)
    n_samples, n_features = _gaussian_designs.shape_of(name, load, size)
    signal, noise_share = signal + initial, noise * n_features / n_samples
    quartics = _best_quartics(t, n_features / n_samples)

    def averages(rng, n, p):
        eigenvalues = np.zeros(p)
        eigenvalues[: min(n, p)] = _gaussian_designs.squared_singular_values(rng, n, p)
        powers = (eigenvalues ** np.arange(5)[:, None]).mean(-1)
        return _of_flow(eigenvalues, t).mean(-1) + quartics @ (_exact_moments(n, p) - powers)

    def one_trial(rng):
        small = averages(rng, n_samples, n_features)
        large = averages(rng, 2 * n_samples, 2 * n_features)
        kept, learned, unfitted = 2 * n_features * (small - large)
        return Risk(signal * kept + noise_share * learned, signal * unfitted + noise_share * kept)

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def _of_flow(eigenvalues, time):
    """Return exp(-2 x t), (1 - exp(-x t))^2 / x and x exp(-2 x t), stacked, eigenvalues last; host only."""
    decay = eigenvalues * time[..., None]
    learned = np.divide(np.expm1(-decay) ** 2, eigenvalues, out=np.zeros_like(decay), where=eigenvalues > 0)
    return np.stack([np.exp(-2 * decay), learned, eigenvalues * np.exp(-2 * decay)])


def _best_quartics(time, ratio):
    """Return the coefficients, lowest first along the last axis, of quartics that fit the three functions."""
    eigenvalues = 1 + ratio - 2 * math.sqrt(ratio) * np.cos(np.pi * (np.arange(64) + 0.5) / 64)
    powers = eigenvalues[:, None] ** np.arange(5)
    return _of_flow(eigenvalues, time) @ np.linalg.pinv(powers).T


def _exact_moments(n, p):
    """Return E tr (X^T X / n)^k / p for k = 0 to 4 and n x p normal entries: moments of a Wishart matrix."""
    cube = n**2 + p**2 + 3 * n * p + 3 * (n + p) + 4
    fourth = n**3 + p**3 + 6 * n * p * (n + p) + 6 * (n**2 + p**2) + 17 * n * p + 21 * (n + p) + 20
    return np.array([1, 1, (n + p + 1) / n, cube / n**2, fourth / n**3])


def _functional(function, time, ratio, xp, device):
    """Return [f(high) + f(low)] / 4 - (1 / 2 pi) times the integral of f over the angle."""
    angles, widths = solve.graded_panels(depth(ratio, time, xp))
    low, root, time = low_edge(ratio, xp)[..., None], xp.sqrt(ratio)[..., None], time[..., None]
    eigenvalues = low + root * xp.asarray(4 * np.sin(angles / 2) ** 2, device=device)
    values = function(eigenvalues, time, xp)
    ends = function(low, time, xp) + function((1 + root) ** 2, time, xp)
    return ends[..., 0] / 4 - xp.sum(values * xp.asarray(widths / (2 * np.pi), device=device), axis=-1)


def _kept(eigenvalues, time, xp):
    return xp.exp(-2 * eigenvalues * time)


def _learned(eigenvalues, time, xp):
    is_positive = eigenvalues > 0
    return xp.where(is_positive, xp.expm1(-eigenvalues * time) ** 2 / xp.where(is_positive, eigenvalues, 1.0), 0.0)


def _unfitted(eigenvalues, time, xp):
    return eigenvalues * xp.exp(-2 * eigenvalues * time)


def _read(function, time, load, signal_variance, noise_variance, initial_variance):
    return arrays.read(
        function,
        time=(time, errors.NON_NEGATIVE_OR_INFINITE),
        load=(load, errors.POSITIVE),
        signal_variance=(signal_variance, errors.NON_NEGATIVE),
        noise_variance=(noise_variance, errors.NON_NEGATIVE),
        initial_variance=(initial_variance, errors.NON_NEGATIVE),
    )
