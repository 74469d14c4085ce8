"""Sphinx: the pages of the rooms are written from the index, their figures drawn from figures/."""

import os
import sys
from pathlib import Path

sys.path.insert(0, os.path.dirname(__file__))
os.chdir(Path(__file__).parents[1])

import rooms

import theorysim

project = "theorysim"
author = "The theorysim developers"
copyright = "2026, the theorysim developers"
version = release = theorysim.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "numpydoc",
    "myst_parser",
]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath"]
html_theme = "pydata_sphinx_theme"
html_static_path = ["_static"]
html_theme_options = {"show_prev_next": False, "secondary_sidebar_items": ["page-toc"]}
html_title = "theorysim"
mathjax_path = "tex-svg.js"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
add_module_names = False
default_role = "code"


def setup(app):
    """Write the pages of the rooms before Sphinx looks for its sources; read docstrings as they are meant."""
    rooms.write(Path(__file__).parent)
    app.connect("autodoc-process-docstring", rooms.escape_plain_mathematics, priority=100)
