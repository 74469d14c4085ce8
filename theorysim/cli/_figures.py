"""``theorysim figures``."""

import time
from pathlib import Path

import click

from theorysim.cli._sentence import complete_name


@click.command()
@click.argument("names", nargs=-1, shell_complete=complete_name)
@click.option(
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to write; figures/output of the clone when left out.",
)
def figures(names, output):
    """Draw figures. Those of the named results or rooms, or all, as PNG, SVG and PDF, the same bytes each time.

    \b
    theorysim figures
    theorysim figures gradient_flow.risk --output pictures
    """
    import tqdm

    from theorysim import errors
    from theorysim.cli._evidence import find_clone, parts

    chosen = parts("figures", names)
    errors.load("matplotlib", "figures", "theorysim figures")
    output = find_clone() / "figures" / "output" if output is None else output
    output.mkdir(parents=True, exist_ok=True)
    for part in tqdm.tqdm(chosen, desc="figures", disable=None):
        start = time.perf_counter()
        files = draw(part, output)
        seconds = time.perf_counter() - start
        tqdm.tqdm.write(f"{seconds:6.1f} s  {' '.join(map(str, files))}")


def draw(part, folder, suffixes=(".png", ".svg", ".pdf")):
    """Draw one figure in the shared style; returns the files."""
    import matplotlib

    from theorysim.cli._style import save, style

    matplotlib.use("Agg")
    with matplotlib.rc_context():
        style()
        module = part.load()
        files = [folder / f"{part.name}{suffix}" for suffix in suffixes]
        save(module.draw(module.data()), *files)
    return files
