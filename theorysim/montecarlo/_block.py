"""One block: the trials that a worker draws in one call, with the failures among them.

A failure is a trial that raises or that returns a value that is not finite. A `Block` has a row for each trial of its
range that did not fail; ``values`` is None when no trial was drawn to the end.
"""

from typing import NamedTuple

import numpy as np

from theorysim.errors import DomainError, require
from theorysim.montecarlo._collect import TrialError
from theorysim.montecarlo._structure import as_leaf, form, leaves, rebuild
from theorysim.montecarlo._threads import single_threaded


class Job(NamedTuple):
    """What is to be drawn, and how many failures may be omitted."""

    simulate: object
    arguments: dict
    seed: object
    allow_infinite: bool
    max_failures: int


class Block(NamedTuple):
    """Trials of a range: values of those that did not fail, and a `TrialError` for each that did."""

    trials: range
    values: object
    failures: tuple


def draw_block(job, trials):
    """Draw a range of trials; runs in the worker."""
    with single_threaded():
        try:
            values = _simulate(job, trials)
        except DomainError:
            raise
        except Exception as error:
            is_placed = isinstance(error, TrialError) and error.trial in trials
            if is_placed and not job.max_failures:
                return Block(trials, None, (error,))
            return _one_by_one(job, trials, error)
        return _without_failures(job, trials, values)


def restrict(block, trials):
    """Return the part of a block whose trials lie in a range."""
    if block.trials == trials:
        return block
    failed = {error.trial for error in block.failures}
    is_inside = [trial in trials for trial in block.trials if trial not in failed]
    failures = tuple(error for error in block.failures if error.trial in trials)
    return Block(trials, _rows(block.values, is_inside), failures)


def merge(blocks):
    """Join blocks in the order of their trials; returns values (None without any) and the numbers of the trials."""
    blocks = sorted(blocks, key=lambda block: block.trials.start)
    drawn = [block for block in blocks if block.values is not None]
    failed = {error.trial for block in blocks for error in block.failures}
    kept = [trial for block in blocks for trial in block.trials if trial not in failed]
    for block in drawn:
        _require_same_form(drawn[0], block)
    columns = zip(*[leaves(block.values).values() for block in drawn])
    joined = iter([np.concatenate(column) for column in columns])
    return rebuild(drawn[0].values, joined) if drawn else None, np.array(kept, dtype=np.int64)


def _simulate(job, trials):
    values = job.simulate(**job.arguments, trials=trials, seed=job.seed)
    found = {}
    for name, leaf in leaves(values).items():
        words = f"simulate's {name or 'value'}"
        found[name] = as_leaf(leaf)
        require(found[name] is not None, "montecarlo.run", words, "an array of real numbers", leaf)
        is_table = found[name].shape[:1] == (len(trials),)
        require(is_table, "montecarlo.run", words, f"an array whose first axis are the {len(trials)} trials", leaf)
    return rebuild(values, iter(found.values()))


def _without_failures(job, trials, values):
    failures, is_kept = [], np.ones(len(trials), dtype=bool)
    is_bad = np.isnan if job.allow_infinite else lambda leaf: ~np.isfinite(leaf)
    for name, leaf in leaves(values).items():
        bad = is_bad(leaf)
        for row in np.flatnonzero(bad.any(axis=tuple(range(1, leaf.ndim))) & is_kept):
            came = float(leaf[row][bad[row]].flat[0])
            failures.append(TrialError(trials[row], job.seed, f"returned {came}{name and ' in '}{name}"))
            is_kept[row] = False
    failures.sort(key=lambda error: error.trial)
    return Block(trials, values if is_kept.all() else _rows(values, is_kept), tuple(failures))


def _one_by_one(job, trials, together):
    """Find the trials that fail, up to one more than may be omitted."""
    blocks, n_raised = [], 0
    for trial in trials:
        alone = range(trial, trial + 1)
        try:
            block = _without_failures(job, alone, _simulate(job, alone))
        except DomainError:
            raise
        except Exception as error:
            is_placed = isinstance(error, TrialError) and error.trial == trial
            block = Block(alone, None, (error if is_placed else _failure(trial, job.seed, error),))
            n_raised += 1
        blocks.append(block)
        failures = tuple(error for block in blocks for error in block.failures)
        if len(failures) > job.max_failures:
            return Block(trials, None, failures)
    if not n_raised:
        raise RuntimeError(
            f"trials {trials.start} to {trials.stop - 1} of seed {job.seed} raise {type(together).__name__} "
            f"together but none of them alone: {together}"
        ) from together
    return Block(trials, merge(blocks)[0], failures)


def _failure(trial, seed, error):
    failure = TrialError(trial, seed, f"raised {type(error).__name__}: {error}")
    failure.__cause__ = error
    return failure


def _rows(values, is_kept):
    if values is None or not np.any(is_kept):
        return None
    return rebuild(values, iter([leaf[np.asarray(is_kept)] for leaf in leaves(values).values()]))


def _require_same_form(first, other):
    forms = [
        f"{form(block.values, first_axis=1)} in trials {block.trials.start} to {block.trials.stop - 1}"
        for block in (first, other)
    ]
    is_same = form(first.values, first_axis=1) == form(other.values, first_axis=1)
    require(is_same, "montecarlo.run", "simulate's value", f"of one form in all trials, {forms[0]}", forms[1])
