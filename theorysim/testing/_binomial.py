"""Exact binomial tails, the critical counts of a level, order-statistic ranks and Clopper-Pearson limits.

``count`` successes in ``trials`` of probability ``rate``; ``level`` is a one-sided error. Everything broadcasts.
"""

import numpy as np


def at_most(count, trials, rate):
    """Return P(Bin(trials, rate) <= count)."""
    import scipy.special

    count = np.asarray(count, dtype=float)
    inside = np.clip(count, 0, np.asarray(trials) - 1)
    tail = scipy.special.betainc(trials - inside, inside + 1, 1 - np.asarray(rate))
    return np.where(count < 0, 0.0, np.where(count >= trials, 1.0, tail))


def at_least(count, trials, rate):
    """Return P(Bin(trials, rate) >= count)."""
    import scipy.special

    count = np.asarray(count, dtype=float)
    inside = np.clip(count, 1, trials)
    tail = scipy.special.betainc(inside, trials - inside + 1, rate)
    return np.where(count <= 0, 1.0, np.where(count > trials, 0.0, tail))


def upper_count(trials, rate, level):
    """Return the smallest count with P(Bin >= count) <= level; trials + 1 at most."""
    return _first(lambda count: at_least(count, trials, rate) <= level, np.asarray(trials) + 1)


def lower_count(trials, rate, level):
    """Return the largest count with P(Bin <= count) <= level; -1 if there is none."""
    return _first(lambda count: at_most(count, trials, rate) > level, np.asarray(trials) + 1) - 1


def _first(holds, high):
    """Bisect for the smallest integer in [0, high] at which a monotone condition holds (it holds at high)."""
    low, high = np.zeros_like(high), high.copy()
    while np.any(low < high):
        middle = (low + high) // 2
        is_true = holds(middle)
        low, high = np.where(is_true, low, np.minimum(middle + 1, high)), np.where(is_true, middle, high)
    return high


def order_ranks(trials, quantile, level):
    """Return the ranks l, u (from 1) of an interval [X_(l), X_(u)] for a quantile; 0 and trials + 1 are infinite."""
    return int(lower_count(trials, quantile, level)) + 1, int(upper_count(trials, quantile, level))


def clopper_pearson(count, trials, level):
    """Return lower and upper limit of a rate, each with one-sided error `level`."""
    import scipy.special

    count = np.asarray(count, dtype=float)
    low = scipy.special.betaincinv(np.maximum(count, 1), trials - np.maximum(count, 1) + 1, level)
    inside = np.minimum(count, trials - 1)
    high = scipy.special.betainccinv(inside + 1, trials - inside, level)
    return np.where(count <= 0, 0.0, low), np.where(count >= trials, 1.0, high)
