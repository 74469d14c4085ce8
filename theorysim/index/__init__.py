"""The index of all results: what the command line, the report and the conformance test read.

>>> find("gradient_flow.risk").papers[0].arxiv
'1710.03667'
"""

from theorysim.errors import require
from theorysim.index import _dimension, _gradient_flow, _kernels, _pac_bayes, _ridge, _spectra
from theorysim.index._result import CERTAINTIES, KINDS, TREES, Absent, Paper, Parameter, Result
from theorysim.index._spectrum_text import spectrum

__all__ = [
    "CERTAINTIES",
    "KINDS",
    "RESULTS",
    "TREES",
    "Absent",
    "Paper",
    "Parameter",
    "Result",
    "citation",
    "find",
    "search",
    "spectrum",
]

RESULTS = (
    *_spectra.RESULTS,
    *_kernels.RESULTS,
    *_ridge.RESULTS,
    *_gradient_flow.RESULTS,
    *_pac_bayes.RESULTS,
    *_dimension.RESULTS,
)


def find(name):
    """Return the result of that name, or say which names are near.

    Raises
    ------
    DomainError
        When there is no such result.
    """
    for result in RESULTS:
        if result.name == name:
            return result
    import difflib

    near = difflib.get_close_matches(name, [result.name for result in RESULTS], n=3, cutoff=0.3)
    allowed = f"the name of a result{' such as ' + ', '.join(near) if near else ''} (theorysim list shows all)"
    return require(False, "index.find", "name", allowed, name)


def search(text):
    """Return the results in whose name, title, summary or sources the words of a text occur.

    >>> [result.name for result in search("advani plateau")]
    ['gradient_flow.plateau']
    """
    words = text.lower().split()

    def everything(result):
        return " ".join([result.name, result.title, result.summary, *map(str, result.papers)]).lower()

    return tuple(result for result in RESULTS if all(word in everything(result) for word in words))


def citation(name):
    """Return the BibTeX entries of a result's sources."""
    return find(name).citation
