"""A small index and a small clone, so that the command line is tested apart from what the library lists."""

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from theorysim import index

PAPER = index.Paper("doe2020title", "Doe, Jane and Roe, Ann", 2020, "A title", arxiv="2001.00001")
RATIO = index.Parameter("ratio", r"\gamma", "features per sample", "1", 0.1, 10.0, "log", 0.5)
SHIFT = index.Parameter("shift", "z", "shift", "variance", 0.0, 10.0, "linear", 0.25)
STIELTJES = index.Result(
    "spectra.MarchenkoPastur.stieltjes",
    "formula",
    "Resolvent of the Marchenko-Pastur law",
    (PAPER,),
    "published",
    (RATIO, SHIFT),
    ({"ratio": 0.5, "shift": 0.25},),
    ("value",),
)
MOMENT = STIELTJES._replace(
    name="spectra.MarchenkoPastur.moment",
    title="Moments of the Marchenko-Pastur law",
    certainty="derived",
    parameters=(RATIO, index.Parameter("order", "k", "order", "1", 1, 9, "integer", 2)),
    cases=({"ratio": 0.5, "order": 2},),
    parts={"figures": index.Absent("one number has no picture worth drawing")},
)

EVIDENCE = {
    "derivations": '''
"""Resolvent."""
import sympy as sp

x = sp.Symbol("x")

def expression():
    return {"value": sp.sqrt(x)}

def steps():
    return (("Square the root.", sp.Eq(sp.sqrt(x) ** 2, x, evaluate=False), True),
            ("Add one.", sp.Eq(x + 1, x + 1, evaluate=False), HOLDS),
            ("Add ones.", sp.Eq(sum(x**k for k in range(30)), x, evaluate=False), True))
''',
    "validations": '''
"""Resolvent."""
from theorysim import testing

CASES = ({"ratio": 0.5},)

def _theory(ratio, **_):
    return 1.0 * FACTOR

def _draw(rng, ratio, **_):
    return rng.normal(1.0, 0.1)

def validate(cases=CASES, *, detect=0.02, seed=0, executor=None, store=None):
    return testing.assert_agrees(_theory, _draw, cases=cases, detect=detect, seed=seed, executor=executor, store=store)
''',
    "figures": '''
r"""The resolvent against the shift, with $\\gamma = 1$ (seed 0)."""
import matplotlib.pyplot as plt
import numpy as np

def data():
    return {"shift": np.linspace(0.0, 1.0, 9)}

def draw(data):
    figure, ax = plt.subplots()
    ax.errorbar(data["shift"], data["shift"] ** 2, yerr=0.1, fmt="o", label=r"$\\sqrt{\\gamma}$")
    ax.set(xlabel="shift $z$", ylabel="resolvent")
    ax.legend()
    return figure
''',
}


@pytest.fixture
def run(monkeypatch):
    """Run a command with the small index."""
    from theorysim.cli import main

    monkeypatch.setattr(index, "RESULTS", (STIELTJES, MOMENT))

    def call(*words):
        return CliRunner().invoke(main, [str(word) for word in words])

    return call


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """Return a function that writes a clone, enters it and returns its root."""
    added = []

    def make(holds="True", factor="1.0"):
        root = tmp_path / "clone"
        style = Path(__file__).parents[2] / "figures" / "style.mplstyle"
        for tree, text in EVIDENCE.items():
            (root / tree / "spectra").mkdir(parents=True)
            text = text.replace("HOLDS", holds).replace("FACTOR", factor)
            (root / tree / "spectra" / "marchenko_pastur.py").write_text(text)
            added.append(f"{tree}.spectra.marchenko_pastur")
        (root / "theorysim").mkdir()
        (root / "setup.cfg").write_text("[metadata]\nname = theorysim\nversion = attr: theorysim.__version__\n")
        (root / "figures" / "style.mplstyle").write_text(style.read_text())
        (root / "somewhere" / "deep").mkdir(parents=True)
        monkeypatch.chdir(root / "somewhere" / "deep")
        return root

    for name in [name for name in sys.modules if name.split(".")[0] in EVIDENCE]:
        monkeypatch.delitem(sys.modules, name)
    yield make
    os.chdir(Path(__file__).parent)
    for name in added:
        sys.modules.pop(name, None)
    sys.path[:] = [path for path in sys.path if not path.startswith(str(tmp_path))]
