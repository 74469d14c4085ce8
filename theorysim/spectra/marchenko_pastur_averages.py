r"""Averages over the Marchenko-Pastur law: moments, means of functions, Stieltjes and Laplace transforms.

Eigenvalues x of X^T X / n_samples with unit variances, ``ratio`` r = n_features / n_samples.
"""

from theorysim import errors
from theorysim.spectra import marchenko_pastur_laplace, marchenko_pastur_quadrature, marchenko_pastur_stieltjes

_ORDERS = errors.Interval(0.0, 1e5, True, True, 1.0)


class Averages:
    """The averages that `MarchenkoPastur` offers, with its method ``_read``.

    >>> from theorysim import spectra
    >>> spectra.MarchenkoPastur(2.0).moment([0, 1, 2])
    array([1., 1., 3.])
    """

    def moment(self, order):
        r"""Mean of x^k, by a Gauss-Chebyshev rule that is exact at this order; infinite where a double overflows.

        .. math::

            E[x^k] = \sum_{j=0}^{k-1} \frac{1}{j + 1} \binom{k}{j} \binom{k-1}{j} r^j

        Parameters
        ----------
        order : int or array of integers
            k from 0 to 100,000. The rounding error grows as k times 1e-16.

        Examples
        --------
        >>> from theorysim import spectra
        >>> round(spectra.MarchenkoPastur(1.0).moment(5), 9)
        42.0
        """
        xp, (ratio, k), finish, device = self._read(".moment", order=(order, _ORDERS))
        errors.require(bool(xp.all(k == xp.floor(k))), "spectra.MarchenkoPastur.moment", "order", "an integer", order)
        return finish(marchenko_pastur_quadrature.moment(k, ratio, xp, device))

    def mean_universal(self, function, *, resolution=1.0):
        r"""Mean of a function by the universal quadrature: for f of order 1, and for small differences f - f(0).

        .. math::

            E[f] = f(0) + \frac{2}{\pi} \int_0^\pi \frac{f(x(\phi)) - f(0)}{x(\phi)} \sin^2\phi \, d\phi

        Atom and pole cancel, so that f only has to be finite and smooth on [0, x_+]. The error is absolute, about 1e-15
        of the largest value; where the mean is much smaller than f(0) use `mean_bulk`.

        Parameters
        ----------
        function : callable
            Maps an array of eigenvalues elementwise to an array; leading axes of its own are kept.
        resolution : float
            1 / (scale of x near 0 on which f varies): the time of exp(-x time), 1 / shift of 1 / (x + shift).

        Examples
        --------
        >>> from theorysim import spectra
        >>> round(spectra.MarchenkoPastur(2.0).mean_universal(lambda x: x**2), 12)
        3.0
        """
        return self._mean(".mean_universal", marchenko_pastur_quadrature.mean_universal, function, resolution)

    def mean_bulk(self, function, *, resolution=1.0):
        r"""Mean of a function by the bulk quadrature: for positive f whose mean may be tiny, or f singular at 0.

        .. math::

            E[f] = \max(0, 1 - 1/r) f(0) + \frac{2}{\pi} \int_0^\pi \frac{f(x(\phi))}{x(\phi)} \sin^2\phi \, d\phi

        A sum of terms of one sign: relative accuracy for positive f. f(0) is asked for only where there is an atom.
        Parameters as for `mean_universal`.

        >>> from theorysim import spectra
        >>> round(spectra.MarchenkoPastur(0.5).mean_bulk(lambda x: 1 / x), 12)
        2.0
        """
        return self._mean(".mean_bulk", marchenko_pastur_quadrature.mean_bulk, function, resolution)

    def _mean(self, name, mean, function, resolution):
        where = f"spectra.MarchenkoPastur{name}"
        errors.require(callable(function), where, "function", "callable on an array of eigenvalues", function)
        reading = self._read(name, resolution=(resolution, errors.NON_NEGATIVE_OR_INFINITE))
        xp, (ratio, scale), finish, device = reading
        return finish(mean(function, ratio, scale, xp, device))

    def stieltjes(self, shift):
        r"""Mean of 1 / (x + shift), the resolvent on the negative axis; infinite at shift 0 when ratio >= 1.

        .. math::

            m(s) = \frac{2}{s + 1 - r + \sqrt{(s + 1 - r)^2 + 4 r s}}

        Parameters
        ----------
        shift : float or array
            s = ridge / n_samples >= 0; m(0) = 1 / (1 - r) for r < 1.

        Notes
        -----
        Evaluated as atom / s plus a sum of positive terms, which keeps all digits on both sides of ratio 1.

        Examples
        --------
        >>> from theorysim import spectra
        >>> round(spectra.MarchenkoPastur(1.0).stieltjes(1e-8), 7)
        9999.5000125
        """
        xp, (ratio, s), finish, _ = self._read(".stieltjes", shift=(shift, errors.NON_NEGATIVE))
        return finish(marchenko_pastur_stieltjes.stieltjes(s, ratio, xp))

    def stieltjes_squared(self, shift):
        r"""Mean of 1 / (x + shift)^2, minus the derivative of `stieltjes`; shift = ridge / n_samples >= 0.

        .. math::

            -m'(s) = \frac{m (1 + r m)}{\sqrt{(s + 1 - r)^2 + 4 r s}}

        >>> from theorysim import spectra
        >>> round(spectra.MarchenkoPastur(0.5).stieltjes_squared(0.0), 12)
        8.0
        """
        xp, (ratio, s), finish, _ = self._read(".stieltjes_squared", shift=(shift, errors.NON_NEGATIVE))
        return finish(marchenko_pastur_stieltjes.stieltjes_squared(s, ratio, xp))

    def laplace(self, time):
        r"""Mean of exp(-x time), to relative accuracy 1e-13 down to 1e-100 and 1e-12 below.

        .. math::

            L(t) = 1 - \int_0^t e^{-(1 + r) u} \frac{I_1(2 \sqrt{r} u)}{\sqrt{r} u} \, du

        Parameters
        ----------
        time : float or array
            t in [0, inf]; L(inf) is the atom, L(t) = exp(-2 t) [I_0(2 t) + I_1(2 t)] at ratio 1.

        Notes
        -----
        Derived here from the density; evaluated as the atom plus a positive integral over the angle.

        Examples
        --------
        >>> from theorysim import spectra
        >>> round(spectra.MarchenkoPastur(4.0).laplace(0.025), 12)
        0.976489890888
        """
        xp, (ratio, t), finish, device = self._read(".laplace", time=(time, errors.NON_NEGATIVE_OR_INFINITE))
        return finish(marchenko_pastur_laplace.laplace(t, ratio, xp, device))
