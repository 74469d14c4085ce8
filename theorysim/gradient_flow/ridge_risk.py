r"""Risk of ridge regression on noisy linear data with isotropic features, in the limit of many samples and features.

The weights minimize |y - X w|^2 / n_samples + ridge_per_sample |w|^2, with y = X w* + noise.

X: n_samples rows, n_features columns of independent entries of mean 0 and variance 1 (covariance I).
``load`` = n_samples / n_features; ``ridge_per_sample`` = ridge / n_samples, where ridge is added to X^T X.
``signal_variance`` = E|w*|^2, the variance of x . w*; ``noise_variance`` = variance of each entry of the noise.
"""

import numpy as np

from theorysim import arrays, errors, montecarlo
from theorysim.gradient_flow import _gaussian_designs
from theorysim.gradient_flow.risk import Risk, unreachable_share, untouched_share

_SMALLEST, _LARGEST = 1e-300, 1e300


@np.errstate(all="ignore")
def ridge_risk(load, *, ridge_per_sample, signal_variance, noise_variance):
    r"""Test and training risk of ridge regression.

    .. math::

        \mathcal{E}_{\mathrm{test}} = \sigma^2 + S \, E\left[\frac{\rho^2}{(x + \rho)^2}\right]
            + \frac{\sigma^2}{\alpha} E\left[\frac{x}{(x + \rho)^2}\right], \qquad
        \mathcal{E}_{\mathrm{train}} = S \, E\left[\frac{\rho^2 x}{(x + \rho)^2}\right]
            + \frac{\sigma^2}{\alpha} E\left[1_{x > 0} \frac{\rho^2}{(x + \rho)^2}\right]
            + \sigma^2 \max(0, 1 - 1/\alpha)

    with x distributed by the Marchenko-Pastur law of ratio 1 / load, :math:`\alpha` = load, :math:`\rho` =
    ridge_per_sample, S = signal_variance and :math:`\sigma^2` = noise_variance.

    Parameters
    ----------
    load : float or array
        n_samples / n_features in (0, inf).
    ridge_per_sample : float or array
        In [0, inf]; 0 is the limit of a small ridge (the `plateau` with weights that start at 0), inf leaves w = 0.
    signal_variance : float or array
        E|w*|^2 in [0, inf), the variance of the noiseless target.
    noise_variance : float or array
        Variance of the target's noise in [0, inf).

    Returns
    -------
    Risk
        ``test`` = E(y - x . w)^2 on new data, ``train`` = E|y - X w|^2 / n_samples, the penalty not included; both in
        target squared and with the noise floor. At load 1 and ridge 0, ``test`` is infinite unless noise-free.

    Raises
    ------
    DomainError
        For a scalar outside its range; array elements outside give nan.

    Notes
    -----
    The test risk is published; recalled, and verified by simulation. The training risk is derived here. Limit
    n_samples, n_features to infinity at fixed load; the gap at finite size is O(1 / n_features). All averages are
    closed: with v the Stieltjes transform of the smaller Gram matrix they become sums of positive terms, accurate to
    1e-14 for every ridge.

    References
    ----------
    Advani and Saxe (2017), High-dimensional dynamics of generalization error in neural networks, arXiv:1710.03667.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> ridge = gradient_flow.ridge_from_advani_saxe(0.2, 0.3)
    >>> risk = gradient_flow.ridge_risk(0.3, ridge_per_sample=ridge, signal_variance=5.0, noise_variance=1.0)
    >>> round(risk.test, 10)
    4.8117376915
    """
    reading = _read("gradient_flow.ridge_risk", load, ridge_per_sample, signal_variance, noise_variance)
    xp, (load, ridge, signal, noise), finish, _ = reading
    return finish(risk_at(load, ridge, signal, noise, xp))


def simulate_ridge_risk(load, *, ridge_per_sample, signal_variance, noise_variance, size, trials, seed):
    """Risks of ridge regression on Gaussian data of finite size, one design a trial; teacher, noise averaged exactly.

    Arguments as for `ridge_risk`, with one load and a positive ridge; ``size`` = n_features, where n_samples = load *
    size must be whole.

    Returns
    -------
    Risk
        Arrays with the trial axis first, then the broadcast shape of the other arguments.
    """
    name = "gradient_flow.simulate_ridge_risk"
    reading = _read(name, load, ridge_per_sample, signal_variance, noise_variance, errors.POSITIVE)
    load, ridge, signal, noise = map(arrays.to_host, reading.values)
    n_samples, n_features = _gaussian_designs.shape_of(name, load, size)

    def one_trial(rng):
        eigenvalues = _gaussian_designs.eigenvalues(rng, n_samples, n_features)
        return conditional_ridge_risk(eigenvalues, ridge, n_samples, n_features, signal, noise)

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def conditional_ridge_risk(eigenvalues, ridge, n_samples, n_features, signal, noise):
    """Return the risks of one design, averaged over teacher and noise.

    Each mode with eigenvalue x > 0 keeps ridge / (x + ridge) of its weight and learns 1 / (x + ridge) of X^T noise /
    n_samples; null modes stay at 0.
    """
    rank = len(eigenvalues)
    column = ridge[..., None]
    kept = (column / (eigenvalues + column)) ** 2
    response = eigenvalues / (eigenvalues + column) ** 2
    untouched = (kept.sum(-1) + n_features - rank) / n_features
    unfitted = (kept.sum(-1) + n_samples - rank) / n_samples
    test = noise + signal * untouched + noise * response.sum(-1) / n_samples
    return Risk(test, signal * (kept * eigenvalues).sum(-1) / n_features + noise * unfitted)


@np.errstate(all="ignore")
def risk_at(load, ridge, signal, noise, xp):
    r"""Return the risks by closed averages.

    With c = min(1, r), r = 1 / load and s = ridge, v is the positive root of :math:`c s v^2 + (s + |1 - r|) v = 1` and
    :math:`R = 2 c s v + s + |1 - r|` the root of its discriminant; per eigenvalue of the smaller Gram matrix

    .. math::

        \left\langle \frac{1}{(x + s)^2} \right\rangle = \frac{v (1 + c v)}{R}, \qquad
        \left\langle \frac{x}{(x + s)^2} \right\rangle = \frac{v (|1 - r| + c s v)}{R}
    """
    ratio = 1 / load
    share = xp.minimum(load, xp.ones_like(load))
    c = xp.minimum(ratio, xp.ones_like(ratio))
    gap = xp.abs(load - 1) / load
    s = xp.where(ridge < _LARGEST, xp.where(ridge > _SMALLEST, ridge, _SMALLEST), _LARGEST)
    discriminant = xp.hypot(s + gap, 2 * xp.sqrt(c) * xp.sqrt(s))
    v = 2 / (s + gap + discriminant)
    shrunk = xp.where(ridge == 0, 0.0, s * v)
    kept = shrunk * (s / discriminant) * (1 + c * v)
    response = v * (gap + c * shrunk) / discriminant
    response = xp.where((ridge == 0) & (load == 1), xp.inf, response)
    test = noise + signal * (untouched_share(load, xp) + share * kept) + xp.where(noise > 0, noise * c * response, 0.0)
    train = signal * share * shrunk * (s / discriminant) * (gap + c * shrunk)
    return Risk(test, train + noise * (c * kept + unreachable_share(load, xp)))


def _read(function, load, ridge_per_sample, signal_variance, noise_variance, ridges=errors.NON_NEGATIVE_OR_INFINITE):
    return arrays.read(
        function,
        load=(load, errors.POSITIVE),
        ridge_per_sample=(ridge_per_sample, ridges),
        signal_variance=(signal_variance, errors.NON_NEGATIVE),
        noise_variance=(noise_variance, errors.NON_NEGATIVE),
    )
