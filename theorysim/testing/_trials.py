"""Trials of a simulation, drawn in consecutive ranges as a test asks for them, and kept.

Two forms of a simulation are understood. The library form has parameters ``trials`` (an int or a range of trial
indices) and ``seed`` and returns arrays with the trial axis first; any other function takes a
`numpy.random.Generator` as its first argument and returns one draw.
"""

import concurrent.futures
import functools
import inspect

import numpy as np

from theorysim import montecarlo
from theorysim.errors import require
from theorysim.testing import _points
from theorysim.testing._words import case_label

# Small, so that the first look of 50 trials already occupies several workers.
_BLOCK = 16
_CASES_AT_ONCE = 32


class Draws:
    """The library form of a function that returns one draw from a generator."""

    def __init__(self, draw):
        self.draw = draw

    def __call__(self, *, trials, seed, **arguments):
        return montecarlo.collect(functools.partial(self._one, arguments), trials=trials, seed=seed)

    def _one(self, arguments, rng):
        return self.draw(rng, **arguments)


def library_form(simulate, function):
    """Return a simulation in its library form, told apart by the parameter ``trials``."""
    try:
        parameters = inspect.signature(simulate).parameters
    except (TypeError, ValueError):
        require(False, function, "simulate", "a callable with a readable signature", simulate)
    if "trials" not in parameters:
        is_draw = any(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters.values())
        allowed = "simulate(..., trials, seed) or f(rng, ...) with the generator as first argument"
        require(is_draw, function, "simulate", allowed, simulate)
        return Draws(simulate)
    takes_seed = "seed" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    require(takes_seed, function, "simulate", "simulate(..., trials, seed); seed is missing", simulate)
    return simulate


class Trials:
    """The trials of one case at one size; `take` draws what is not there yet.

    ``is_infinite_allowed`` lets infinite values pass, as order statistics and bounds do.
    """

    def __init__(self, simulate, case, size, *, function, seed, executor, store, is_infinite_allowed=False):
        self.case, self.label, self._function = case, case_label(case, size), function
        arguments = dict(case) if size is None else {**case, "size": size}
        self._seed = montecarlo.case_seed(seed, case, size)
        # Bound here, so that no name of an argument can be mistaken for one of the run.
        self._simulate = functools.partial(simulate, **arguments)
        self._run = {
            "executor": executor,
            "store": None if store is None else montecarlo.store_folder(store, self._simulate, seed=self._seed),
            "allow_infinite": is_infinite_allowed,
        }
        self._fields = None

    def take(self, first, count):
        """Return fields of trials first to first + count - 1, each of shape (count, ...)."""
        known = 0 if self._fields is None else len(next(iter(self._fields.values())))
        if known == 0:
            self._fields = self._draw(range(first + count))
            self._require_fresh()
        elif known < first + count:
            more = self._draw(range(known, first + count))
            self._fields = {name: np.concatenate([values, more[name]]) for name, values in self._fields.items()}
        return {name: values[first : first + count] for name, values in self._fields.items()}

    def _draw(self, trials):
        try:
            result = montecarlo.run(self._simulate, trials=trials, seed=self._seed, block=_BLOCK, **self._run)
        except montecarlo.TrialError as error:
            error.add_note(f"{self._function}: simulate failed in the case {self.label}")
            raise
        return {
            name: _points.real_array(values, self._function, f"simulate's {name or 'value'}")
            for name, values in _points.fields_of(result.values).items()
        }

    def _require_fresh(self):
        """Refuse a simulation that returns the same trials for each range: it would fake its own replication."""
        for name, values in self._fields.items():
            if np.array_equal(values[_BLOCK:], values[:-_BLOCK]):
                repeats = np.unique(values[_BLOCK:], axis=0, return_counts=True)[1]
                require(
                    repeats.sum() - repeats.max() < 10,
                    self._function,
                    f"simulate's {name or 'value'}",
                    "different from trial to trial: draw trial t from the stream of t (montecarlo.streams)",
                    f"the same {_BLOCK} numbers again and again",
                )


def for_each(function, items, executor):
    """Return the function of each item, in order; with an executor the items keep its workers busy together."""
    if not isinstance(executor, concurrent.futures.Executor) or len(items) == 1:
        return [function(item) for item in items]
    with concurrent.futures.ThreadPoolExecutor(min(len(items), _CASES_AT_ONCE)) as waiting:
        return list(waiting.map(function, items))
