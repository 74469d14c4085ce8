"""A run: fixed blocks of trials drawn by any executor and merged in order, with a store and a policy for failures.

Block k holds the trials from k * ``block`` to (k + 1) * ``block`` - 1 as far as they are asked for. Trials have streams
of their own and blocks are merged in order, so the values depend neither on workers nor on the order in which they
finish, and 200 trials begin with the same 100.
"""

import contextlib
import inspect
import itertools
import math
import sys
from typing import NamedTuple

import numpy as np

from theorysim.errors import DomainError, require
from theorysim.montecarlo._block import Job, merge
from theorysim.montecarlo._executors import completed
from theorysim.montecarlo._store import Store
from theorysim.montecarlo._streams import checked_seed, is_count, trial_range


class Run(NamedTuple):
    """Values of the trials of a run.

    ``values`` is what the simulation returns, float64, trial axis first; ``trials`` are the numbers of its rows, and
    ``omitted`` is a tuple of the numbers of the trials that failed.
    """

    values: object
    trials: np.ndarray
    omitted: tuple


def run(
    simulate,
    /,
    *,
    trials,
    seed,
    executor=None,
    store=None,
    block=64,
    progress=False,
    max_failures=0,
    allow_infinite=False,
    **arguments,
):
    """Run a simulation in blocks of trials, on any executor.

    Parameters
    ----------
    simulate : callable
        ``simulate(**arguments, trials=range, seed=seed)`` returns an array or a NamedTuple of arrays, trial axis first.
        The numbers of a trial must not depend on the other trials of the call (`collect` sees to it).
    trials : int or range
        Number of trials, or the range of their absolute numbers.
    seed : int or tuple of int
        Seed of the run.
    executor : concurrent.futures.Executor or callable, optional
        Where blocks are drawn; this process when left out. Or a function without arguments that returns a fresh
        executor: blocks whose worker died are then drawn by another one, three times at most, as with `processes`.
    store : path, optional
        Directory that keeps finished blocks. The run resumes from what is there; a store of another run is refused.
    block : int
        Trials in a block.
    progress : bool
        Show a progress bar on standard error.
    max_failures : int
        Number of trials that may fail, by raising or by returning a value that is not finite. They are omitted and
        listed; more of them raise.
    allow_infinite : bool
        Count infinite values as values, as quantiles do. A nan always is a failure.
    **arguments : object
        Arguments of the simulation.

    Returns
    -------
    Run
        ``(values, trials, omitted)``.

    Raises
    ------
    TrialError
        For one failure more than `max_failures`; names its trial and seed.
    DomainError
        For arguments that do not fit the simulation, values without trial axis or of differing shapes, and a store
        that was made by another run or cannot be read.
    concurrent.futures.BrokenExecutor
        When workers keep dying, or when they died in an executor that cannot be renewed.

    Notes
    -----
    A fresh process imports the simulation, so that with processes or a cluster it must be a function of a module.
    A store knows a simulation by its name and by its own source text, not by that of other functions that it calls.

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> def simulate_square(scale, *, trials, seed):
    ...     return montecarlo.collect(lambda rng: (scale * rng.standard_normal()) ** 2, trials=trials, seed=seed)
    >>> result = montecarlo.run(simulate_square, scale=2.0, trials=100, seed=1)
    >>> result.values.shape, result.omitted
    ((100,), ())
    """
    trials, seed = trial_range(trials), checked_seed("montecarlo.run", seed)
    require(callable(simulate), "montecarlo.run", "simulate", "a function of trials and seed", simulate)
    require(is_count(block) and block > 0, "montecarlo.run", "block", "a positive integer", block)
    require(is_count(max_failures), "montecarlo.run", "max_failures", "an integer >= 0", max_failures)
    _require_fitting(simulate, {**arguments, "trials": trials, "seed": seed})
    job = Job(simulate, arguments, seed, bool(allow_infinite), int(max_failures))
    shelf = None if store is None or not trials else Store(store, job, int(block))
    tally = _Tally(job.max_failures)
    pieces = []
    for piece in _pieces(trials, int(block)):
        stored, missing = ([], [piece]) if shelf is None else shelf.take(piece)
        pieces += missing
        for known in stored:
            tally.add(known)
    with (
        _progress_bar(len(trials), progress) as advance,
        contextlib.closing(completed(executor, job, pieces, tally)) as blocks,
    ):
        advance(sum(len(known.trials) for known in tally.blocks))
        for done in blocks:
            tally.add(done)
            if shelf is not None and len(done.failures) <= job.max_failures:
                shelf.save(done)
            advance(len(done.trials))
    return tally.merged()


class _Tally:
    """Blocks that are done, and ``last``: the trial that is one failure too many, after which nothing is needed."""

    def __init__(self, max_failures):
        self.blocks = []
        self.failures = []
        self.last = math.inf
        self._max_failures = max_failures

    def add(self, block):
        self.blocks.append(block)
        if block.failures:
            self.failures = sorted([*self.failures, *block.failures], key=lambda error: error.trial)
            if len(self.failures) > self._max_failures:
                self.last = self.failures[self._max_failures].trial

    def merged(self):
        if self.last < math.inf:
            raise self._too_many()
        values, kept = merge(self.blocks)
        if values is None:
            raise self.failures[0]
        return Run(values, kept, tuple(error.trial for error in self.failures))

    def _too_many(self):
        error = self.failures[self._max_failures]
        if self._max_failures:
            error.add_note(f"{self._max_failures} trials before it failed too; max_failures allows no more.")
        return error


def _pieces(trials, block):
    """Cut a range at the multiples of `block`; a range without trials is one piece, to learn the form of the values."""
    cuts = range((trials.start // block + 1) * block, trials.stop, block)
    edges = [trials.start, *cuts, max(trials.start, trials.stop)]
    return [range(start, stop) for start, stop in itertools.pairwise(edges)]


def _require_fitting(simulate, arguments):
    try:
        signature = inspect.signature(simulate)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(**arguments)
    except TypeError as error:
        name = getattr(simulate, "__qualname__", type(simulate).__name__)
        raise DomainError(f"montecarlo.run: the arguments must fit {name}{signature}: {error}.") from None


@contextlib.contextmanager
def _progress_bar(total, is_shown):
    if not is_shown:
        yield lambda count: None
        return
    import tqdm

    with tqdm.tqdm(total=total, unit=" trials", file=sys.stderr) as bar:
        yield bar.update
