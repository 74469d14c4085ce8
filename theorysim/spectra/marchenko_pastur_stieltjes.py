r"""Stieltjes transform of the Marchenko-Pastur law on the negative axis: what ridge regression sees.

Eigenvalues x of X^T X / n_samples with unit variances, ``ratio`` = n_features / n_samples; ``shift`` = ridge /
n_samples. Written so that atom and bulk are sums of positive terms: no branch is chosen and nothing cancels.
"""

import numpy as np

from theorysim.spectra.marchenko_pastur_quadrature import atom


@np.errstate(all="ignore")
def stieltjes(shift, ratio, xp):
    """Return E[1 / (x + shift)], shift >= 0: the atom's part and `bulk_stieltjes`."""
    return _atom_over(shift, ratio, xp) + bulk_stieltjes(shift, ratio, xp)


@np.errstate(all="ignore")
def stieltjes_squared(shift, ratio, xp):
    """Return E[1 / (x + shift)^2] = -d/dshift E[1 / (x + shift)], shift >= 0."""
    of_atom = xp.where(ratio > 1, _atom_over(shift, ratio, xp) / shift, 0.0)
    return of_atom + bulk_stieltjes_squared(shift, ratio, xp)


@np.errstate(all="ignore")
def bulk_stieltjes(shift, ratio, xp):
    r"""Return the integral of 1 / (x + shift) over the bulk alone, the atom at 0 left out.

    .. math::

        \frac{2}{\max(1, r) \, (s + |1 - r| + R)}, \qquad R = \sqrt{(s + |1 - r|)^2 + 4 \min(1, r) s},

    the positive root of :math:`r s m^2 + (s + 1 - r) m - 1 = 0` at ratio <= 1 and, above, that of the companion
    matrix X X^T / n_samples, whose spectrum has no atom there.
    """
    return _root(shift, ratio, xp)[0] / xp.maximum(ratio, xp.ones_like(ratio))


@np.errstate(all="ignore")
def bulk_stieltjes_squared(shift, ratio, xp):
    r"""Return the integral of 1 / (x + shift)^2 over the bulk alone.

    .. math::

        \frac{u \, (1 + \min(1, r) u)}{\max(1, r) R}, \qquad u = \max(1, r) \times \text{bulk\_stieltjes}
    """
    root, discriminant = _root(shift, ratio, xp)
    one = xp.ones_like(ratio)
    return root * (1 + xp.minimum(ratio, one) * root) / discriminant / xp.maximum(ratio, one)


def _root(shift, ratio, xp):
    """Return the Stieltjes transform of the smaller Gram matrix and the root of the discriminant."""
    distance = shift + xp.abs(1 - ratio)
    discriminant = xp.hypot(distance, 2 * xp.sqrt(xp.minimum(ratio, xp.ones_like(ratio))) * xp.sqrt(shift))
    return 2 / (distance + discriminant), discriminant


def _atom_over(shift, ratio, xp):
    return xp.where(ratio > 1, atom(ratio, xp) / shift, 0.0)
