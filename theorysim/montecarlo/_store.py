"""A store: a directory that keeps the finished blocks of one run, so that the run resumes from what is there.

``manifest.json`` says which run it is: simulation, arguments, seed, block size and versions. Each finished block is one
``trials-FIRST-STOP.npz`` with the arrays of the values under ``values/FIELD``, the type of the NamedTuple, and the
trials that failed with their reasons. Files appear under their names only when complete.
"""

import contextlib
import functools
import hashlib
import importlib
import json
import os
import pathlib
import re
import sys
import uuid
import zipfile
import zlib

import numpy as np

import theorysim
from theorysim.errors import DomainError
from theorysim.montecarlo._block import Block, restrict
from theorysim.montecarlo._canonical import canonical_text, source_hash
from theorysim.montecarlo._collect import TrialError
from theorysim.montecarlo._structure import is_named, leaves

_FORMAT = 1
_NAME = re.compile(r"trials-(\d+)-(\d+)\.npz")
_UNREADABLE = (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error)


def store_folder(store, simulate, /, *, seed, **arguments):
    """Return the folder of one run inside a directory that holds the stores of many.

    Parameters
    ----------
    store : path or None
        The directory; None stays None.
    simulate : callable
        The simulation of the run.
    seed : int or tuple of int
        Seed of the run.
    **arguments : object
        Arguments of the simulation.

    Returns
    -------
    pathlib.Path or None

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> montecarlo.store_folder("runs", montecarlo.collect, seed=0).as_posix()
    'runs/collect-...'
    """
    if store is None:
        return None
    key = canonical_text((simulate, seed, arguments))
    name = getattr(simulate, "__name__", type(simulate).__name__).strip("<>")
    return pathlib.Path(store) / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


class Store:
    """The blocks of one run in a directory; a directory of another run is refused."""

    def __init__(self, path, job, block):
        self._path, self._seed, self._block = pathlib.Path(path), job.seed, block
        self._stored = {}
        manifest = _manifest(job, block)
        if self._path.exists() and not self._path.is_dir():
            raise DomainError(f"montecarlo.run: store must be a directory, got the file {self._path}.")
        self._path.mkdir(parents=True, exist_ok=True)
        names = sorted(name for name in os.listdir(self._path) if not name.endswith(".tmp"))
        if "manifest.json" in names:
            _require_same_run(self._path / "manifest.json", manifest)
        elif names:
            raise DomainError(
                f"montecarlo.run: store must be a new directory or the store of this run, got {self._path}, which "
                f"holds {names[0]} and no manifest.json."
            )
        else:
            text = json.dumps(manifest, indent=1, sort_keys=True)
            _write(self._path / "manifest.json", lambda file: file.write(text.encode()))
        for match in filter(None, map(_NAME.fullmatch, names)):
            trials = range(int(match[1]), int(match[2]))
            self._stored.setdefault(trials.start // block, []).append(trials)

    def take(self, piece):
        """Return the stored blocks of a piece of a block and the ranges of it that are missing."""
        stored = self._stored.get(piece.start // self._block, [])
        blocks, missing, position = [], [], piece.start
        while position < piece.stop:
            whole = max((trials for trials in stored if position in trials), key=lambda t: t.stop, default=None)
            later = [trials.start for trials in stored if trials.start > position]
            found = range(position, min([piece.stop, *later] if whole is None else [piece.stop, whole.stop]))
            if whole is None:
                missing.append(found)
            else:
                blocks.append(restrict(self._load(whole), found))
            position = found.stop
        return blocks, missing

    def save(self, block):
        """Write a finished block; it appears under its name only when complete."""
        contents = {
            "failed": np.array([error.trial for error in block.failures], dtype=np.int64),
            "reasons": np.array([error.reason for error in block.failures], dtype=np.str_),
        }
        if block.values is not None:
            contents["structure"] = np.array(json.dumps(_described(block.values)))
            contents |= {f"values/{name}": leaf for name, leaf in leaves(block.values).items()}
        _write(self._file(block.trials), lambda file: np.savez(file, **contents))

    def _load(self, trials):
        path = self._file(trials)
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
                contents = dict(archive)
            failed, reasons = contents["failed"].tolist(), contents["reasons"].tolist()
            structure = json.loads(str(contents["structure"])) if "structure" in contents else None
            columns = [contents[name] for name in contents if name.startswith("values/")]
            if any(len(column) != len(trials) - len(failed) for column in columns):
                raise ValueError("it does not hold a row for each trial")
        except _UNREADABLE as error:
            raise DomainError(
                f"montecarlo.run: {path} cannot be read ({type(error).__name__}: {error}). Delete this file and its "
                "trials are drawn again."
            ) from error
        failures = tuple(TrialError(trial, self._seed, reason) for trial, reason in zip(failed, reasons))
        return Block(trials, _restored(structure, iter(columns), path) if columns else None, failures)

    def _file(self, trials):
        return self._path / f"trials-{trials.start:012d}-{trials.stop:012d}.npz"


def _manifest(job, block):
    return {
        "format": _FORMAT,
        "simulate": canonical_text(job.simulate),
        "source": source_hash(job.simulate),
        "arguments": {name: canonical_text(value) for name, value in job.arguments.items()},
        "seed": canonical_text(job.seed),
        "block": block,
        "allow_infinite": job.allow_infinite,
        "blas_threads": 1,
        "theorysim": theorysim.__version__,
        "numpy": np.__version__,
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
    }


def _require_same_run(path, manifest):
    try:
        there = _flat(json.loads(path.read_text()))
    except (OSError, ValueError, AttributeError) as error:
        raise DomainError(f"montecarlo.run: {path} cannot be read ({error}).") from error
    here = _flat(manifest)
    differing = [
        f"{name} is {_shortened(there.get(name, 'absent'))} there and {_shortened(here.get(name, 'absent'))} here"
        for name in sorted(there | here)
        if there.get(name) != here.get(name)
    ]
    if differing:
        raise DomainError(
            f"montecarlo.run: store must be of the same run, got {path.parent}, where {'; '.join(differing)}. "
            "Name another directory; this one is left as it is."
        )


def _flat(manifest):
    arguments = {f"argument {name}": text for name, text in manifest.get("arguments", {}).items()}
    return {name: entry for name, entry in manifest.items() if name != "arguments"} | arguments


def _shortened(entry):
    text = str(entry) or "unknown"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _described(values):
    """Return the types of a structure as JSON: null for an array, else where its NamedTuple is found."""
    if not is_named(values):
        return None
    kind = type(values)
    if _found(kind.__module__, kind.__qualname__) is not kind:
        raise DomainError(
            f"montecarlo.run: simulate must return NamedTuples that are defined in a module to be stored, got "
            f"{kind.__module__}.{kind.__qualname__}."
        )
    return [kind.__module__, kind.__qualname__, {name: _described(part) for name, part in values._asdict().items()}]


def _restored(structure, columns, path):
    if structure is None:
        return next(columns)
    module, name, parts = structure
    kind = _found(module, name)
    if getattr(kind, "_fields", None) != tuple(parts):
        raise DomainError(
            f"montecarlo.run: {path} holds a {module}.{name} with fields {', '.join(parts)}, which is not found now."
        )
    return kind(*[_restored(part, columns, path) for part in parts.values()])


def _found(module, name):
    """Return what a module calls by a dotted name; None where there is nothing."""
    try:
        return functools.reduce(getattr, name.split("."), importlib.import_module(module))
    except (ImportError, AttributeError):
        return None


def _write(path, fill):
    temporary = path.with_name(f"{path.name}-{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("wb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
