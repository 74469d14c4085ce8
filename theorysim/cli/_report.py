"""``theorysim report``."""

import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import click

from theorysim.cli._sentence import complete_name


class Entry(NamedTuple):
    """What the page says of one result; ``picture`` is PNG bytes, or None with the reason in ``caption``."""

    result: object
    picture: bytes | None
    caption: str
    outcome: str
    verdict: str
    seconds: float


NO_SIMULATION = "no simulation"


@click.command()
@click.argument("names", nargs=-1, shell_complete=complete_name)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    default="report.html",
    show_default=True,
    help="The page.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the validations.")
def report(names, output, seed):
    """Write one HTML page on results. Each with its equation, sources, figure and the verdict of a quick validation.

    The page holds everything it shows and asks nothing of the network.

    \b
    theorysim report --output report.html
    """
    import tqdm

    from theorysim import index
    from theorysim.cli._evidence import find_clone
    from theorysim.cli._page import page

    find_clone()
    results = [index.find(name) for name in names] or list(index.RESULTS)
    start = time.perf_counter()
    drawn = {}
    entries = [_entry(result, drawn, seed) for result in tqdm.tqdm(results, desc="report", disable=None)]
    output.write_text(page(entries, time.perf_counter() - start, seed), encoding="utf-8")
    agreed = sum(entry.outcome == "agrees" for entry in entries)
    absent = sum(entry.outcome == NO_SIMULATION for entry in entries)
    rest = f", {absent} without simulation" if absent else ""
    click.echo(f"{output}: {len(entries)} results, {agreed} agree{rest}")


def _entry(result, drawn, seed):
    picture, caption = _picture(result, drawn)
    outcome, verdict, seconds = _verdict(result, seed)
    return Entry(result, picture, caption, outcome, verdict, seconds)


def _picture(result, drawn):
    """Return a picture and its caption; a figure that several results share is shown with the first."""
    from theorysim import errors, index
    from theorysim.cli._evidence import parts
    from theorysim.cli._figures import draw

    place = result.part("figures")
    if isinstance(place, index.Absent):
        return None, place
    if place in drawn:
        return None, f"Shown with {drawn[place]}."
    try:
        errors.load("matplotlib", "figures", "the figure")
    except errors.MissingExtra as error:
        return None, str(error)
    drawn[place] = result.name
    (part,) = parts("figures", [result.name])
    with tempfile.TemporaryDirectory() as folder:
        (file,) = draw(part, Path(folder), suffixes=(".png",))
        return file.read_bytes(), (part.load().__doc__ or "").strip()


def _verdict(result, seed):
    """Return outcome, words and seconds of the quick validation."""
    from theorysim import index
    from theorysim.cli._evidence import parts
    from theorysim.cli._validate import run_one

    place = result.part("validations")
    if isinstance(place, index.Absent):
        return NO_SIMULATION, place, 0.0
    (part,) = parts("validations", [result.name])
    return run_one(part, result, seed=seed)
