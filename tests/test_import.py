"""Importing loads little, and without the extras every command that needs one says which."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import theorysim

HEAVY = ("scipy", "numba", "cupy", "sympy", "matplotlib", "xarray", "pandas", "sklearn", "dask", "distributed", "tqdm")
ROOMS = [name for name in theorysim.__all__ if name not in ("sweep", "testing")]

BLOCKED = """
import sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Block())
"""


def python(code, cwd=None):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=cwd)


def loaded_by(*modules):
    """Return which heavy packages one fresh interpreter has loaded after each import."""
    code = f"""
import importlib, json, sys
found = {{}}
for name in {modules!r}:
    importlib.import_module(name)
    found[name] = [heavy for heavy in {HEAVY!r} if heavy in sys.modules]
print(json.dumps(found))
"""
    finished = python(code)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def test_importing_theorysim_loads_no_heavy_library():
    assert loaded_by("theorysim") == {"theorysim": []}


def test_importing_every_room_loads_no_heavy_library():
    found = loaded_by(*(f"theorysim.{room}" for room in ROOMS))
    assert found == {f"theorysim.{room}": [] for room in ROOMS}


def test_the_command_line_starts_without_numpy():
    finished = python("import sys, theorysim.cli; print('numpy' in sys.modules, 'scipy' in sys.modules)")
    assert finished.stdout == "False False\n"


def test_sweep_and_testing_load_neither_xarray_nor_matplotlib():
    for heavy in loaded_by("theorysim.sweep", "theorysim.testing").values():
        assert not set(heavy) & {"xarray", "matplotlib", "pandas", "sympy"}


@pytest.mark.parametrize(
    ("blocked", "command", "extra"),
    [
        (["sympy"], ["derive", "spectra.MarchenkoPastur.cdf"], "derive"),
        (["matplotlib"], ["figures", "spectra.MarchenkoPastur.cdf"], "figures"),
        (["matplotlib"], ["curve", "spectra.MarchenkoPastur.cdf", "eigenvalue=0:1:3", "--output", "a.png"], "figures"),
        (["xarray"], ["curve", "spectra.MarchenkoPastur.cdf", "--output", "a.nc"], "sweep"),
        (["h5netcdf"], ["curve", "spectra.MarchenkoPastur.cdf", "--output", "a.nc"], "sweep"),
        (["distributed"], ["validate", "--executor", "dask:localhost:1"], "cluster"),
    ],
)
def test_a_command_without_its_extra_says_which(blocked, command, extra):
    code = BLOCKED.format(names=blocked) + f"from theorysim.cli import main; main({command!r})"
    finished = python(code, cwd=Path(__file__).parents[1])
    assert finished.returncode == 2, finished.stderr
    assert finished.stdout == ""
    assert finished.stderr.count("\n") == 1
    assert finished.stderr.endswith(f"pip install 'theorysim[{extra}]'\n")


def test_without_any_extra_the_rest_works():
    extras = ["cupy", "sympy", "matplotlib", "sklearn", "xarray", "h5netcdf", "pandas", "dask", "distributed", "pytest"]
    code = BLOCKED.format(names=extras) + (
        "import theorysim\n"
        "for name in theorysim.__all__: getattr(theorysim, name)\n"
        "from theorysim.cli import main\n"
        "main(['curve', 'spectra.MarchenkoPastur.cdf', 'ratio=0.5,2'])\n"
    )
    finished = python(code)
    assert finished.returncode == 0, finished.stderr
    assert len(finished.stdout.splitlines()) == 3
