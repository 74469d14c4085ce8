"""Executors written as text."""

import contextlib
import functools
import sys

from theorysim import errors
from theorysim.cli._sentence import Sentence

FORMS = "processes:N, threads:N or dask:ADDRESS"


@contextlib.contextmanager
def executor(text, root):
    """Yield the executor that a text describes (None for no text) and shut it down.

    Workers of a Dask cluster find the evidence files in the clone, at the same path as here.
    """
    if text is None:
        yield None
        return
    kind, _, where = text.partition(":")
    if kind == "dask" and where:
        distributed = errors.load("distributed", "cluster", f"--executor {text}")
        try:
            client = distributed.Client(where)
        except (OSError, ValueError) as error:
            raise Sentence(f"no Dask scheduler answers at {where}: {error}") from error
        with client:
            client.register_worker_callbacks(functools.partial(_find_modules_in, str(root)))
            yield client.get_executor(retries=2, pure=False)
        return
    if kind not in ("processes", "threads") or not where.isdecimal() or int(where) == 0:
        raise Sentence(f"--executor {text} is not {FORMS}")
    with _pool(kind, int(where)) as pool:
        yield pool


def _find_modules_in(root):
    if root not in sys.path:
        sys.path.insert(0, root)


def _pool(kind, workers):
    import concurrent.futures

    from theorysim import montecarlo

    return montecarlo.processes(workers) if kind == "processes" else concurrent.futures.ThreadPoolExecutor(workers)
