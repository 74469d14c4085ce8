"""What the index knows of a result: names, ranges, evidence, source."""

import importlib
import inspect
import re
from typing import NamedTuple

from theorysim.errors import require
from theorysim.index._fields import FIELDS, Field
from theorysim.index._spectrum_text import spectrum

TREES = ("theorysim", "derivations", "validations", "figures", "tests")
KINDS = ("formula", "bound", "estimator", "algorithm", "law", "fit")
CERTAINTIES = ("published", "verified", "recalled", "derived", "reconstructed")


class Paper(NamedTuple):
    """A source: ``authors`` as "Family, Given and Family, Given", the BibTeX form."""

    key: str
    authors: str
    year: int
    title: str
    arxiv: str = ""
    venue: str = ""

    @property
    def bibtex(self):
        """The BibTeX entry."""
        kind = "article" if self.venue else "misc"
        fields = {"title": f"{{{self.title}}}", "author": self.authors, "year": str(self.year), "journal": self.venue}
        if self.arxiv:
            fields |= {"eprint": self.arxiv, "archiveprefix": "arXiv"}
        lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
        return f"@{kind}{{{self.key},\n" + ",\n".join(lines) + "\n}"

    def __str__(self):
        families = [name.split(",")[0].strip() for name in self.authors.split(" and ")]
        who = families[0] if len(families) == 1 else ", ".join(families[:-1]) + " and " + families[-1]
        where = f"arXiv:{self.arxiv}" if self.arxiv else self.venue
        return f"{who} ({self.year}), {self.title}" + (f", {where}" if where else "")


class Parameter(NamedTuple):
    """An argument of a result, described so that a sweep, a command line or a page can offer it without further code.

    ``symbol`` is LaTeX without dollars; ``unit`` is empty for a pure number; ``scale`` is "linear", "log", "integer" or
    "spectrum". The ``default`` of a spectrum is a constructor call such as "power_law:1.5", its range the exponent's.
    """

    name: str
    symbol: str
    words: str
    unit: str
    low: float
    high: float
    scale: str
    default: object


class Absent(str):
    """The reason, in words, why a part of a result cannot exist."""


class Result(NamedTuple):
    """One result: ``name`` is its public name below theorysim, e.g. ``ridge.risk`` or ``spectra.MarchenkoPastur.cdf``.

    ``cases`` are the keyword sets on which the default suite checks it (a spectrum may be written as text, see
    `index.spectrum`); ``parts`` overrides, per tree, the path ``room/stem`` of a part or says in words (`Absent`) why
    it cannot exist; ``fields`` names what is returned.
    """

    name: str
    kind: str
    title: str
    papers: tuple
    certainty: str
    parameters: tuple
    cases: tuple
    fields: tuple
    parts: dict = {}  # noqa: RUF012 - never mutated
    is_host_only: bool = False

    @property
    def room(self):
        """The room, e.g. ``ridge``."""
        return self.name.split(".")[0]

    @property
    def stem(self):
        """The file name that the five trees share, e.g. ``risk`` or ``marchenko_pastur``."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.name.split(".")[1]).lower()

    def part(self, tree):
        """Return the path of a part relative to the repository, or `Absent` with the reason."""
        place = self.parts.get(tree, f"{self.room}/{self.stem}")
        if isinstance(place, Absent):
            return place
        room, stem = place.split("/")
        return f"{tree}/{room}/test_{stem}.py" if tree == "tests" else f"{tree}/{room}/{stem}.py"

    @property
    def function(self):
        """The public function or method."""
        found = importlib.import_module(f"theorysim.{self.room}")
        for piece in self.name.split(".")[1:]:
            found = getattr(found, piece)
        return found

    @property
    def owner(self):
        """The class to which a method belongs; None for a function."""
        pieces = self.name.split(".")
        return getattr(importlib.import_module(f"theorysim.{self.room}"), pieces[1]) if len(pieces) == 3 else None

    @property
    def signature(self):
        """The arguments by name, as `inspect.Parameter`; of a method, those of its class first."""
        parts = [self.function] if self.owner is None else [self.owner, self.function]
        return {n: p for part in parts for n, p in inspect.signature(part).parameters.items() if n != "self"}

    def field(self, name):
        """Return words and unit of a field that the result returns; a field of its own takes the title."""
        words = self.title if len(self.fields) == 1 else name.replace("_", " ")
        return FIELDS.get(name, Field(words))

    def arguments(self, given):
        """Return the keyword arguments with spectra in place of the texts that describe them."""
        of_spectra = {parameter.name for parameter in self.parameters if parameter.scale == "spectrum"}
        return {
            name: spectrum(value) if name in of_spectra and isinstance(value, str) else value
            for name, value in given.items()
        }

    def evaluate(self, **arguments):
        """Evaluate the result; a method's class receives those arguments that its constructor names."""
        arguments = self.arguments(arguments)
        owner = self.owner
        if owner is None:
            return self.function(**arguments)
        of_owner = set(inspect.signature(owner).parameters) & set(arguments)
        rest = {name: value for name, value in arguments.items() if name not in of_owner}
        method = getattr(owner(**{name: arguments[name] for name in of_owner}), self.name.split(".")[2])
        names = list(inspect.signature(method).parameters.values())
        positional = [rest.pop(p.name) for p in names if p.kind is p.POSITIONAL_ONLY and p.name in rest]
        return method(*positional, **rest)

    @property
    def equation(self):
        """The result's equation in LaTeX: the first ``.. math::`` block of its docstring."""
        documentation = inspect.getdoc(self.function) or ""
        block = re.search(r"\.\. math::\n\n((?:[ \t]+.*\n?|\n)+)", documentation + "\n")
        require(block is not None, "index", f"the docstring of {self.name}", "one with a '.. math::' block", "none")
        return inspect.cleandoc(block.group(1)).strip()

    @property
    def summary(self):
        """The first line of the docstring."""
        return (inspect.getdoc(self.function) or "").split("\n")[0]

    @property
    def citation(self):
        """The BibTeX entries of the sources."""
        return "\n\n".join(paper.bibtex for paper in self.papers)
