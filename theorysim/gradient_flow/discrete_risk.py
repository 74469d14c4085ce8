r"""Risk of full-batch gradient descent with a finite learning rate on noisy linear data with isotropic features.

Targets are y = X w* + noise, and a step adds (learning_rate / n_samples) X^T (y - X w) to w, which is gradient descent
on the loss |y - X w|^2 / (2 n_samples); `GradientDescentClock` converts the rates of other losses.

X: n_samples rows, n_features columns of independent entries of mean 0 and variance 1 (covariance I).
``load`` = n_samples / n_features; ``step`` = number of steps taken; ``signal_variance`` = E|w*|^2, the variance of
x . w*; ``initial_variance`` = E|w(0)|^2, with w(0) isotropic and independent of w*; ``noise_variance`` = variance of
each entry of the noise.
"""

import math

import numpy as np

from theorysim import arrays, errors, montecarlo, solve
from theorysim.gradient_flow import _gaussian_designs
from theorysim.gradient_flow.risk import Risk, unreachable_share, untouched_share
from theorysim.spectra.marchenko_pastur_quadrature import low_edge

_BLOCK = 2**10
_RUNS = 64
_DEEPEST = 60


@np.errstate(all="ignore")
def discrete_risk(step, load, *, learning_rate, signal_variance, noise_variance, initial_variance=0.0):
    r"""Test and training risk after a number of steps of gradient descent.

    .. math::

        \mathcal{E}_{\mathrm{test}} = \sigma^2 + S \, E[(1 - \eta x)^{2k}]
            + \frac{\sigma^2}{\alpha} E\left[\frac{(1 - (1 - \eta x)^k)^2}{x}\right], \qquad
        \mathcal{E}_{\mathrm{train}} = S \, E[x (1 - \eta x)^{2k}]
            + \frac{\sigma^2}{\alpha} E[1_{x > 0} (1 - \eta x)^{2k}] + \sigma^2 \max(0, 1 - 1/\alpha)

    with x distributed by the Marchenko-Pastur law of ratio 1 / load, :math:`\alpha` = load, k = step, :math:`\eta` =
    learning_rate, :math:`\sigma^2` = noise_variance and S = signal_variance + initial_variance.

    Parameters
    ----------
    step : int or array of integers
        k >= 0.
    load : float or array
        n_samples / n_features in (0, inf).
    learning_rate : float or array
        In (0, inf), on the loss |y - X w|^2 / (2 n_samples). Stable below 2 / (1 + 1 / sqrt(load))^2; above, the risks
        grow without bound and are returned as they are.
    signal_variance : float or array
        E|w*|^2 in [0, inf), the variance of the noiseless target.
    noise_variance : float or array
        Variance of the target's noise in [0, inf).
    initial_variance : float or array
        E|w(0)|^2 in [0, inf).

    Returns
    -------
    Risk
        ``test`` and ``train`` in target squared, noise included; inf where a double overflows.

    Raises
    ------
    DomainError
        For steps that are not whole numbers, or a scalar outside its range; array elements outside give nan.

    Notes
    -----
    Published; recalled, and verified by literal gradient descent. Limit n_samples, n_features to infinity at fixed
    load; the gap at finite size is O(1 / n_features) while the rate is stable. Evaluated as sums of positive terms over
    panels that are graded towards both edges of the spectrum: relative accuracy 1e-12, equal to exact Gauss-Chebyshev
    quadrature (the averages are those of polynomials) where that does not cancel.

    References
    ----------
    Advani and Saxe (2017), High-dimensional dynamics of generalization error in neural networks, arXiv:1710.03667.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> rate = gradient_flow.time_from_advani_saxe(0.3, 0.5)
    >>> risk = gradient_flow.discrete_risk(12, 0.5, learning_rate=rate, signal_variance=4.0, noise_variance=1.0)
    >>> round(risk.test, 10)
    3.6259466204
    """
    name = "gradient_flow.discrete_risk"
    reading = _read(name, step, load, learning_rate, signal_variance, noise_variance, initial_variance)
    xp, (step, load, rate, signal, noise, initial), finish, device = reading
    signal, ratio = signal + initial, 1 / load
    kept, learned, unfitted = _averages(*xp.broadcast_arrays(step, rate, ratio), xp, device)
    test = noise + _product(signal, untouched_share(load, xp) + kept, xp) + _product(noise, ratio * learned, xp)
    train = _product(signal, unfitted, xp) + _product(noise, ratio * kept + unreachable_share(load, xp), xp)
    return finish(Risk(test, train))


def simulate_discrete_risk(
    step, load, *, learning_rate, signal_variance, noise_variance, initial_variance=0.0, size, trials, seed
):
    """Risks along literal gradient descent: design, teachers, noise and initial weights are drawn, every step is taken.

    A trial draws one design and averages 64 runs on it, each with its own teacher, noise and initial weights. Arguments
    as for `discrete_risk`, each one number but `step`; ``size`` = n_features, where n_samples = load * size must be
    whole.

    Returns
    -------
    Risk
        ``test`` = noise_variance + |w - w*|^2 and ``train`` = |y - X w|^2 / n_samples, the trial axis first, then the
        shape of `step`.
    """
    name = "gradient_flow.simulate_discrete_risk"
    reading = _read(name, step, load, learning_rate, signal_variance, noise_variance, initial_variance)
    step, load, *numbers = map(arrays.to_host, reading.values)
    for argument, value in zip(("learning_rate", "signal_variance", "noise_variance", "initial_variance"), numbers):
        errors.require(value.ndim == 0, name, argument, "one number", value)
    rate, signal, noise, initial = map(float, numbers)
    n_samples, n_features = _gaussian_designs.shape_of(name, load, size)
    wanted = {int(k) for k in np.ravel(step)}

    def one_trial(rng):
        design = rng.standard_normal((n_samples, n_features))
        teachers = math.sqrt(signal / n_features) * rng.standard_normal((n_features, _RUNS))
        weights = math.sqrt(initial / n_features) * rng.standard_normal((n_features, _RUNS))
        targets = design @ teachers + math.sqrt(noise) * rng.standard_normal((n_samples, _RUNS))
        test, train = {}, {}
        for k in range(max(wanted, default=0) + 1):
            residuals = targets - design @ weights
            if k in wanted:
                test[k] = noise + ((weights - teachers) ** 2).sum() / _RUNS
                train[k] = (residuals**2).sum() / _RUNS / n_samples
            weights = weights + rate / n_samples * (design.T @ residuals)
        return Risk(*(np.reshape([curve[int(k)] for k in np.ravel(step)], step.shape) for curve in (test, train)))

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def _averages(step, rate, ratio, xp, device):
    """Return the bulk's averages of c^(2 step), (1 - c^step)^2 / x and x c^(2 step), c = 1 - rate x."""
    shape = step.shape
    flat = [xp.reshape(value, (-1,)) for value in (step, rate, ratio)]
    count = math.prod(shape)
    parts = [slice(start, min(start + _BLOCK, count)) for start in range(0, max(count, 1), _BLOCK)]
    blocks = [_block(*(value[part, None] for value in flat), xp, device) for part in parts]
    return [xp.reshape(xp.concat(averages), shape) for averages in zip(*blocks)]


def _block(step, rate, ratio, xp, device):
    eigenvalues, weights = _nodes(step, rate, ratio, xp, device)
    decay = rate * eigenvalues
    is_below = decay < 0.9
    logarithm = step * xp.log1p(xp.where(is_below, -decay, 0.0))
    power = xp.where(is_below, 0.0, 1 - decay) ** step
    squared = xp.where(is_below, xp.exp(2 * logarithm), power**2)
    response = xp.where(is_below, -xp.expm1(logarithm), 1 - power)
    learned = (xp.sqrt(weights) * response / eigenvalues) ** 2
    return [xp.sum(part, axis=-1) for part in (weights * squared / eigenvalues, learned, weights * squared)]


def _nodes(step, rate, ratio, xp, device):
    """Return eigenvalues and weights (2 / pi) sin^2(phi) dphi on panels graded towards both edges of the bulk."""
    root = xp.sqrt(ratio)
    low, high = low_edge(ratio, xp), (1 + root) ** 2
    gap = xp.abs(1 - ratio) / (1 + root)
    to_low = [step * rate * root / xp.abs(1 - rate * low), root / xp.where(gap > 0, gap, root) ** 2]
    to_high = [step * rate * root / xp.abs(1 - rate * high)]
    (near, near_widths), (far, far_widths) = (
        solve.graded_panels(_depth(sharpness, xp), length=math.pi / 2) for sharpness in (to_low, to_high)
    )
    sine = np.concatenate([np.sin(near), np.sin(far)])
    widths = np.concatenate([near_widths, far_widths])
    half_sine = np.concatenate([4 * np.sin(near / 2) ** 2, 4 * np.cos(far / 2) ** 2])
    weights = xp.asarray(2 / np.pi * sine**2 * widths, device=device)
    return low + root * xp.asarray(half_sine, device=device), weights


def _depth(sharpness, xp):
    """Return the depth that resolves functions of sharpness * phi^2 near an edge, phi the angle from it."""
    largest = max((float(xp.max(value)) for value in sharpness if math.prod(value.shape)), default=0.0)
    return min(math.ceil(math.log2(4 * math.sqrt(1 + min(largest, 1e300)))) + 2, _DEEPEST)


def _product(variance, average, xp):
    """Return the product; nothing of a variance 0 remains however far an average has grown."""
    return xp.where(variance > 0, variance * average, 0.0)


def _read(function, step, load, learning_rate, signal_variance, noise_variance, initial_variance):
    reading = arrays.read(
        function,
        step=(step, errors.NON_NEGATIVE),
        load=(load, errors.POSITIVE),
        learning_rate=(learning_rate, errors.POSITIVE),
        signal_variance=(signal_variance, errors.NON_NEGATIVE),
        noise_variance=(noise_variance, errors.NON_NEGATIVE),
        initial_variance=(initial_variance, errors.NON_NEGATIVE),
    )
    xp, (steps, *_), _, _ = reading
    errors.require(bool(xp.all(steps == xp.floor(steps))), function, "step", "whole numbers", step)
    return reading
