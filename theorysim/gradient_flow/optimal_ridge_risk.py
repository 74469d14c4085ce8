r"""Risk of ridge regression with the best ridge on noisy linear data with isotropic features.

The weights minimize |y - X w|^2 / n_samples + ridge_per_sample |w|^2, with y = X w* + noise. The same ridge is best for
every eigenvalue of X^T X, hence for every design; it makes the weights the posterior mean of a Gaussian teacher, so
that no estimator has a smaller test risk on average over such teachers.

X: n_samples rows, n_features columns of independent entries of mean 0 and variance 1 (covariance I).
``load`` = n_samples / n_features; ``signal_variance`` = E|w*|^2, the variance of x . w*; ``noise_variance`` = variance
of each entry of the noise.
"""

from typing import NamedTuple

import numpy as np

from theorysim import arrays, errors, montecarlo
from theorysim.gradient_flow import _gaussian_designs
from theorysim.gradient_flow.ridge_risk import conditional_ridge_risk, risk_at


class OptimalRidge(NamedTuple):
    """The best ridge (``ridge_per_sample``, in units of eigenvalues of X^T X / n_samples) and the risks it leaves."""

    ridge_per_sample: object
    test: object
    train: object


@np.errstate(all="ignore")
def optimal_ridge_risk(load, *, signal_variance, noise_variance):
    r"""Best ridge, and test and training risk with it.

    .. math::

        \rho^* = \frac{\sigma^2}{\alpha S}, \qquad
        \mathcal{E}_{\mathrm{test}} = \sigma^2 + \frac{\sigma^2}{\alpha} E\left[\frac{1}{x + \rho^*}\right]
            = \sigma^2 + \frac{1}{2} \left[b + \sqrt{b^2 + 4 \sigma^2 S}\right], \quad b = (1 - \alpha) S - \sigma^2

    with x distributed by the Marchenko-Pastur law of ratio 1 / load, :math:`\alpha` = load, S = signal_variance and
    :math:`\sigma^2` = noise_variance.

    Parameters
    ----------
    load : float or array
        n_samples / n_features in (0, inf).
    signal_variance : float or array
        E|w*|^2 in [0, inf), the variance of the noiseless target.
    noise_variance : float or array
        Variance of the target's noise in [0, inf).

    Returns
    -------
    OptimalRidge
        ``ridge_per_sample`` = ridge / n_samples, 0 for noise-free data and inf without a signal; ``test`` and ``train``
        as for `ridge_risk`.

    Raises
    ------
    DomainError
        For a scalar outside its range; array elements outside give nan.

    Notes
    -----
    Published; recalled, and verified by simulation and by a proof that the derivative in the ridge vanishes there for
    every eigenvalue. Limit n_samples, n_features to infinity at fixed load; the best ridge itself is exact at finite
    size. Accuracy 1e-14.

    References
    ----------
    Advani and Saxe (2017), High-dimensional dynamics of generalization error in neural networks, arXiv:1710.03667.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> round(gradient_flow.optimal_ridge_risk(4.0, signal_variance=0.2, noise_variance=1.0).test, 10)
    1.116515139
    """
    reading = _read("gradient_flow.optimal_ridge_risk", load, signal_variance, noise_variance)
    xp, (load, signal, noise), finish, _ = reading
    ridge = xp.where(noise > 0, noise / load / signal, 0.0)
    test, train = risk_at(load, ridge, signal, noise, xp)
    return finish(OptimalRidge(ridge, test, train))


def simulate_optimal_ridge_risk(load, *, signal_variance, noise_variance, size, trials, seed):
    """Best ridge and its risks on Gaussian data of finite size, found for each design by a root search.

    A trial draws X, averages teacher and noise exactly, and looks for the ridge at which the test risk is stationary.
    Arguments as for `optimal_ridge_risk`, each one positive number; ``size`` = n_features, where n_samples = load *
    size must be whole.

    Returns
    -------
    OptimalRidge
        Arrays of length trials.
    """
    from scipy.optimize import brentq

    name = "gradient_flow.simulate_optimal_ridge_risk"
    reading = _read(name, load, signal_variance, noise_variance, errors.POSITIVE)
    load, signal, noise = map(arrays.to_host, reading.values)
    for argument, value in (("signal_variance", signal), ("noise_variance", noise)):
        errors.require(value.ndim == 0, name, argument, "one number", value)
    is_comparable = 1e-8 <= noise / signal <= 1e8
    errors.require(is_comparable, name, "signal_variance", "within a factor 1e8 of noise_variance", signal_variance)
    n_samples, n_features = _gaussian_designs.shape_of(name, load, size)

    def one_trial(rng):
        eigenvalues = _gaussian_designs.eigenvalues(rng, n_samples, n_features)

        def slope(log_ridge):
            ridge = np.exp(log_ridge)
            error = ridge**2 * signal / n_features + noise * eigenvalues / n_samples
            growth = 2 * ridge * signal / n_features - 2 * error / (eigenvalues + ridge)
            return (growth / (eigenvalues + ridge) ** 2).sum()

        ridge = np.exp(brentq(slope, -30.0, 30.0, xtol=1e-13, rtol=1e-14))
        return OptimalRidge(ridge, *conditional_ridge_risk(eigenvalues, ridge, n_samples, n_features, signal, noise))

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def _read(function, load, signal_variance, noise_variance, variances=errors.NON_NEGATIVE):
    return arrays.read(
        function,
        load=(load, errors.POSITIVE),
        signal_variance=(signal_variance, variances),
        noise_variance=(noise_variance, variances),
    )
