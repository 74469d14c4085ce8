"""Every result of the index is complete in all five trees, and nothing in the trees lacks a result.

A quick form of each validation and each negative control runs here, as do all steps of each derivation; the figures are
drawn by the slow tests. A library file without a result is allowed when a result's file needs it: it is then a part of
that result. A public name without a result is a simulation or a return type of one, an error or a warning, a converter
of units with a test of its own, or is excused below, in words.
"""

import ast
import doctest
import importlib
import inspect
import re
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from theorysim import arrays, index

ROOT = Path(__file__).parents[1]
ROOMS = sorted({result.room for result in index.RESULTS})
EVIDENCE = ("derivations", "validations", "figures")
SECONDS = 60.0

EXCUSED = {
    "gradient_flow.GradientDescentClock": "a conversion between steps and time, tested on single modes",
    "gradient_flow.flow_residual": "one mode of gradient flow, from which gradient_flow.risk is derived",
    "spectra.Spectrum": "a container of data, checked through the results that take it",
}


def of_results(test):
    return pytest.mark.parametrize("result", index.RESULTS, ids=lambda result: result.name)(test)


def load(path):
    """Load an evidence file once, as the command line does."""
    from theorysim.cli._evidence import Part

    tree, room, file = path.split("/")
    return Part(f"{room}.{file.removesuffix('.py')}", tree, ROOT / path, ()).load()


def present(result, tree):
    """Return the path of a part, or skip with the reason why it cannot exist."""
    place = result.part(tree)
    if isinstance(place, index.Absent):
        pytest.skip(place)
    return place


def parts_of(tree):
    """Return the paths in a tree that belong to results, each with the first of them."""
    found = {}
    for result in index.RESULTS:
        place = result.part(tree)
        if not isinstance(place, index.Absent):
            found.setdefault(place, result)
    return found


@of_results
def test_five_parts_exist_or_a_reason_is_given(result):
    for tree in index.TREES:
        place = result.part(tree)
        if isinstance(place, index.Absent):
            assert len(place) >= 20, f"{result.name} gives no reason for having nothing in {tree}"
        else:
            assert (ROOT / place).is_file(), f"{result.name} lacks {place}"


@pytest.mark.parametrize("tree", EVIDENCE)
def test_no_evidence_without_a_result(tree):
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / tree).glob("*/[!_]*.py")}
    assert files - set(parts_of(tree)) == set()


def test_no_test_without_a_result_or_a_library_file():
    orphans = []
    for path in (ROOT / "tests").glob("*/test_*.py"):
        room, stem = path.parent.name, path.stem.removeprefix("test_")
        mirrored = any((ROOT / "theorysim" / room / f"{name}.py").is_file() for name in (stem, f"_{stem}"))
        if room in ROOMS and not mirrored and path.relative_to(ROOT).as_posix() not in parts_of("tests"):
            orphans.append(path.name)
    assert orphans == []


def imported(path):
    """Return the names of modules of its own room that a library file imports."""
    room = f"theorysim.{path.parent.name}"
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == room:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{room}."):
            yield node.module.split(".")[2]
        elif isinstance(node, ast.Import):
            yield from (a.name.split(".")[2] for a in node.names if a.name.startswith(f"{room}."))


@pytest.mark.parametrize("room", ROOMS)
def test_every_library_file_serves_a_result(room):
    folder = ROOT / "theorysim" / room
    module = importlib.import_module(f"theorysim.{room}")
    public = {name: getattr(module, name) for name in module.__all__}
    excused = [n for n, v in public.items() if f"{room}.{n}" in EXCUSED or is_converter(n, v, room)]
    waiting = [Path(place).stem for place in parts_of("theorysim") if Path(place).parent.name == room]
    waiting += [Path(inspect.getsourcefile(public[name])).stem for name in excused]
    served = set()
    while waiting:
        stem = waiting.pop()
        if stem not in served and (folder / f"{stem}.py").is_file():
            served.add(stem)
            waiting += imported(folder / f"{stem}.py")
    assert {path.stem for path in folder.glob("*.py")} - served - {"__init__"} == set()


def is_converter(name, value, room):
    """Whether a public name is a converter such as time_from_advani_saxe, tested in the file of its own name."""
    stem = Path(inspect.getsourcefile(value)).stem
    return bool(re.search(r"_(from|to)_", name)) and (ROOT / "tests" / room / f"test_{stem}.py").is_file()


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_has_a_result(room):
    module = importlib.import_module(f"theorysim.{room}")
    results = [result for result in index.RESULTS if result.room == room]
    named = {result.name.split(".")[1] for result in results}
    files = {inspect.getsourcefile(inspect.unwrap(result.owner or result.function)) for result in results}
    orphans = []
    for name in module.__all__:
        value = getattr(module, name)
        is_simulation = name.startswith("simulate_") and inspect.getsourcefile(inspect.unwrap(value)) in files
        is_returned = isinstance(value, type) and hasattr(value, "_fields") and inspect.getsourcefile(value) in files
        is_error = isinstance(value, type) and issubclass(value, Exception)
        is_excused = is_converter(name, value, room) or f"{room}.{name}" in EXCUSED
        if not (name in named or is_simulation or is_returned or is_error or is_excused):
            orphans.append(name)
    assert orphans == []


def test_excuses_are_needed():
    names = {".".join(result.name.split(".")[:2]) for result in index.RESULTS}
    assert not names & set(EXCUSED)
    for name, reason in EXCUSED.items():
        room, public = name.split(".")
        assert public in importlib.import_module(f"theorysim.{room}").__all__
        assert len(reason) >= 20


def documentation(result):
    """Return the docstring, that of its class added for a method."""
    own = inspect.getdoc(result.function) or ""
    return own if result.owner is None else f"{own}\n{inspect.getdoc(result.owner)}"


def section(text, title):
    """Return the body of a numpydoc section, or None."""
    found = re.search(rf"(?m)^{title}\n-+\n((?:.*\n)*?)(?=^\w[^\n]*\n-+\n|\Z)", text + "\n")
    return found and found.group(1)


@of_results
def test_docstring_is_complete(result):
    assert result.equation
    text = documentation(result)
    titles = ["Parameters", "References", "Examples"] + ([] if result.owner else ["Returns"])
    missing = [title for title in titles if section(text, title) is None]
    assert not missing, f"{result.name} lacks {', '.join(missing)}"
    assert re.search(rf"\b{result.certainty}\b", text.lower()), (
        f"{result.name} does not say that it is {result.certainty}"
    )
    for paper in result.papers:
        assert paper.arxiv in text, f"{result.name} does not cite {paper}"
        assert str(paper.year) in text, f"{result.name} does not cite {paper}"
    examples = doctest.DocTestParser().get_examples(inspect.getdoc(result.function) or "")
    assert any(example.want for example in examples), f"{result.name} has no doctest that shows a number"


@of_results
def test_documented_and_declared_parameters_are_those_of_the_signature(result):
    actual = result.signature
    if result.owner is None:
        listed = re.findall(
            r"(?m)^(\*{0,2}\w+(?:, \*{0,2}\w+)*) : ", section(documentation(result), "Parameters") or ""
        )
        names = [name.lstrip("*") for names in listed for name in names.split(", ")]
        assert names == list(actual), f"{result.name} documents {names}, and takes {list(actual)}"
    declared = [parameter.name for parameter in result.parameters]
    assert declared == [name for name in actual if name in declared], f"{result.name} declares {declared}"
    if result.kind in ("formula", "bound"):
        required = [name for name, parameter in actual.items() if parameter.default is parameter.empty]
        assert set(required) <= set(declared), f"{result.name} does not declare all of {required}"


@of_results
def test_cases_and_defaults_evaluate_to_finite_fields(result):
    defaults = {parameter.name: parameter.default for parameter in result.parameters}
    sets = list(result.cases) + ([defaults] if result.kind in ("formula", "bound") else [])
    for case in sets:
        found = result.evaluate(**case)
        if isinstance(found, tuple):
            assert found._fields == result.fields
            leaves = found
        else:
            assert len(result.fields) == 1
            leaves = (found,)
        for name, leaf in zip(result.fields, leaves):
            if not isinstance(leaf, (str, type(None))):
                assert np.all(np.isfinite(arrays.to_host(leaf))), f"{name} at {case} is {leaf}"


@of_results
def test_theory_agrees_with_simulation(result, record_property):
    from theorysim.cli._validate import run_one

    place = present(result, "validations")
    from theorysim.cli._evidence import Part

    part = Part(f"{result.room}.{Path(place).stem}", "validations", ROOT / place, (result,))
    outcome = run_one(part, result, seed=0)
    record_property("seconds", outcome.seconds)
    assert outcome.outcome == "agrees", outcome.text
    assert outcome.seconds < SECONDS


@of_results
def test_a_wrong_theory_is_rejected(result, record_property):
    from theorysim.cli._validate import quick_cases

    module = load(present(result, "validations"))
    start = time.perf_counter()
    module.control(quick_cases(result), seed=0)
    seconds = time.perf_counter() - start
    record_property("seconds", seconds)
    assert seconds < SECONDS


@pytest.mark.parametrize("place", parts_of("derivations"))
def test_every_step_of_the_derivation_holds(place):
    module = load(place)
    steps = list(module.steps())
    assert len(steps) >= 2
    for words, equation, holds in steps:
        assert isinstance(holds, (bool, np.bool_)) or holds in (True, False), f"{words}: {holds!r} is not a truth value"
        assert bool(holds), f"does not hold: {words}\n{equation}"
        assert len(words) >= 5


@pytest.mark.parametrize("place", parts_of("derivations"))
def test_derivations_do_not_import_the_library(place):
    names = set()
    for node in ast.walk(ast.parse((ROOT / place).read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    assert names <= {"sympy", *sys.stdlib_module_names}


def explicit(result):
    """Return the expressions of a derivation that give fields of a result in terms of its parameters."""
    import sympy

    found = load(present(result, "derivations")).expression()
    own_name = result.name.split(".")[-1]
    parameters = set(result.signature)
    chosen = {}
    for field in result.fields:
        for key in (field, own_name) if len(result.fields) == 1 else (field,):
            expression = found.get(key)
            if isinstance(expression, sympy.Eq) and isinstance(expression.lhs, sympy.Symbol):
                expression = expression.rhs
            is_number = isinstance(expression, sympy.Expr)
            if is_number and {symbol.name for symbol in expression.free_symbols} <= parameters:
                chosen.setdefault(field, expression)
    return chosen


def points(result, case):
    """Return the first two and the last of the numbers that a case holds, as sets of scalar arguments; none of data."""
    if not set(case) <= {parameter.name for parameter in result.parameters}:
        return []
    numeric = {n: np.asarray(v, dtype=float) for n, v in case.items() if np.asarray(v).dtype.kind in "fiu"}
    flat = [array.ravel() for array in np.broadcast_arrays(*numeric.values())]
    chosen = sorted({0, min(1, flat[0].size - 1), flat[0].size - 1}) if flat else []
    return [dict(zip(numeric, (float(array[i]) for array in flat))) for i in chosen]


@of_results
def test_the_derived_expression_has_the_value_of_the_formula(result):
    import mpmath
    import sympy

    expressions, compared = explicit(result), 0
    for case in result.cases:
        for arguments in points(result, case):
            value = result.evaluate(**(case | arguments))
            for field, expression in expressions.items():
                symbols = {symbol.name: symbol for symbol in expression.free_symbols}
                if not set(symbols) <= set(arguments):
                    continue
                exact = sympy.lambdify(list(symbols.values()), expression, "mpmath")
                numbers = [int(arguments[n]) if s.is_integer else mpmath.mpf(arguments[n]) for n, s in symbols.items()]
                derived = mpmath.mpmathify(exact(*numbers))
                got = getattr(value, field) if isinstance(value, tuple) else value
                assert got == pytest.approx(float(derived.real), rel=1e-9, abs=1e-13), f"{field} at {arguments}"
                compared += 1
    if not compared:
        pytest.skip("the derivation gives no explicit expression of the result's own parameters")


@pytest.mark.parametrize("place", parts_of("figures"))
def test_a_figure_has_a_caption_data_and_a_drawing(place):
    tree = ast.parse((ROOT / place).read_text())
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert [argument.arg for argument in functions["data"].args.args] == []
    assert [argument.arg for argument in functions["draw"].args.args] == ["data"]
    assert len(ast.get_docstring(tree) or "") >= 60


def drawn(place, folder):
    from theorysim.cli._evidence import Part
    from theorysim.cli._figures import draw

    part = Part(f"{Path(place).parent.name}.{Path(place).stem}", "figures", ROOT / place, ())
    folder.mkdir()
    return {path.name: path.read_bytes() for path in draw(part, folder)}


def test_one_figure_is_drawn(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    place = next(place for place in parts_of("figures") if "marchenko_pastur" in place)
    files = drawn(place, tmp_path / "first")
    assert sorted(Path(name).suffix for name in files) == [".pdf", ".png", ".svg"]
    assert all(len(content) > 5000 for content in files.values())


@pytest.mark.slow
def test_figures_take_three_minutes_and_are_the_same_bytes_each_time(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    start = time.perf_counter()
    first = {place: drawn(place, tmp_path / f"first{k}") for k, place in enumerate(parts_of("figures"))}
    assert time.perf_counter() - start < 180
    for k, place in enumerate(first):
        assert drawn(place, tmp_path / f"second{k}") == first[place], f"{place} differs from run to run"
