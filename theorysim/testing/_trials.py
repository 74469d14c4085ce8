"""Trials of a simulation, drawn in consecutive ranges as a test asks for them, and kept.

Two forms of a simulation are understood. The library form has parameters ``trials`` (an int or a range of trial
indices) and ``seed`` and returns arrays with the trial axis first; any other function takes a
`numpy.random.Generator` as its first argument and returns one draw.
"""

import functools
import inspect

import numpy as np

from theorysim import montecarlo
from theorysim.errors import require
from theorysim.testing import _drawing, _points
from theorysim.testing._words import case_label


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
        self.case, self.size, self.function = case, size, function
        self._arguments = dict(case) if size is None else {**case, "size": size}
        self._simulate = simulate
        self._seed = _drawing.case_seed(seed, case, size)
        self._executor, self._store = executor, store
        self._is_infinite_allowed = is_infinite_allowed
        self._fields = None

    @property
    def label(self):
        """The case in words."""
        return case_label(self.case, self.size)

    def take(self, first, count):
        """Return fields of trials first to first + count - 1, each of shape (count, ...)."""
        known = 0 if self._fields is None else len(next(iter(self._fields.values())))
        if known < first + count:
            fresh = self._draw(range(known, first + count))
            self._fields = fresh if known == 0 else {name: self._joined(name, fresh) for name in self._fields}
        return {name: values[first : first + count] for name, values in self._fields.items()}

    def _draw(self, trials):
        result = _drawing.run(
            self._simulate,
            trials=trials,
            seed=self._seed,
            executor=self._executor,
            store=self._store,
            **self._arguments,
        )
        fields = {}
        for name, values in _points.fields_of(result).items():
            words = f"simulate's {name or 'value'}"
            array = _points.real_array(values, self.function, words)
            transposed = " (is the trial axis last?)" if array.shape[1:] and array.shape[-1] == len(trials) else ""
            require(
                array.shape[:1] == (len(trials),),
                self.function,
                words,
                f"an array whose first axis are the {len(trials)} trials{transposed}",
                values,
            )
            bad = np.isnan(array) if self._is_infinite_allowed else ~np.isfinite(array)
            if np.any(bad):
                trial = trials[int(np.argmax(bad.reshape(len(trials), -1).any(axis=1)))]
                place = f"{words} for {self.label}, trial {trial}, seed {self._seed}"
                require(False, self.function, place, "finite", float(array[bad][0]))
            fields[name] = array
        return fields

    def _joined(self, name, fresh):
        known, more = self._fields[name], fresh[name]
        shared = min(len(known), len(more))
        is_repeated = np.array_equal(known[:shared], more[:shared]) and len(np.unique(known[:shared], axis=0)) >= 10
        require(
            not is_repeated,
            self.function,
            "simulate",
            "a function whose trials differ: use the streams of the range of trial indices that it is given",
            f"the same numbers for trials 0 to {shared - 1} and for {shared} later ones",
        )
        return np.concatenate([known, more])
