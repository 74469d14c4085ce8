"""Workers: a pool of spawned processes, and blocks handed to any executor, again when its workers die."""

import concurrent.futures
import contextlib
import math
import os
import pickle
import threading

from theorysim.errors import DomainError, require
from theorysim.montecarlo._block import draw_block

REBUILDS = 3
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
_environment_lock = threading.Lock()


def processes(workers=None):
    """Return an executor of spawned processes, one thread each, that replaces its pool when a worker dies.

    Parameters
    ----------
    workers : int, optional
        Number of processes; the number of cores that this process may use when left out.

    Returns
    -------
    concurrent.futures.Executor
        Processes start with the first task and stay until the ``with`` block or the object ends.

    Raises
    ------
    DomainError
        For a number of workers that is not a positive integer.

    Notes
    -----
    Spawned processes import what they run: functions of a module, not of a notebook, and a script needs its
    ``if __name__ == "__main__":``.

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> with montecarlo.processes(2) as executor:
    ...     executor.submit(abs, -3).result()
    3
    """
    workers = _cores() if workers is None else workers
    is_count = isinstance(workers, int) and not isinstance(workers, bool) and workers > 0
    require(is_count, "montecarlo.processes", "workers", "a positive integer", workers)
    return _Processes(workers)


class _Processes(concurrent.futures.Executor):
    def __init__(self, workers):
        self._workers = workers
        self._pool = None
        self._is_shut = False

    def submit(self, function, /, *arguments, **keywords):
        if self._is_shut:
            raise RuntimeError("montecarlo.processes: this executor has been shut down.")
        with _one_thread_for_children():
            try:
                return self._started().submit(function, *arguments, **keywords)
            except concurrent.futures.BrokenExecutor:
                self._pool.shutdown(wait=False)
                self._pool = None
                return self._started().submit(function, *arguments, **keywords)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._is_shut = True
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)
            self._pool = None

    def _started(self):
        import multiprocessing

        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = concurrent.futures.ProcessPoolExecutor(self._workers, mp_context=context)
        return self._pool


def completed(executor, job, pieces, tally):
    """Yield the blocks of the pieces in the order in which they are done.

    Pieces that begin after ``tally.last``, which may fall whenever a block was yielded, are cancelled and left out.
    """
    if executor is None:
        for piece in pieces:
            if piece.start <= tally.last:
                yield draw_block(job, piece)
        return
    with contextlib.ExitStack() as stack:
        make = _maker(executor, stack)
        missing = list(pieces)
        for _ in range(1 + REBUILDS):
            lost = []
            yield from _attempt(make(), job, missing, tally, lost)
            missing = [piece for piece in lost if piece.start <= tally.last]
            if not missing:
                return
    raise concurrent.futures.BrokenExecutor(
        f"montecarlo.run: workers died {1 + REBUILDS} times with {len(missing)} blocks left, the first of them trials "
        f"{missing[0].start} to {missing[0].stop - 1} of seed {job.seed}. Can workers import the simulation (it must "
        'be a function of a module, and a script needs if __name__ == "__main__":), and is there memory enough?'
    )


def _maker(executor, stack):
    """Return a function that returns an executor to submit to; one made by a factory is shut down by the stack."""
    if isinstance(executor, concurrent.futures.Executor):
        return lambda: executor
    allowed = (
        "None, a concurrent.futures.Executor (of a Dask client, client.get_executor()), or a function without "
        "arguments that returns one"
    )
    require(callable(executor), "montecarlo.run", "executor", allowed, executor)

    def make():
        stack.close()
        made = executor()
        require(isinstance(made, concurrent.futures.Executor), "montecarlo.run", "executor()", "an Executor", made)
        return stack.enter_context(made)

    return make


def _attempt(executor, job, pieces, tally, lost):
    """Submit the pieces once; those whose worker died are appended to `lost`."""
    futures = {}
    try:
        for position, piece in enumerate(pieces):
            try:
                futures[executor.submit(draw_block, job, piece)] = piece
            except concurrent.futures.BrokenExecutor as error:
                _require_renewable(position > 0, error)
                lost.extend(pieces[position:])
                break
        for future in concurrent.futures.as_completed(tuple(futures)):
            piece = futures.pop(future)
            if piece.start > tally.last:
                continue
            error = future.exception()
            if error is None:
                yield future.result()
            elif isinstance(error, concurrent.futures.BrokenExecutor):
                lost.append(piece)
            else:
                _raise_in(piece, job, error)
            if tally.last < math.inf:
                needless = [other for other, piece in futures.items() if piece.start > tally.last]
                for other in needless:
                    other.cancel()
                if len(needless) == len(futures):
                    return
    finally:
        for future in futures:
            future.cancel()


def _raise_in(piece, job, error):
    # Python 3.11 says "Can't pickle local object" of a lambda, Python 3.13 "Can't get local object".
    is_told = any(words in str(error) for words in ("pickle", "Can't get local object"))
    is_about_pickle = isinstance(error, (pickle.PicklingError, AttributeError, TypeError)) and is_told
    if is_about_pickle:
        raise DomainError(
            "montecarlo.run: with workers, simulate must be a function of a module whose arguments and values can be "
            f"pickled, got {type(error).__name__}: {error}."
        ) from error
    error.add_note(f"in trials {piece.start} to {piece.stop - 1} of seed {job.seed}")
    raise error


def _require_renewable(is_renewed, error):
    if not is_renewed:
        raise concurrent.futures.BrokenExecutor(
            "montecarlo.run: a worker died and this executor cannot be used again; pass montecarlo.processes(workers), "
            "or a function that returns a new executor, such as lambda: ProcessPoolExecutor(8)."
        ) from error


@contextlib.contextmanager
def _one_thread_for_children():
    """Set the numbers of threads in the environment that a process inherits, for as long as it may be started."""
    with _environment_lock:
        former = {name: os.environ.get(name) for name in _ONE_THREAD}
        os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
        try:
            yield
        finally:
            for name, value in former.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


def _cores():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
