"""README, CONTRIBUTING and their kin say nothing false: examples run, files exist, commands are known."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

import theorysim

ROOT = Path(__file__).parents[1]
GENERATED = {"figures/output/"}
DOCUMENTS = ("README.md", "CONTRIBUTING.md")


def code(text):
    """Return what a document sets as code: spans, and lines of blocks."""
    blocks = re.findall(r"(?ms)^```[^\n]*\n(.*?)^```", text)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```", "", text))
    return spans + [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_paths_exist(name):
    text = (ROOT / name).read_text()
    candidates = re.findall(r"[\w./-]+/[\w.*/-]*", "\n".join(code(text))) + re.findall(r"\]\(([^)#]+)\)", text)
    paths = [path for path in candidates if not path.startswith(("http", ".venv")) and path not in GENERATED]
    missing = [path for path in paths if not (ROOT / path.rstrip("/")).exists()]
    assert paths
    assert missing == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_make_targets_exist(name):
    targets = set(re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text()))
    asked = set(re.findall(r"\bmake ([a-z]+)\b", "\n".join(code((ROOT / name).read_text()))))
    assert asked <= targets


@pytest.mark.parametrize("name", DOCUMENTS)
def test_commands_parse(name):
    """Every ``theorysim ...`` names a command, options and a result that exist."""
    import click

    from theorysim import index
    from theorysim.cli import main

    lines = [line.split("theorysim ", 1)[1] for line in code((ROOT / name).read_text()) if "theorysim " in line]
    lines = [line for line in lines if line.split()[0].isalpha() and "import" not in line]
    assert lines
    for line in lines:
        words = shlex.split(line)
        command = main.commands[words[0]]
        with click.Context(command, info_name=words[0]) as context:
            command.parse_args(context, words[1:])
        named = context.params.get("name") or (context.params.get("names") or ("",))[0]
        assert named in {"", "NAME", *(result.name for result in index.RESULTS)}, line


def test_readme_examples_run():
    found = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    )
    assert found.attempted >= 5
    assert found.failed == 0


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.stem)
def test_examples_of_the_documentation_run(path):
    found = doctest.testfile(
        str(path), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    )
    assert found.failed == 0
    assert found.attempted == len(re.findall(r"(?m)^>>> ", path.read_text()))


def test_versions_agree():
    assert f"version: {theorysim.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"## {theorysim.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_readme_map_lists_every_room():
    text = (ROOT / "README.md").read_text()
    rooms = [name for name in theorysim.__all__ if (ROOT / "theorysim" / name / "__init__.py").is_file()]
    missing = [room for room in rooms if f"`{room}`" not in text]
    assert missing == []
