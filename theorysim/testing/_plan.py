"""How many trials an exact binomial test needs, from the theory alone: no pilot, so nothing depends on the data.

``level`` is the one-sided error of a round, also allowed for missing an error of the size that must be caught. Numbers
of trials are scanned upwards from 50 in steps of one percent until a test with both errors exists.
"""

import functools

import numpy as np

from theorysim.testing import _binomial

_CHUNK = 128
_LARGEST = 10**12


@functools.lru_cache(maxsize=256)
def proportion_trials(rates, detect, level):
    """Return the trials with which every rate p (a tuple) is told from p (1 - detect) and from p (1 + detect)."""
    smallest, every = np.array([min(rates)]), np.array(sorted(set(rates)))

    def decides(trials):
        found = _tells_apart(trials, smallest, detect, level)
        for index in np.flatnonzero(found) if every.size > 1 else ():
            found[index] = _tells_apart(trials[index : index + 1], every, detect, level)[0]
            if found[index]:
                break
        return found

    return _scan(decides)


@functools.lru_cache(maxsize=256)
def bound_trials(failure_rate, caught_ratio, level):
    """Return the trials with which a failure rate is told from one that is `caught_ratio` times as large."""

    def decides(trials):
        limit = _binomial.upper_count(trials, failure_rate, level)
        return _binomial.at_most(limit - 1, trials, min(1.0, caught_ratio * failure_rate)) <= level

    return _scan(decides)


def _tells_apart(trials, rates, detect, level):
    trials = trials[:, None]
    high = _binomial.upper_count(trials + 0 * rates.astype(int), rates, level)
    low = _binomial.lower_count(trials + 0 * rates.astype(int), rates, level)
    raised, lowered = rates * (1 + detect), np.maximum(rates * (1 - detect), 0.0)
    misses_high = _binomial.at_most(high - 1, trials, np.minimum(raised, 1.0)) > level
    misses_low = _binomial.at_least(low + 1, trials, lowered) > level
    return np.all(~(misses_high & (raised <= 1)) & ~misses_low, axis=1)


def _scan(decides):
    trials = 50
    while trials < _LARGEST:
        chunk = []
        while len(chunk) < _CHUNK:
            chunk.append(trials)
            trials += max(1, trials // 100)
        found = decides(np.array(chunk))
        if np.any(found):
            return chunk[int(np.argmax(found))]
    return _LARGEST
