"""Trials in a row: a function that draws one trial becomes a table with the trial axis first."""

import traceback

import numpy as np

from theorysim.errors import require
from theorysim.montecarlo._streams import checked_seed, stream, trial_range
from theorysim.montecarlo._structure import as_leaf, form, is_named, leaves, rebuild
from theorysim.montecarlo._threads import single_threaded


class TrialError(RuntimeError):
    """A trial failed; ``trial`` and ``seed`` rerun it alone: ``draw(montecarlo.stream(seed, trial))``.

    The error that a draw raised is the cause; on the way from another process its traceback becomes a note.
    """

    def __init__(self, trial, seed, reason):
        super().__init__(f"trial {trial} of seed {seed} {reason}")
        self.trial = trial
        self.seed = seed
        self.reason = reason

    def __reduce__(self):
        notes = list(getattr(self, "__notes__", []))
        if self.__cause__ is not None:
            notes.append("".join(traceback.format_exception(self.__cause__)).rstrip())
        return TrialError, (self.trial, self.seed, self.reason), {"__notes__": notes} if notes else None


def collect(draw, *, trials, seed):
    """Draw each trial from its own stream and stack the results.

    Parameters
    ----------
    draw : callable
        ``draw(rng)`` returns one trial: a real number, an array, or a NamedTuple of them, of one shape in all trials.
    trials : int or range
        Number of trials, or the range of their absolute numbers. Without any trial one is drawn to learn its shape.
    seed : int or tuple of int
        Seed of the run.

    Returns
    -------
    array or NamedTuple of arrays
        What `draw` returns, float64, with the trial axis first.

    Raises
    ------
    TrialError
        When `draw` raises; names trial and seed, and the error is its cause.
    DomainError
        When trials return something else than real numbers, or different shapes.

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> table = montecarlo.collect(lambda rng: rng.standard_normal(3), trials=8, seed=1234)
    >>> table.shape, round(float(table[7, 0]), 12)
    ((8, 3), -0.778710173136)
    """
    trials, seed = trial_range(trials), checked_seed("montecarlo.collect", seed)
    table, first = None, None
    with single_threaded():
        for row, trial in enumerate(trials or range(trials.start, trials.start + 1)):
            drawn = _draw(draw, trial, seed)
            if first is None:
                first = drawn
                table = [np.empty((len(trials), *leaf.shape)) for leaf in leaves(drawn).values()]
            is_same = form(drawn) == form(first)
            allowed = f"of one form in all trials, {form(first)} in trial {trials.start}"
            require(is_same, "montecarlo.collect", "draw(rng)", allowed, f"{form(drawn)} in trial {trial}")
            if trials:
                for column, leaf in zip(table, leaves(drawn).values()):
                    column[row] = leaf
    return rebuild(first, iter(table))


def _draw(draw, trial, seed):
    try:
        drawn = draw(stream(seed, trial))
    except Exception as error:
        raise TrialError(trial, seed, f"raised {type(error).__name__}: {error}") from error
    arrays = [as_leaf(leaf) for leaf in leaves(drawn).values()]
    is_real = all(array is not None for array in arrays)
    allowed = "a real number, an array or a NamedTuple of them"
    require(is_real, "montecarlo.collect", "draw(rng)", allowed, drawn if is_named(drawn) else type(drawn))
    return rebuild(drawn, iter(arrays))
