r"""Laplace transform of the Marchenko-Pastur law: how fast gradient flow forgets.

Eigenvalues x of X^T X / n_samples with unit variances, ``ratio`` = n_features / n_samples; ``time`` multiplies x.
"""

import math

import numpy as np

from theorysim.arrays import in_blocks, special
from theorysim.spectra.marchenko_pastur_quadrature import atom, low_edge, panel_nodes

_HOST_BLOCK, _DEVICE_BLOCK = 2**10, 2**18
_LATEST = 1e36


@np.errstate(all="ignore")
def laplace(time, ratio, xp, device):
    r"""Return E[exp(-x time)], time in [0, inf], to full relative accuracy however small it is.

    .. math::

        L(t) = \max(0, 1 - 1/r) + e^{-x_- t} \frac{2}{\pi} \int_0^\pi
               e^{-4 \sqrt{r} \sin^2(\phi/2) t} \frac{\sin^2\phi}{x(\phi)} d\phi, \qquad
        L(t) = e^{-2t} [I_0(2t) + I_1(2t)] \text{ at } r = 1.
    """
    return atom(ratio, xp) + bulk_laplace(time, ratio, xp, device)


@np.errstate(all="ignore")
def bulk_laplace(time, ratio, xp, device):
    """Return the integral of exp(-x time) over the bulk alone, time in [0, inf], to full relative accuracy."""
    time, ratio = xp.broadcast_arrays(time, ratio)
    is_square = ratio == 1
    finite = xp.where(time < _LATEST, time, _LATEST)
    bulk = blockwise(_bulk_laplace, xp.where(is_square, 0.0, finite), ratio, xp, device)
    argument = 2 * xp.where(is_square & (time < 1e300), time, 1e300)
    square = special(xp).i0e(argument) + special(xp).i1e(argument)
    return xp.where(time == math.inf, 0.0, xp.where(is_square, square, bulk))


def _bulk_laplace(time, ratio, xp, device):
    eigenvalues, weights = panel_nodes(ratio, time, xp, device)
    above = eigenvalues - low_edge(ratio, xp)[..., None]
    scaled = xp.sum(weights * xp.exp(-above * time[..., None]) / eigenvalues, axis=-1)
    return xp.exp(-low_edge(ratio, xp) * time) * scaled


@np.errstate(all="ignore")
def laplace_complement(time, ratio, xp, device):
    r"""Return 1 - E[exp(-x time)], time in [0, inf], without cancellation at small times.

    .. math::

        1 - L(t) = \frac{2}{\pi} \int_0^\pi \frac{1 - e^{-x(\phi) t}}{x(\phi)} \sin^2\phi \, d\phi
    """
    time, ratio = xp.broadcast_arrays(time, ratio)
    return blockwise(_universal_complement, time, ratio, xp, device)


def _universal_complement(time, ratio, xp, device):
    eigenvalues, weights = panel_nodes(ratio, xp.where(time < _LATEST, time, _LATEST), xp, device)
    return xp.sum(weights * -xp.expm1(-eigenvalues * time[..., None]) / eigenvalues, axis=-1)


@np.errstate(all="ignore")
def weighted_laplace(time, ratio, xp):
    r"""Return E[x exp(-x time)] = -dL/dt, time in [0, inf].

    .. math::

        E[x e^{-x t}] = e^{-(1 + r) t} \, \frac{I_1(2 \sqrt{r} t)}{\sqrt{r} t}
    """
    decay = xp.exp(-low_edge(ratio, xp) * time) * scaled_weighted_laplace(time, ratio, xp)
    return xp.where(time == math.inf, 0.0, decay)


@np.errstate(all="ignore")
def scaled_weighted_laplace(time, ratio, xp):
    """Return E[x exp(-(x - low_edge) time)], time in [0, inf): `weighted_laplace` without its exponential decay."""
    argument = 2 * xp.sqrt(ratio) * time
    is_small = argument < 1e-100
    argument = xp.where(argument < 1e300, argument, 1e300)
    return xp.where(is_small, 1.0, 2 * special(xp).i1e(argument) / xp.where(is_small, 1.0, argument))


def blockwise(function, time, ratio, xp, device):
    """Apply a quadrature to blocks of elements, so that nodes of large arrays never fill the memory."""
    blocks = {"host": _HOST_BLOCK, "device": _DEVICE_BLOCK}
    return in_blocks(lambda t, r: function(t, r, xp, device), time, ratio, xp=xp, **blocks)
