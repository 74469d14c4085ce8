"""Fixtures: simulations that workers can import, and two of those workers."""

import importlib
import pathlib
import sys

import pytest

from theorysim import montecarlo


@pytest.fixture(scope="session")
def simulations():
    """Return the module of simulations under a name that spawned processes can import."""
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    yield importlib.import_module("simulations")
    sys.path.pop(0)


@pytest.fixture(scope="session")
def two_processes(simulations):
    with montecarlo.processes(2) as executor:
        yield executor
