"""The command line: ``theorysim --help``."""

from theorysim.cli._app import main

__all__ = ["main"]
