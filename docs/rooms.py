"""One page a room, from the index: its results, their figures, their documentation."""

import inspect
import re
import textwrap

from theorysim import index
from theorysim.cli._evidence import parts
from theorysim.cli._figures import draw


def write(folder):
    """Write rooms/ROOM.rst and rooms/index.rst below a folder, and draw the figures that are not there yet."""
    pages, pictures = folder / "rooms", folder / "rooms" / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    names = list(dict.fromkeys(result.room for result in index.RESULTS))
    figures = {}
    for part in parts("figures"):
        if not (pictures / f"{part.name}.png").is_file():
            draw(part, pictures, (".png",))
        figures.setdefault(part.name.split(".")[0], []).append(part)
    for name in names:
        _replace(pages / f"{name}.rst", "\n".join(_page(name, figures.get(name, []))))
    listed = "\n".join(f"   {name}" for name in names)
    _replace(pages / "index.rst", f"Results\n=======\n\n.. toctree::\n   :maxdepth: 2\n\n{listed}\n")


def _replace(path, text):
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _page(name, figures):
    module = __import__(f"theorysim.{name}", fromlist=[name])
    results = [result for result in index.RESULTS if result.room == name]
    yield from (name, "=" * len(name), "", inspect.getdoc(module) or "", "")
    yield from (".. list-table::", "   :header-rows: 1", "   :widths: auto", "")
    yield from _row("result", "what it is", "certainty", "source")
    for result in results:
        sources = "; ".join(
            f"{paper.authors.split(',')[0]} {paper.year}" + (f", arXiv:{paper.arxiv}" if paper.arxiv else "")
            for paper in result.papers
        )
        short = result.name.removeprefix(f"{name}.")
        yield from _row(f":py:obj:`{short} <theorysim.{result.name}>`", result.title, result.certainty, sources)
    yield ""
    for part in figures:
        caption = inspect.getdoc(part.load()) or ""
        yield from (f".. figure:: pictures/{part.name}.png", f"   :alt: {part.name}", "")
        yield from (textwrap.indent(caption, "   "), "")
    yield f".. currentmodule:: theorysim.{name}"
    for public in module.__all__:
        yield from ("", *_documentation(public, getattr(module, public)))
    yield ""


def _row(first, *others):
    yield f"   * - {first}"
    yield from (f"     - {other}" for other in others)


def _documentation(public, value):
    heading = [public, "-" * len(public), ""]
    if not inspect.isclass(value):
        return [*heading, f".. autofunction:: {public}"]
    members = [] if issubclass(value, (tuple, Exception)) else ["   :members:", "   :inherited-members:"]
    return [*heading, f".. autoclass:: {public}", *members]


def escape_plain_mathematics(app, what, name, obj, options, lines):
    """Escape bars and trailing underscores of plain mathematics, as in |w|^2 and x_-, outside equations and code."""
    equation = None
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if line.strip() and equation is not None and indent <= equation:
            equation = None
        if line.strip().startswith(".. math::"):
            equation = indent
        elif equation is None and not line.lstrip().startswith((">>>", "...")):
            pieces = line.split("`")
            pieces[::2] = [re.sub(r"_(?=\W|$)", r"\\_", piece.replace("|", r"\|")) for piece in pieces[::2]]
            lines[number] = "`".join(pieces)
