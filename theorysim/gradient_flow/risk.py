r"""Risk of gradient flow on noisy linear data with isotropic features, in the limit of many samples and features.

Targets are y = X w* + noise, and the weights follow dw/dt = X^T (y - X w) / n_samples from w(0), the gradient flow on
the loss |y - X w|^2 / (2 n_samples).

X: n_samples rows, n_features columns of independent entries of mean 0 and variance 1 (covariance I).
``load`` = n_samples / n_features; ``time`` t = steps x learning rate on that loss.
``signal_variance`` = E|w*|^2, the variance of x . w* for a new row x; ``initial_variance`` = E|w(0)|^2, with w(0)
isotropic and independent of w*; ``noise_variance`` = variance of each entry of the noise.
"""

import math
from typing import NamedTuple

import numpy as np

from theorysim import arrays, errors, montecarlo
from theorysim.gradient_flow import _gaussian_designs
from theorysim.spectra.marchenko_pastur_laplace import blockwise, bulk_laplace, weighted_laplace
from theorysim.spectra.marchenko_pastur_quadrature import panel_nodes

_LATEST = 1e36
_LATEST_OF_EIGENVALUES = 1e3


class Risk(NamedTuple):
    """Mean squared error, noise included: on new data (``test``) and on the training data (``train``)."""

    test: object
    train: object


@np.errstate(all="ignore")
def risk(time, load, *, signal_variance, noise_variance, initial_variance=0.0):
    r"""Test and training risk of gradient flow at a time.

    .. math::

        \mathcal{E}_{\mathrm{test}} = \sigma^2 + S \, E[e^{-2 x t}]
            + \frac{\sigma^2}{\alpha} E\left[\frac{(1 - e^{-x t})^2}{x}\right], \qquad
        \mathcal{E}_{\mathrm{train}} = S \, E[x e^{-2 x t}]
            + \frac{\sigma^2}{\alpha} E[1_{x > 0} \, e^{-2 x t}] + \sigma^2 \max(0, 1 - 1/\alpha)

    with x distributed by the Marchenko-Pastur law of ratio 1 / load, :math:`\alpha` = load, :math:`\sigma^2` =
    noise_variance and S = signal_variance + initial_variance.

    Parameters
    ----------
    time : float or array
        t in [0, inf], in units of 1 / learning rate of the loss |y - X w|^2 / (2 n_samples).
    load : float or array
        n_samples / n_features in (0, inf).
    signal_variance : float or array
        E|w*|^2 in [0, inf), the variance of the noiseless target.
    noise_variance : float or array
        Variance of the target's noise in [0, inf); 0 is allowed.
    initial_variance : float or array
        E|w(0)|^2 in [0, inf).

    Returns
    -------
    Risk
        ``test`` = E(y - x . w(t))^2 on new data and ``train`` = E|y - X w(t)|^2 / n_samples (not halved), both in
        target squared and with the noise floor.

    Raises
    ------
    DomainError
        For a scalar outside its range; array elements outside give nan.

    Notes
    -----
    Published; recalled, and verified by simulation and by 30-digit arithmetic. Limit n_samples, n_features to infinity
    at fixed load; at finite size the gap is O(1 / n_features), see `finite_size_correction`. At load 1 the noise adds
    0.661 sqrt(t) noise_variance, so the test risk is infinite at t = inf unless the data are noise-free; there, and for
    t above n_features^2, averages over data sets are carried by rare small eigenvalues. Below load 1 the share 1 - load
    of the signal and of the initial weights is never touched. Relative accuracy 1e-12 for both risks, however small.
    For one fixed w* the result is the same when the entries of X are Gaussian.

    References
    ----------
    Advani and Saxe (2017), High-dimensional dynamics of generalization error in neural networks, arXiv:1710.03667.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> test, train = gradient_flow.risk(1.0, 0.5, signal_variance=4.0, noise_variance=1.0)
    >>> round(test, 10), round(train, 10)
    (3.5824154176, 0.2867145645)
    """
    reading = _read("gradient_flow.risk", time, load, signal_variance, noise_variance, initial_variance)
    xp, (t, load, signal, noise, initial), finish, device = reading
    ratio, signal = 1 / load, signal + initial
    noise_learned = xp.where(noise > 0, noise * accumulated_noise(t, load, xp, device), 0.0)
    kept = bulk_laplace(2 * t, ratio, xp, device)
    test = noise + signal * (untouched_share(load, xp) + kept) + noise_learned
    noise_left = ratio * kept + unreachable_share(load, xp)
    return finish(Risk(test, signal * weighted_laplace(2 * t, ratio, xp) + noise * noise_left))


def simulate_risk(time, load, *, signal_variance, noise_variance, initial_variance=0.0, size, trials, seed):
    """Test and training risk of gradient flow on Gaussian data of finite size, one design a trial.

    A trial draws X; teacher, initial weights and noise are then averaged exactly, which needs the eigenvalues alone,
    and all times share them. Arguments as for `risk`, with one load.

    Parameters
    ----------
    size : int
        n_features; n_samples = load * size must be whole.
    trials : int or range
        Trials; trial t draws from its own stream.
    seed : int or tuple of int
        Seed of the run.

    Returns
    -------
    Risk
        Arrays with the trial axis first, then the broadcast shape of the other arguments.
    """
    name = "gradient_flow.simulate_risk"
    reading = _read(name, time, load, signal_variance, noise_variance, initial_variance)
    t, load, signal, noise, initial = map(arrays.to_host, reading.values)
    n_samples, n_features = _gaussian_designs.shape_of(name, load, size)
    is_late = np.max(t, initial=0.0) > _LATEST_OF_EIGENVALUES
    draw = _gaussian_designs.squared_singular_values if is_late else _gaussian_designs.eigenvalues

    def one_trial(rng):
        return conditional_risk(draw(rng, n_samples, n_features), t, n_samples, n_features, signal + initial, noise)

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


@np.errstate(all="ignore")
def conditional_risk(eigenvalues, time, n_samples, n_features, signal, noise):
    """Return the risks of one design, averaged over teacher, initial weights and noise.

    Each mode with eigenvalue x > 0 keeps exp(-x t) of its error and has learned (1 - exp(-x t)) / x of X^T noise /
    n_samples, whose variance is noise x / n_samples; the n_features - n_samples null modes stay where they began.
    """
    column, n_null = time[..., None], n_features - len(eigenvalues)
    kept = np.exp(-2 * column * eigenvalues)
    learned = np.expm1(-column * eigenvalues) ** 2 @ (1 / eigenvalues) / n_samples
    n_kept, unreachable = kept.sum(-1), n_samples - len(eigenvalues)
    test = noise + signal * (n_kept + n_null) / n_features + noise * learned
    train = signal * (kept @ eigenvalues) / n_features + noise * (n_kept + unreachable) / n_samples
    return Risk(test, train)


def _read(function, time, load, signal_variance, noise_variance, initial_variance):
    return arrays.read(
        function,
        time=(time, errors.NON_NEGATIVE_OR_INFINITE),
        load=(load, errors.POSITIVE),
        signal_variance=(signal_variance, errors.NON_NEGATIVE),
        noise_variance=(noise_variance, errors.NON_NEGATIVE),
        initial_variance=(initial_variance, errors.NON_NEGATIVE),
    )


def untouched_share(load, xp):
    """Return max(0, 1 - load): the share of the weights' directions that the sample does not contain."""
    return xp.where(load < 1, 1 - load, 0.0 * load)


def unreachable_share(load, xp):
    """Return max(0, 1 - 1 / load): the share of the sample's directions that no weights can fit."""
    return xp.where(load > 1, (load - 1) / load, 0.0 * load)


@np.errstate(all="ignore")
def accumulated_noise(time, load, xp, device):
    """Return E[(1 - exp(-x time))^2 / x] / load, time in [0, inf]: the variance learned per unit of noise variance."""
    time, load = xp.broadcast_arrays(time, load)
    finite = xp.where(time < _LATEST, time, _LATEST)
    # Beyond _LATEST every load but 1 has reached its limit, and load 1 grows as sqrt(time).
    growth = xp.where((load == 1) & (time > finite), xp.sqrt(time / finite), 1.0)
    limit = xp.where(load < 1, load, 1.0) / xp.abs(load - 1)
    value = blockwise(_squared_response, finite, 1 / load, xp, device) / load * growth
    return xp.where(time == math.inf, limit, value)


def _squared_response(time, ratio, xp, device):
    eigenvalues, weights = panel_nodes(ratio, time, xp, device)
    # The root of the weight enters before the square, which alone would overflow at the smallest eigenvalues.
    return xp.sum((xp.sqrt(weights) * xp.expm1(-eigenvalues * time[..., None]) / eigenvalues) ** 2, axis=-1)
