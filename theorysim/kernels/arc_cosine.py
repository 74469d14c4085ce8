r"""Arc-cosine functions: what two inputs at an angle share after a layer of wide random threshold or ReLU units.

A unit applies the step or the ReLU to w . x with Gaussian w. For two inputs of unit length at ``angle`` theta, k0 is
twice the mean product of their steps and k1 twice the mean product of their ReLUs, so that both are 1 at angle 0.
"""

import math
from typing import NamedTuple

import numpy as np

from theorysim import arrays, errors, montecarlo

__all__ = ["arc_cosine_one", "arc_cosine_one_complement", "arc_cosine_zero", "simulate_arc_cosine"]

_ANGLE = errors.Interval(0.0, math.pi, True, True, 1.0)
_PI_REST = 1.2246467991473532e-16
_SERIES = tuple((-1) ** (k + 1) * 2 * k / math.factorial(2 * k + 1) for k in range(1, 11))


class ArcCosine(NamedTuple):
    """What `simulate_arc_cosine` measures."""

    zero: object
    one: object


def arc_cosine_zero(angle):
    r"""Return the arc-cosine function of degree 0, of threshold units.

    .. math::

        k_0(\theta) = 2\, \mathrm{E}[\Theta(u) \Theta(v)] = \frac{\pi - \theta}{\pi}

    Parameters
    ----------
    angle : array
        theta in [0, pi], radians between the inputs.

    Returns
    -------
    array
        In [0, 1].

    Raises
    ------
    DomainError
        For a scalar outside [0, pi]; array elements outside give nan.

    Notes
    -----
    Published. Exact in expectation at any number of units. Near pi the digits of pi beyond double precision are used.

    References
    ----------
    Cho and Saul (2009), Kernel methods for deep learning.

    Examples
    --------
    >>> round(arc_cosine_zero(0.5), 12)
    0.840845056908
    """
    xp, (angle,), finish, _ = arrays.read("kernels.arc_cosine_zero", angle=(angle, _ANGLE))
    return finish(zero(angle, xp))


def arc_cosine_one(angle):
    r"""Return the arc-cosine function of degree 1, of ReLU units.

    .. math::

        k_1(\theta) = 2\, \mathrm{E}[\max(u, 0) \max(v, 0)]
        = \frac{\sin\theta + (\pi - \theta) \cos\theta}{\pi}

    Parameters
    ----------
    angle : array
        theta in [0, pi], radians between the inputs.

    Returns
    -------
    array
        In [0, 1].

    Raises
    ------
    DomainError
        For a scalar outside [0, pi]; array elements outside give nan.

    Notes
    -----
    Published. Evaluated as (sin phi - phi cos phi) / pi with phi = pi - theta, by its series for small phi: the
    relative accuracy is 1e-15 up to theta = pi, where k1 falls as the cube of phi.

    References
    ----------
    Cho and Saul (2009), Kernel methods for deep learning.

    Examples
    --------
    >>> round(arc_cosine_one(0.5), 12)
    0.890516847821
    """
    xp, (angle,), finish, _ = arrays.read("kernels.arc_cosine_one", angle=(angle, _ANGLE))
    return finish(one(angle, xp))


def arc_cosine_one_complement(angle):
    r"""Return what the arc-cosine function of degree 1 lacks to 1, with all digits at small angles.

    .. math::

        1 - k_1(\theta) = 2 \sin^2\!\frac{\theta}{2} - \frac{\sin\theta - \theta \cos\theta}{\pi}

    Parameters
    ----------
    angle : array
        theta in [0, pi], radians between the inputs.

    Returns
    -------
    array
        In [0, 1]; theta^2 / 2 - theta^3 / (3 pi) + ... at small angles.

    Raises
    ------
    DomainError
        For a scalar outside [0, pi]; array elements outside give nan.

    Notes
    -----
    Published in the form of `arc_cosine_one`. The angle after a ReLU layer is 2 asin(sqrt(complement / 2)).

    References
    ----------
    Cho and Saul (2009), Kernel methods for deep learning.

    Examples
    --------
    >>> f"{arc_cosine_one_complement(1e-8):.13e}"
    '4.9999999893897e-17'
    """
    xp, (angle,), finish, _ = arrays.read("kernels.arc_cosine_one_complement", angle=(angle, _ANGLE))
    return finish(one_complement(angle, xp))


def simulate_arc_cosine(angle, *, size, trials, seed):
    """Measure both arc-cosine functions with random units.

    Parameters
    ----------
    angle : array
        Radians between two unit vectors of the plane.
    size : int
        Number of units; the mean over trials does not depend on it.
    trials : int or range
        Number of trials, or the range of their numbers.
    seed : int
        Seed of the run.

    Returns
    -------
    ArcCosine
        ``zero`` and ``one``, trial axis first, then the axes of `angle`.

    Examples
    --------
    >>> measured = simulate_arc_cosine(0.5, size=1000, trials=40, seed=0)
    >>> bool(abs(measured.zero.mean() - arc_cosine_zero(0.5)) < 0.02)
    True
    """
    angle = np.asarray(angle, dtype=np.float64)

    def one_trial(rng):
        weights = rng.standard_normal((2, size))
        fixed = weights[0]
        turned = np.cos(angle)[..., None] * weights[0] + np.sin(angle)[..., None] * weights[1]
        is_active = (fixed > 0) & (turned > 0)
        return ArcCosine(2 * np.mean(is_active, axis=-1), 2 * np.mean(is_active * fixed * turned, axis=-1))

    return montecarlo.collect(one_trial, trials=trials, seed=seed)


def zero(angle, xp):
    """k0 of an array of angles."""
    return _supplement(angle) / math.pi


def one(angle, xp):
    """k1 of an array of angles."""
    return _sine_less_arc(_supplement(angle), xp) / math.pi


def one_complement(angle, xp):
    """1 - k1 of an array of angles."""
    return 2 * xp.sin(angle / 2) ** 2 - _sine_less_arc(angle, xp) / math.pi


def _supplement(angle):
    return (math.pi - angle) + _PI_REST


@np.errstate(under="ignore")
def _sine_less_arc(x, xp):
    """Sin x - x cos x on [0, pi], by its series below 1."""
    is_small = x < 1
    small = xp.where(is_small, x, 0.0 * x)
    square = small * small
    series = 0.0 * x
    for coefficient in reversed(_SERIES):
        series = series * square + coefficient
    large = xp.where(is_small, 1.0 + 0.0 * x, x)
    return xp.where(is_small, small * square * series, xp.sin(large) - large * xp.cos(large))
