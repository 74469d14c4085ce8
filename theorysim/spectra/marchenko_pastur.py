r"""The Marchenko-Pastur law: eigenvalues of sample covariances of white data in high dimension.

X has n_samples rows and n_features columns of independent entries with mean 0, variance 1 and a finite fourth moment;
both sizes grow at fixed ``ratio`` = n_features / n_samples, and x are the eigenvalues of X^T X / n_samples.
"""

import dataclasses
from typing import NamedTuple

from theorysim import arrays, errors
from theorysim.spectra import (
    marchenko_pastur_cdf,
    marchenko_pastur_density,
    marchenko_pastur_draws,
    marchenko_pastur_quadrature,
)
from theorysim.spectra.marchenko_pastur_averages import Averages


class Support(NamedTuple):
    """The edges of the bulk."""

    low: object
    high: object


@dataclasses.dataclass(frozen=True, eq=False)
class MarchenkoPastur(Averages):
    r"""The limit law of the eigenvalues of X^T X / n_samples: a bulk and, for ratio > 1, an atom at 0.

    .. math::

        \mu = \max(0, 1 - 1/r) \, \delta_0 + \frac{\sqrt{(x_+ - x)(x - x_-)}}{2 \pi r x} dx, \qquad
        x_\pm = (1 \pm \sqrt{r})^2

    Parameters
    ----------
    ratio : float or array
        r = n_features / n_samples in (0, inf); an array broadcasts with the argument of each method. For X X^T /
        n_samples use ratio n_samples / n_features and eigenvalues divided by ratio; see also `from_load`.

    Raises
    ------
    DomainError
        By every method, for a scalar outside its range (array elements outside give nan).

    Notes
    -----
    Published (limit n_samples, n_features to infinity). Averages of smooth functions over a finite matrix differ from
    the law by O(1 / n_samples) for real Gaussian entries.

    References
    ----------
    Marchenko and Pastur (1967), Mathematics of the USSR-Sbornik 1(4):457-483.

    Examples
    --------
    >>> law = MarchenkoPastur(4.0)
    >>> law.atom, law.support
    (0.75, Support(low=1.0, high=9.0))
    """

    ratio: object

    def __post_init__(self):
        self._read("")

    @classmethod
    def from_load(cls, load):
        """Return the law at load = n_samples / n_features in (0, inf), the inverse of ratio.

        >>> MarchenkoPastur.from_load(0.25)
        MarchenkoPastur(ratio=4.0)
        """
        _, (load,), finish, _ = arrays.read("spectra.MarchenkoPastur.from_load", load=(load, errors.POSITIVE))
        return cls(finish(1 / load))

    @property
    def support(self):
        """Edges of the bulk, (1 - sqrt(ratio))^2 and (1 + sqrt(ratio))^2; the atom at 0 is not counted."""
        xp, (ratio,), finish, _ = self._read(".support")
        return finish(Support(marchenko_pastur_quadrature.low_edge(ratio, xp), (1 + xp.sqrt(ratio)) ** 2))

    @property
    def atom(self):
        """Probability max(0, 1 - 1 / ratio) of the eigenvalue 0."""
        xp, (ratio,), finish, _ = self._read(".atom")
        return finish(marchenko_pastur_quadrature.atom(ratio, xp))

    def density(self, eigenvalue):
        r"""Density of the bulk; 0 outside it, infinite at 0 when ratio = 1; the atom is not part of it.

        .. math::

            \rho(x) = \frac{\sqrt{(x_+ - x)(x - x_-)}}{2 \pi r x}, \qquad x_\pm = (1 \pm \sqrt{r})^2

        Parameters
        ----------
        eigenvalue : float or array
            x, any real number.

        Examples
        --------
        >>> round(MarchenkoPastur(1.0).density(2.0), 12)
        0.159154943092
        """
        xp, (ratio, x), finish, _ = self._read(".density", eigenvalue=(eigenvalue, errors.EXTENDED_REAL))
        return finish(marchenko_pastur_density.density(x, ratio, xp))

    def cdf(self, eigenvalue):
        r"""Probability of eigenvalues at or below x, the atom included; exact also next to the edges.

        .. math::

            F(x) = \max(0, 1 - 1/r) + \frac{\min(1, 1/r)}{\pi}
                   \left[\phi + \frac{q \sin\phi - (1 - q^2) \theta}{q^2}\right], \quad
            q^2 = \min(r, 1/r), \quad
            \sin^2\frac{\phi}{2} = \frac{x - x_-}{4 \sqrt{r}}, \quad
            \tan\theta = \frac{q \sin\phi}{1 - q \cos\phi}

        Parameters
        ----------
        eigenvalue : float or array
            x, any real number or infinity; F is 0 below 0.

        Examples
        --------
        >>> round(MarchenkoPastur(4.0).cdf(5.0), 12)
        0.923467229854
        """
        xp, (ratio, x), finish, _ = self._read(".cdf", eigenvalue=(eigenvalue, errors.EXTENDED_REAL))
        return finish(marchenko_pastur_cdf.cdf(x, ratio, xp))

    def survival(self, eigenvalue):
        r"""Probability 1 - F(x) of eigenvalues above x, without cancellation at the upper edge.

        .. math::

            1 - F(x) = \int_x^{x_+} \rho(x') \, dx'

        >>> bool(abs(MarchenkoPastur(0.25).survival(1.0) + MarchenkoPastur(0.25).cdf(1.0) - 1) < 1e-15)
        True
        """
        xp, (ratio, x), finish, _ = self._read(".survival", eigenvalue=(eigenvalue, errors.EXTENDED_REAL))
        return finish(marchenko_pastur_cdf.survival(x, ratio, xp))

    def quantile(self, probability):
        r"""Smallest eigenvalue x with F(x) at least the probability: 0 within the atom, the edges at 0 and 1.

        .. math::

            Q(p) = \inf \{x \geq x_{\min} : F(x) \geq p\}, \qquad x_{\min} = x_- \text{ if } r \leq 1 \text{ else } 0

        Parameters
        ----------
        probability : float or array
            p in [0, 1].

        Examples
        --------
        >>> law = MarchenkoPastur(4.0)
        >>> law.quantile(0.7), round(law.quantile(law.cdf(5.0)), 12)
        (0.0, 5.0)
        """
        xp, (ratio, p), finish, _ = self._read(".quantile", probability=(probability, errors.UNIT))
        return finish(marchenko_pastur_cdf.quantile(p, ratio, xp))

    def draw(self, size=(), *, seed):
        """Independent draws of the law on the host, the atom included; exact for every ratio.

        Parameters
        ----------
        size : int or tuple of int
            Shape of the result, to which the ratio broadcasts.
        seed : int, SeedSequence or Generator
            As for `numpy.random.default_rng`.

        >>> MarchenkoPastur(4.0).draw((2, 3), seed=1).shape
        (2, 3)
        """
        ratio = arrays.to_host(self._read(".draw").values[0])
        return marchenko_pastur_draws.draw(ratio, size, seed)

    def simulate_eigenvalues(self, n_samples, *, trials, seed):
        """Eigenvalues of X^T X / n_samples for Gaussian X of finite size, one matrix a trial, on the host.

        Parameters
        ----------
        n_samples : int
            Rows of X; n_features = ratio n_samples must be a whole number.
        trials : int or range
            Trials; trial t always draws from its own stream.
        seed : int
            Seed of the streams.

        Returns
        -------
        array, shape (trials, n_features)
            Ascending; the n_features - n_samples zeros of a wide matrix are exact.
        """
        ratio = arrays.to_host(self._read(".simulate_eigenvalues").values[0])
        return marchenko_pastur_draws.simulate_eigenvalues(ratio, n_samples, trials, seed)

    def _read(self, method, **arguments):
        where = f"spectra.MarchenkoPastur{method}"
        return arrays.read(where, ratio=(self.ratio, errors.POSITIVE), **arguments)
