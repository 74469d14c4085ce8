r"""Late-time risk of gradient flow on Gaussian data of finite size, exactly.

The flow on |y - X w|^2 / (2 n_samples) ends at the least-squares weights nearest to w(0); the mean of the inverse of a
Wishart matrix gives their risk without any limit.

X: ``n_samples`` rows, ``n_features`` columns of independent standard normal entries; y = X w* + noise.
``signal_variance`` = E|w*|^2, the variance of x . w*; ``initial_variance`` = E|w(0)|^2, with w(0) isotropic and
independent of w*; ``noise_variance`` = variance of each entry of the noise.
"""

import numpy as np

from theorysim import arrays, errors
from theorysim.gradient_flow.plateau import simulate_least_squares
from theorysim.gradient_flow.risk import Risk


@np.errstate(all="ignore")
def finite_plateau(n_samples, n_features, *, signal_variance, noise_variance, initial_variance=0.0):
    r"""Test and training risk after infinite time at finite size, averaged over Gaussian designs.

    .. math::

        \mathcal{E}_{\mathrm{test}} = \begin{cases}
            \sigma^2 \left(1 + \dfrac{p}{n - p - 1}\right) & n > p + 1 \\
            \left(1 - \dfrac{n}{p}\right) S + \sigma^2 \left(1 + \dfrac{n}{p - n - 1}\right) & n < p - 1 \\
            \infty & |n - p| \leq 1 \end{cases}, \qquad
        \mathcal{E}_{\mathrm{train}} = \sigma^2 \max(0, 1 - p/n)

    with n = n_samples, p = n_features, :math:`\sigma^2` = noise_variance and S = signal_variance + initial_variance.

    Parameters
    ----------
    n_samples, n_features : int or array of integers
        Sizes of the design, >= 1.
    signal_variance : float or array
        E|w*|^2 in [0, inf), the variance of the noiseless target.
    noise_variance : float or array
        Variance of the target's noise in [0, inf); noise-free data have finite risk at every size.
    initial_variance : float or array
        E|w(0)|^2 in [0, inf).

    Returns
    -------
    Risk
        ``test`` and ``train`` in target squared, noise included.

    Raises
    ------
    DomainError
        For sizes that are not whole numbers, or a scalar outside its range; array elements outside give nan.

    Notes
    -----
    Derived from the mean of an inverse Wishart matrix, and verified by simulation; no limit is taken. The same formula
    for weights that start at zero is in Belkin, Hsu and Xu. At abs(n - p) = 2 and 3 the mean is finite and the variance
    over designs is not.

    References
    ----------
    Belkin, Hsu and Xu (2019), Two models of double descent for weak features, arXiv:1903.07571.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> gradient_flow.finite_plateau([18, 19, 20], 20, signal_variance=1.0, noise_variance=1.0).test
    array([19.1,  inf,  inf])
    """
    name = "gradient_flow.finite_plateau"
    reading = _read(name, n_samples, n_features, signal_variance, noise_variance, initial_variance)
    xp, (n, p, signal, noise, initial), finish, _ = reading
    for argument, value, came in (("n_samples", n, n_samples), ("n_features", p, n_features)):
        errors.require(bool(xp.all(value == xp.floor(value))), name, argument, "whole numbers", came)
    distance = xp.abs(n - p) - 1
    amplification = xp.where(distance > 0, 1 + xp.minimum(n, p) / distance, xp.inf)
    untouched = xp.where(n < p, (p - n) / p * (signal + initial), 0.0)
    learned = xp.where(noise > 0, noise * amplification, 0.0)
    return finish(Risk(untouched + learned, noise * xp.where(n > p, (n - p) / n, 0.0)))


def simulate_finite_plateau(
    n_samples, n_features, *, signal_variance, noise_variance, initial_variance=0.0, trials, seed
):
    """Late-time risks on Gaussian data, one design a trial; teacher, weights and noise averaged exactly.

    Arguments as for `finite_plateau`, with one pair of sizes. ``test`` has a finite third moment over the trials where
    abs(n_samples - n_features) > 5.

    Returns
    -------
    Risk
        Arrays with the trial axis first.
    """
    name = "gradient_flow.simulate_finite_plateau"
    reading = _read(name, n_samples, n_features, signal_variance, noise_variance, initial_variance)
    n, p, signal, noise, initial = map(arrays.to_host, reading.values)
    for argument, value in (("n_samples", n), ("n_features", p)):
        is_count = value.ndim == 0 and value == np.floor(value)
        errors.require(bool(is_count), name, argument, "one positive integer", value)
    return simulate_least_squares(int(n), int(p), signal + initial, noise, trials, seed)


def _read(function, n_samples, n_features, signal_variance, noise_variance, initial_variance):
    return arrays.read(
        function,
        n_samples=(n_samples, errors.POSITIVE),
        n_features=(n_features, errors.POSITIVE),
        signal_variance=(signal_variance, errors.NON_NEGATIVE),
        noise_variance=(noise_variance, errors.NON_NEGATIVE),
        initial_variance=(initial_variance, errors.NON_NEGATIVE),
    )
