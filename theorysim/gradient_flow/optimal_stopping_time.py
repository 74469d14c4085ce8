r"""The time at which gradient flow on noisy linear data with isotropic features has its smallest test risk.

Targets are y = X w* + noise and dw/dt = X^T (y - X w) / n_samples: at first the weights learn the signal, later the
noise, and the two rates are equal at the best time to stop.

X: n_samples rows, n_features columns of independent entries of mean 0 and variance 1 (covariance I).
``load`` = n_samples / n_features; time = steps x learning rate on the loss |y - X w|^2 / (2 n_samples).
``signal_variance`` = E|w*|^2, the variance of x . w*; ``initial_variance`` = E|w(0)|^2, with w(0) isotropic and
independent of w*; ``noise_variance`` = variance of each entry of the noise.
"""

import numpy as np

from theorysim import arrays, errors, montecarlo, solve
from theorysim.gradient_flow import _gaussian_designs
from theorysim.spectra.marchenko_pastur_laplace import scaled_weighted_laplace
from theorysim.spectra.marchenko_pastur_quadrature import low_edge

_NODES = 96
# Rounding may put the root outside a bracket whose ends agree to all digits.
_MARGIN = 1e-9


@np.errstate(all="ignore")
def optimal_stopping_time(load, *, signal_variance, noise_variance, initial_variance=0.0):
    r"""Best time to stop: where the derivative of the test risk of `risk` vanishes.

    .. math::

        \frac{\alpha S}{\sigma^2} \, h(2t) = \int_t^{2t} h(u) \, du, \qquad
        h(u) = E[x e^{-x u}] = e^{-(1 + 1/\alpha) u} \, \frac{I_1(2 u / \sqrt{\alpha})}{u / \sqrt{\alpha}}

    with x distributed by the Marchenko-Pastur law of ratio 1 / load, :math:`\alpha` = load, S = signal_variance +
    initial_variance and :math:`\sigma^2` = noise_variance.

    Parameters
    ----------
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
    float or array
        t >= 0 in units of 1 / learning rate. 0 without signal and initial weights, inf for noise-free data.

    Raises
    ------
    DomainError
        For a scalar outside its range; array elements outside give nan.

    Notes
    -----
    Derived here (one mode of eigenvalue x is best stopped at log(1 + x s) / x, s = load S / noise_variance, which is in
    the paper) and verified by simulation. Between the values of that expression at the upper and at the lower edge lies
    the root; one minimum was observed for all arguments tried, without a proof that there is never another. Found as a
    root to 1e-12, never by minimizing the flat test risk. Limits: t = s - (1 + 1/load) s^2 / 2 for small s; t = (1 +
    sqrt(2)) s / 4 for large s at load 1; elsewhere t = [log(s x_-) - 1.5 log 2] / x_- + O(1 / x_-), x_- = (1 - 1 /
    sqrt(load))^2. The best time of one finite design differs by O(1 / n_features).

    References
    ----------
    Advani and Saxe (2017), High-dimensional dynamics of generalization error in neural networks, arXiv:1710.03667.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> time = gradient_flow.optimal_stopping_time(0.3, signal_variance=5.0, noise_variance=1.0)
    >>> round(gradient_flow.time_to_advani_saxe(time, 0.3), 10)
    2.3709434639
    """
    reading = _read("gradient_flow.optimal_stopping_time", load, signal_variance, noise_variance, initial_variance)
    xp, values, finish, device = reading
    load, signal, noise, initial = xp.broadcast_arrays(*values)
    strength = load * ((signal + initial) / noise)
    is_regular = (strength > 0) & xp.isfinite(strength)
    time = _root(1 / load, xp.where(is_regular, strength, 1.0), xp, device)
    limit = xp.where(signal + initial > 0, xp.inf, 0.0 * load)
    return finish(xp.where(is_regular, time, limit))


def simulate_optimal_stopping_time(load, *, signal_variance, noise_variance, initial_variance=0.0, size, trials, seed):
    """Best stopping time of Gaussian designs of finite size, one design a trial; teacher and noise averaged exactly.

    A trial draws X and finds where the derivative of its own test risk vanishes. Arguments as for
    `optimal_stopping_time`, with one load and positive variances; ``size`` = n_features, where n_samples = load * size
    must be whole.

    Returns
    -------
    array
        The trial axis first, then the broadcast shape of the other arguments.
    """
    name = "gradient_flow.simulate_optimal_stopping_time"
    reading = _read(name, load, signal_variance, noise_variance, initial_variance, errors.POSITIVE)
    load, signal, noise, initial = map(arrays.to_host, reading.values)
    n_samples, n_features = _gaussian_designs.shape_of(name, load, size)
    per_mode = (signal + initial) / n_features / (noise / n_samples)

    def one_trial(rng):
        eigenvalues = _gaussian_designs.squared_singular_values(rng, n_samples, n_features)
        slowest, fastest = eigenvalues[0], eigenvalues[-1]

        def slope(time):
            kept = np.exp(-eigenvalues * time[..., None])
            relative = np.exp((slowest - eigenvalues) * time[..., None])
            learned = -np.expm1(-eigenvalues * time[..., None])
            return (relative * (eigenvalues * per_mode[..., None] * kept - learned)).sum(-1)

        earliest, latest = np.log1p(fastest * per_mode) / fastest, np.log1p(slowest * per_mode) / slowest
        return solve.bracketed_root(slope, earliest * (1 - _MARGIN), latest * (1 + _MARGIN))

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def _root(ratio, strength, xp, device):
    """Return the root of the stopping condition, both sides multiplied by exp(low_edge time)."""
    low, high = low_edge(ratio, xp), (1 + xp.sqrt(ratio)) ** 2
    nodes, weights = (xp.asarray(part, device=device) for part in solve.gauss_legendre(_NODES))

    def balance(time):
        later = time[..., None] * (1 + nodes)
        rate = scaled_weighted_laplace(later, ratio[..., None], xp) * xp.exp(
            -low[..., None] * (time[..., None] * nodes)
        )
        learned = strength * scaled_weighted_laplace(2 * time, ratio, xp) * xp.exp(-low * time)
        return learned - time * xp.sum(weights * rate, axis=-1)

    earliest = xp.log1p(high * strength) / high
    is_slow = low * strength > 1e-12
    latest = xp.where(is_slow, xp.log1p(low * strength) / xp.where(is_slow, low, 1.0), strength)
    return solve.bracketed_root(balance, earliest * (1 - _MARGIN), latest * (1 + _MARGIN), xp=xp)


def _read(function, load, signal_variance, noise_variance, initial_variance, variances=errors.NON_NEGATIVE):
    return arrays.read(
        function,
        load=(load, errors.POSITIVE),
        signal_variance=(signal_variance, variances),
        noise_variance=(noise_variance, variances),
        initial_variance=(initial_variance, errors.NON_NEGATIVE),
    )
