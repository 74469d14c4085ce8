"""``theorysim validate``."""

import sys
import time
from pathlib import Path
from typing import NamedTuple

import click

from theorysim.cli._executor import FORMS, executor
from theorysim.cli._sentence import complete_name

QUICK_DETECT = 0.05


class Outcome(NamedTuple):
    """What one validation said: ``outcome`` is agrees, disagrees or undecided, ``text`` the verdicts in words."""

    outcome: str
    text: str
    seconds: float


@click.command()
@click.argument("names", nargs=-1, shell_complete=complete_name)
@click.option("--quick", is_flag=True, help="The small cases of the default test suite, to 5 %.")
@click.option("--executor", "workers", metavar="WORKERS", help=f"{FORMS}; in this process when left out.")
@click.option(
    "--store", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="Keep finished blocks; resume."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all simulations.")
def validate(names, quick, workers, store, seed):
    """Compare theory with simulation. For the named results or rooms, or all; exit code 1 when one does not agree.

    \b
    theorysim validate gradient_flow.risk --quick
    theorysim validate --executor processes:8 --store runs --seed 1
    """
    import tqdm

    from theorysim.cli._evidence import find_clone, parts

    chosen = parts("validations", names)
    outcomes = []
    with executor(workers, find_clone()) as pool:
        for part in tqdm.tqdm(chosen, desc="validations", disable=None):
            where = None if store is None else store / part.name
            for label, outcome in run(part, is_quick=quick, seed=seed, executor=pool, store=where):
                outcomes.append(outcome)
                tqdm.tqdm.write(f"{label}: {outcome.outcome} in {outcome.seconds:.1f} s\n{outcome.text}\n")
    agreed = sum(outcome.outcome == "agrees" for outcome in outcomes)
    click.echo(f"{agreed} of {len(outcomes)} agree")
    if agreed < len(outcomes):
        sys.exit(1)


def run(part, *, is_quick, seed, executor=None, store=None):
    """Run a validation file: once at full size, or quickly for each of its results; yields labels and outcomes."""
    module = part.load()
    if not is_quick:
        yield part.name, _outcome(module.validate, seed=seed, executor=executor, store=store)
        return
    for result in part.results:
        where = None if store is None else store / result.name
        yield result.name, run_one(part, result, seed=seed, executor=executor, store=where)


def run_one(part, result, *, seed, executor=None, store=None):
    """Run the small cases of one result."""
    validate = part.load().validate
    return _outcome(validate, quick_cases(result), detect=QUICK_DETECT, seed=seed, executor=executor, store=store)


def quick_cases(result):
    """Return the small cases of a result, as its validation takes them."""
    return tuple(result.arguments(case) for case in result.cases)


def _outcome(validate, *arguments, **keywords):
    from theorysim.testing import Disagreement, Undecided

    start = time.perf_counter()
    try:
        verdicts = validate(*arguments, **keywords)
    except (Disagreement, Undecided) as error:
        return Outcome(error.verdict.outcome, str(error), time.perf_counter() - start)
    verdicts = verdicts if isinstance(verdicts, (tuple, list)) else (verdicts,)
    return Outcome("agrees", "\n".join(map(str, verdicts)), time.perf_counter() - start)
