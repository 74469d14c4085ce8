"""Interval for the mean of skewed data: Student's interval, bent by the skewness and only ever widened.

With n trials of mean M, standard error s and skewness term q = 1.5 skewness / sqrt(n), the statistic T = (M - mu) / s
is compared on Johnson's scale T + q (1 + 2 T**2) / 6. Three choices keep the promised error on skewed and on
heavy-tailed data: of the two roots the one nearest to zero is used, a side is never made narrower than Student's, and
the sample skewness, which is biased low, is multiplied by 1.5. Names: ``skewness_term`` q, ``critical`` Student's
quantile z, ``tail`` a one-sided probability.
"""

from typing import NamedTuple

import numpy as np

SKEWNESS_FACTOR = 1.5
LARGEST_SHARE = 0.10
_CONSTANT = 1e-12


class Moments(NamedTuple):
    """Sample moments of each column of a (trials, points) array."""

    count: int
    mean: np.ndarray
    variance: np.ndarray
    third_cumulant: np.ndarray
    largest_share: np.ndarray
    centered: np.ndarray


def moments(trials):
    """Return mean, variance, third cumulant and the largest share of one trial in the variance.

    Columns that are constant to rounding have third cumulant and share 0.
    """
    count = trials.shape[0]
    mean = trials.mean(axis=0)
    centered = trials - mean
    squares = centered**2
    total = squares.sum(axis=0)
    variance = total / (count - 1)
    is_constant = np.sqrt(variance) <= _CONSTANT * np.abs(mean)
    cubes = (squares * centered).sum(axis=0) * (count / ((count - 1) * (count - 2)))
    share = squares.max(axis=0) / np.where(is_constant, 1.0, total)
    return Moments(
        count, mean, variance, np.where(is_constant, 0.0, cubes), np.where(is_constant, 0.0, share), centered
    )


def skewness_term(third_cumulant_of_mean, standard_error):
    """Return q from the third cumulant of the mean (k3 / n**2 for one sample)."""
    cube = standard_error**3
    return SKEWNESS_FACTOR * third_cumulant_of_mean / np.where(cube > 0, cube, 1.0)


def student_critical(tail, freedom):
    """Return the point that Student's variable exceeds with probability `tail`."""
    import scipy.special

    return -scipy.special.stdtrit(freedom, tail)


@np.errstate(over="ignore")
def student_tail(statistic, freedom):
    """Return the probability that Student's variable exceeds `statistic`, accurate in the far tail."""
    import scipy.special

    half = 0.5 * scipy.special.betainc(freedom / 2, 0.5, freedom / (freedom + np.square(statistic)))
    return np.where(statistic > 0, half, 1 - half)


def johnson_root(skewness_term, critical):
    """Solve T + q (1 + 2 T**2) / 6 = z for the root nearest to zero, never nearer to zero than z itself.

    Infinite, with the sign of z, where there is no real root: that side of the interval is open.
    """
    shift = skewness_term / 6 - critical
    discriminant = 1 - (4 * skewness_term / 3) * shift
    has_root = discriminant >= 0
    root = -2 * shift / (1 + np.sqrt(np.where(has_root, discriminant, 1.0)))
    is_wider = np.abs(root) > np.abs(critical)
    is_wider &= np.sign(root) == np.sign(critical)
    return np.where(has_root, np.where(is_wider, root, critical), np.copysign(np.inf, critical))


def interval(mean, standard_error, skewness_term, critical):
    """Return lower and upper end of the widened interval around a mean."""
    reach = np.where(standard_error > 0, standard_error, 0.0)
    low, high = johnson_root(skewness_term, critical), johnson_root(skewness_term, -critical)
    return mean - np.where(reach > 0, low, 0.0) * reach, mean - np.where(reach > 0, high, 0.0) * reach


@np.errstate(over="ignore")
def widened_tail(statistic, skewness_term, freedom):
    """Return the probability beyond the widened statistic, in the direction of positive values.

    The statistic is whichever of T and g = T + q (1 + 2 T**2) / 6 is nearer to zero, and zero between them. Beyond
    the vertex of the parabola, |T| = 3 / (2 |q|) where T and q differ in sign, g keeps the vertex value
    3 / (4 |q|) - |q| / 6, so that a larger T never has a larger p-value and the tail is below a level exactly when the
    interval of that level excludes the value.
    """
    q, size = skewness_term, np.abs(skewness_term)
    vertex = np.where(size > 0, 1.5 / np.where(size > 0, size, 1.0), np.inf)
    is_beyond = (np.sign(statistic) * np.sign(q) < 0) & (np.abs(statistic) >= vertex)
    bounded = np.where(is_beyond | np.isinf(statistic), 0.0, statistic)
    scale = bounded + q * (1 + 2 * bounded**2) / 6
    at_vertex = np.sign(statistic) * (0.75 / np.where(size > 0, size, 1.0) - size / 6)
    scale = np.where(is_beyond, at_vertex, np.where(np.isinf(statistic), statistic, scale))
    nearer = np.where(np.abs(statistic) <= np.abs(scale), statistic, scale)
    return student_tail(np.where(np.sign(statistic) * np.sign(scale) < 0, 0.0, nearer), freedom)


def share_limit(freedom):
    """Return the largest share that one trial may have in the variance."""
    return LARGEST_SHARE + 5 / (freedom + 1)


def growth(standard_error, width, target, critical):
    """Return the factor by which the number of trials must grow for the width, from the spread alone."""
    with np.errstate(divide="ignore", over="ignore"):
        by_width = np.where(np.isfinite(width), (width / target) ** 2, 4.0)
        return np.maximum(by_width, (2 * critical * standard_error / target) ** 2)


def guard_growth(skewness_term, largest_share, critical, freedom):
    """Return the factor by which the number of trials must grow for the guards, from the shape of the sample alone."""
    by_skewness = (np.abs(skewness_term) * critical / 0.5) ** 2
    return np.maximum(by_skewness, np.where(largest_share > share_limit(freedom), 2.0, 0.0))


def guards_hold(skewness_term, largest_share, critical, freedom):
    """Tell whether the skewness correction is small and no single trial carries the variance."""
    return (np.abs(skewness_term) * critical <= 0.5) & (largest_share <= share_limit(freedom))
