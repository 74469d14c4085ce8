r"""Late-time limit of the risk of gradient flow on noisy linear data with isotropic features.

The flow on |y - X w|^2 / (2 n_samples) ends at the least-squares weights nearest to w(0): above load 1 the only ones,
below it those that change nothing in the directions that the sample does not contain.

X: n_samples rows, n_features columns of independent entries of mean 0 and variance 1; y = X w* + noise.
``load`` = n_samples / n_features; ``signal_variance`` = E|w*|^2, the variance of x . w*; ``initial_variance`` =
E|w(0)|^2, with w(0) isotropic and independent of w*; ``noise_variance`` = variance of each entry of the noise.
"""

import numpy as np

from theorysim import arrays, errors, montecarlo
from theorysim.gradient_flow import _gaussian_designs
from theorysim.gradient_flow.risk import Risk, unreachable_share, untouched_share


@np.errstate(all="ignore")
def plateau(load, *, signal_variance, noise_variance, initial_variance=0.0):
    r"""Test and training risk of gradient flow after infinite time: double descent with its peak at load 1.

    .. math::

        \mathcal{E}_{\mathrm{test}} = \begin{cases}
            \sigma^2 \, \alpha / (\alpha - 1) & \alpha > 1 \\
            (1 - \alpha) S + \sigma^2 / (1 - \alpha) & \alpha < 1 \end{cases}, \qquad
        \mathcal{E}_{\mathrm{train}} = \sigma^2 \max(0, 1 - 1/\alpha)

    with :math:`\alpha` = load, :math:`\sigma^2` = noise_variance and S = signal_variance + initial_variance.

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
    Risk
        ``test`` and ``train`` in target squared, noise included. At load 1 ``test`` is infinite unless the data are
        noise-free, and then 0.

    Raises
    ------
    DomainError
        For a scalar outside its range; array elements outside give nan.

    Notes
    -----
    Published; recalled, and verified by simulation. Limit t to infinity after n_samples, n_features to infinity; the
    gap at finite size is O(1 / n_features) away from load 1, see `finite_plateau` for the exact mean. Below load 1
    there is a local minimum if S > noise_variance: at load 1 - sqrt(noise_variance / S), of height
    2 sqrt(S noise_variance).

    References
    ----------
    Advani and Saxe (2017), High-dimensional dynamics of generalization error in neural networks, arXiv:1710.03667.

    Examples
    --------
    >>> from theorysim import gradient_flow
    >>> gradient_flow.plateau([0.5, 1.0, 2.0], signal_variance=3.0, noise_variance=1.0).test
    array([3.5, inf, 2. ])
    """
    reading = _read("gradient_flow.plateau", load, signal_variance, noise_variance, initial_variance)
    xp, (load, signal, noise, initial), finish, _ = reading
    untouched = untouched_share(load, xp) * (signal + initial)
    learned = xp.where(noise > 0, noise * xp.where(load < 1, 1.0, load) / xp.abs(load - 1), 0.0)
    return finish(Risk(untouched + learned, noise * unreachable_share(load, xp)))


def simulate_plateau(load, *, signal_variance, noise_variance, initial_variance=0.0, size, trials, seed):
    """Late-time risks on Gaussian data of finite size, one design a trial; teacher, weights and noise averaged exactly.

    Arguments as for `plateau`, with one load; ``size`` = n_features, where n_samples = load * size must be whole.

    Returns
    -------
    Risk
        Arrays with the trial axis first. The mean of ``test`` exists if abs(n_samples - n_features) > 1 and its
        variance if > 3: near load 1 judge quantiles instead.
    """
    name = "gradient_flow.simulate_plateau"
    reading = _read(name, load, signal_variance, noise_variance, initial_variance)
    load, signal, noise, initial = map(arrays.to_host, reading.values)
    n_samples, n_features = _gaussian_designs.shape_of(name, load, size)
    return simulate_least_squares(n_samples, n_features, signal + initial, noise, trials, seed)


def simulate_least_squares(n_samples, n_features, signal, noise, trials, seed):
    """Return the risks of the least-squares weights nearest to the initial ones on drawn designs.

    They err by pinv(X) noise, whose squared length averages to noise_variance tr (X^T X)^-1 over the non-zero modes,
    and by the error of the initial weights in the null modes.
    """
    n_null, n_left = max(0, n_features - n_samples), max(0, n_samples - n_features)

    def one_trial(rng):
        inverse = 1 / _gaussian_designs.squared_singular_values(rng, n_samples, n_features)
        test = noise + signal * n_null / n_features + noise * inverse.sum() / n_samples
        return Risk(test, noise * n_left / n_samples + 0.0 * signal)

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def _read(function, load, signal_variance, noise_variance, initial_variance):
    return arrays.read(
        function,
        load=(load, errors.POSITIVE),
        signal_variance=(signal_variance, errors.NON_NEGATIVE),
        noise_variance=(noise_variance, errors.NON_NEGATIVE),
        initial_variance=(initial_variance, errors.NON_NEGATIVE),
    )
