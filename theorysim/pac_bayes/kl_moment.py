r"""The exponential moment of relative entropy between a coin and its sample: the constant of all bounds in kl form.

K of ``n_samples`` n losses are errors, K ~ Bin(n, p); the moment is the same for every risk p in (0, 1).
"""

import math

import numpy as np

from theorysim import arrays, errors, montecarlo

_FEW = 40.0
_HALF, _SHARES = 0.5, 256
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188)
_RAMANUJAN = (2 / 3, -4 / 135, 8 / 2835, 16 / 8505, -8992 / 12629925, -334144 / 492567075, 698752 / 1477701225)


def kl_moment(n_samples):
    r"""Return the mean of exp(n kl) between the share of errors and the risk.

    .. math::

        \xi(n) = E\, e^{n\, \mathrm{kl}(K / n \| p)} = \sum_{k=0}^n \binom{n}{k} \left(\frac{k}{n}\right)^k
        \left(1 - \frac{k}{n}\right)^{n-k} = n!\, e^n n^{-n}\, \frac{\Gamma(n + 1, n)}{\Gamma(n + 1)}

    Parameters
    ----------
    n_samples : array
        n > 0, number of samples. The sum needs an integer; between integers the last form interpolates.

    Returns
    -------
    array
        xi, between sqrt(n) and 2 sqrt(n) for n >= 8, and about sqrt(pi n / 2) + 2 / 3.

    Raises
    ------
    DomainError
        For a scalar outside its range (array elements give nan).

    Notes
    -----
    Verified. Maurer's bound has 2 sqrt(n) in its place; the exact constant gains ln(2 sqrt(2 / pi)) = 0.467 nats. From
    n = 40 on xi is half of Stirling's n! e^n / n^n plus Ramanujan's series 2 / 3 - 4 / (135 n) + ..., to 1e-13 or
    better.

    References
    ----------
    Maurer (2004), arXiv:cs/0411099.

    Examples
    --------
    >>> round(kl_moment(1), 12), round(kl_moment(100), 10)
    (2.0, 13.2099606302)
    """
    xp, (n,), finish, _ = arrays.read("pac_bayes.kl_moment", n_samples=(n_samples, errors.POSITIVE))
    return finish(moment(n, xp))


def simulate_kl_moment(n_samples, *, trials, seed):
    """Draw 256 shares of errors at risk 1 / 2 and return the mean of exp(n kl).

    Parameters
    ----------
    n_samples : array
        Integers; the variance grows like 2^n.
    trials : int or range
        Number of trials, or the range of their absolute numbers.
    seed : int
        Seed of the run.

    Returns
    -------
    array
        Means of exp(n kl), trial axis first; their mean is `kl_moment`.
    """
    n = np.asarray(n_samples)

    def draw(rng):
        k = rng.binomial(n, _HALF, (_SHARES, *n.shape))
        likelihood = np.where(k > 0, k / n, 1.0) ** k * np.where(k < n, 1 - k / n, 1.0) ** (n - k)
        return (likelihood * 2.0**n).mean(axis=0)

    return montecarlo.collect(draw, trials=trials, seed=seed)


def moment(n, xp):
    """Return xi for arrays."""
    special = arrays.special(xp)
    few, many = xp.where(n < _FEW, n, 1.0), xp.where(n < _FEW, _FEW, n)
    exactly = xp.exp(special.gammaln(few + 1) + few - few * xp.log(few)) * special.gammaincc(few + 1, few)
    remainder, series = xp.zeros_like(many), xp.zeros_like(many)
    for coefficient in _STIRLING[::-1]:
        remainder = coefficient + remainder / (many * many)
    for coefficient in _RAMANUJAN[::-1]:
        series = coefficient + series / many
    return xp.where(n < _FEW, exactly, xp.sqrt(math.pi / 2 * many) * xp.exp(remainder / many) + series)
