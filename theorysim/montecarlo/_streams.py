"""Random streams: trial t of a run with seed s draws from its own stream, whoever runs it and in which order.

Names: ``seed`` s, a non-negative integer of any size or a tuple of them; ``trial`` t, the absolute number of a trial;
``trials``, a range of them. The stream is PCG64 of ``SeedSequence(s, spawn_key=(t,))``.
"""

import numbers

import numpy as np

from theorysim.errors import require


def stream(seed, trial):
    """Return the random generator of one trial.

    Parameters
    ----------
    seed : int or tuple of int
        Seed of the run, each integer >= 0 and of any size. Zeros at the end of a tuple change nothing: the streams of
        ``(5, 0)`` are those of 5.
    trial : int
        Absolute number of the trial, >= 0.

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    DomainError
        For a seed or a trial that is not a non-negative integer.

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> round(float(montecarlo.stream(1234, 7).standard_normal()), 12)
    -0.778710173136
    """
    require(is_count(trial), "montecarlo.stream", "trial", "an integer >= 0", trial)
    sequence = np.random.SeedSequence(checked_seed("montecarlo.stream", seed), spawn_key=(int(trial),))
    return np.random.default_rng(sequence)


def streams(trials, seed):
    """Yield the random generator of each trial, in order.

    Parameters
    ----------
    trials : int or range
        Number of trials, or the range of their absolute numbers.
    seed : int or tuple of int
        Seed of the run.

    Yields
    ------
    numpy.random.Generator

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> [round(float(rng.random()), 6) for rng in montecarlo.streams(range(5, 7), seed=0)]
    [0.262293, 0.115373]
    """
    trials, seed = trial_range(trials), checked_seed("montecarlo.streams", seed)
    return (stream(seed, trial) for trial in trials)


def trial_range(trials):
    """Return the range of absolute trial numbers that `trials` means.

    Parameters
    ----------
    trials : int or range
        A number of trials >= 0, which are then counted from zero, or a range with step 1.

    Returns
    -------
    range

    Raises
    ------
    DomainError
        For anything else.

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> montecarlo.trial_range(3), montecarlo.trial_range(range(64, 128))
    (range(0, 3), range(64, 128))
    """
    if is_count(trials):
        return range(int(trials))
    is_range = isinstance(trials, range) and trials.step == 1 and trials.start >= 0
    require(is_range, "montecarlo.trial_range", "trials", "an integer >= 0 or a range of them with step 1", trials)
    return trials


def checked_seed(function, seed):
    """Return the seed as Python integers; anything but non-negative integers raises."""
    if isinstance(seed, tuple) and seed and all(map(is_count, seed)):
        return tuple(map(int, seed))
    require(is_count(seed), function, "seed", "an integer >= 0 or a tuple of them", seed)
    return int(seed)


def is_count(value):
    """Tell whether a value is an integer >= 0; True and False are not."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool) and value >= 0
