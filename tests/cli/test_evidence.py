"""theorysim figures, validate, derive, report: run on a small clone, and the sentence outside one."""

import hashlib
import re

import pytest


@pytest.mark.parametrize("command", [["figures"], ["validate"], ["derive", "spectra"], ["report"]])
def test_outside_a_clone_one_sentence_says_what_to_do(run, tmp_path, monkeypatch, command):
    (tmp_path / "setup.cfg").write_text("[metadata]\nname = other\n")
    (tmp_path / "theorysim").mkdir()
    monkeypatch.chdir(tmp_path)
    result = run(*command)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "were not found" in result.stderr
    assert "run this inside a clone of the theorysim repository" in result.stderr


def test_figures_are_the_same_bytes_each_time(run, clone):
    root = clone()
    printed = run("figures")
    assert printed.exit_code == 0, printed.output
    folder = root / "figures" / "output"
    again = root / "again"
    assert run("figures", "--output", again).exit_code == 0
    names = [f"spectra.marchenko_pastur{suffix}" for suffix in (".pdf", ".png", ".svg")]
    assert sorted(path.name for path in folder.iterdir()) == names
    for name in names:
        first, second = ((place / name).read_bytes() for place in (folder, again))
        assert hashlib.sha256(first).digest() == hashlib.sha256(second).digest(), name
        assert str(folder / name) in printed.stdout
    assert re.match(r" +\d+\.\d s  ", printed.stdout)
    svg, pdf = (folder / names[2]).read_text(), (folder / names[0]).read_bytes()
    assert "<dc:date>" not in svg
    assert b"CreationDate" not in pdf


def test_the_style_applies_and_does_not_leak(run, clone):
    import matplotlib

    root = clone()
    before = dict(matplotlib.rcParams)
    style = root / "figures" / "style.mplstyle"
    run("figures")
    with_style = (root / "figures" / "output" / "spectra.marchenko_pastur.svg").read_bytes()
    style.write_text(style.read_text().replace("axes.labelsize: 9", "axes.labelsize: 12"))
    run("figures")
    assert (root / "figures" / "output" / "spectra.marchenko_pastur.svg").read_bytes() != with_style
    assert {k: v for k, v in matplotlib.rcParams.items() if k != "backend"} == {
        k: v for k, v in before.items() if k != "backend"
    }


def test_derive_prints_each_step_and_its_check(run, clone):
    clone()
    result = run("derive", "spectra.MarchenkoPastur.stieltjes")
    assert result.exit_code == 0, result.output
    assert "✓ 1. Square the root." in result.stdout
    assert "✓ 2. Add one.\n    x + 1 = x + 1" in result.stdout
    assert "✓ 3. Add ones.\n    x**29 + x**28 + " in result.stdout
    assert "+ x + 1 = x\n" in result.stdout
    assert not any(line.endswith(" ") for line in result.stdout.splitlines())
    assert "Result: value\n    √x" in result.stdout


def test_derive_as_latex(run, clone):
    clone()
    printed = run("derive", "spectra.marchenko_pastur", "--latex").stdout
    assert "% 2. Add one. (checked)\n\\begin{equation}\n  x + 1 = x + 1\n\\end{equation}" in printed
    assert "\\sqrt{x}" in printed


def test_a_step_that_fails_is_shown_and_exits_with_1(run, clone):
    clone(holds="False")
    result = run("derive", "spectra.MarchenkoPastur.stieltjes")
    assert result.exit_code == 1
    assert "✗ 2. Add one." in result.stdout
    assert "(FAILS)" in run("derive", "spectra", "--latex").stdout


@pytest.mark.parametrize("options", [[], ["--quick"], ["--executor", "threads:2"], ["--store", "runs", "--seed", "3"]])
def test_validate_prints_verdicts(run, clone, options):
    root = clone()
    result = run("validate", *options)
    assert result.exit_code == 0, result.output
    assert "agrees in" in result.stdout
    assert result.stdout.endswith("2 of 2 agree\n" if "--quick" in options else "1 of 1 agree\n")
    if "--store" in options:
        assert any((root / "somewhere" / "deep" / "runs" / "spectra.marchenko_pastur").iterdir())


def test_validate_of_one_result_runs_its_cases_only(run, clone):
    clone()
    result = run("validate", "--quick", "spectra.MarchenkoPastur.moment")
    assert result.stdout.endswith("1 of 1 agree\n")
    assert "moment" in result.stdout


def test_processes_run_evidence_files(run, clone):
    clone()
    result = run("validate", "--executor", "processes:1")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("1 of 1 agree\n")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_dask_cluster_runs_evidence_files(run, clone):
    import distributed

    clone()
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        result = run("validate", "--executor", f"dask:{cluster.scheduler_address}")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("1 of 1 agree\n")


def test_a_disagreement_is_printed_and_exits_with_1(run, clone):
    clone(factor="1.2")
    result = run("validate")
    assert result.exit_code == 1
    assert "disagrees in" in result.stdout
    assert result.stdout.endswith("0 of 1 agree\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["figures", "spectra.MarchenkoPastur.moment"], "has no file in figures: one number has no picture"),
        (["figures", "spectra.marchenko_pastr"], "index.find: name must be the name of a result"),
        (["derive"], "Missing argument"),
        (["validate", "--executor", "cores:2"], "--executor cores:2 is not processes:N, threads:N or dask:ADDRESS"),
        (["validate", "--executor", "threads:0"], "--executor threads:0 is not"),
        (["validate", "--executor", "dask:"], "--executor dask: is not"),
        (["validate", "--seed", "-1"], "--seed"),
    ],
)
def test_mistakes_are_one_sentence(run, clone, words, sentence):
    clone()
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("theorysim: ")
    assert result.stderr.count("\n") == 1
    assert sentence in result.stderr


def test_a_missing_file_is_one_sentence(run, clone):
    root = clone()
    (root / "figures" / "spectra" / "marchenko_pastur.py").unlink()
    result = run("figures", "spectra.MarchenkoPastur.stieltjes")
    assert result.exit_code == 2
    assert "figures/spectra/marchenko_pastur.py of spectra.MarchenkoPastur.stieltjes is missing" in result.stderr


def test_the_report_is_one_page_that_holds_everything(run, clone):
    root = clone()
    output = root / "page.html"
    result = run("report", "--output", output)
    assert result.exit_code == 0, result.output
    page = output.read_text()
    assert page.count("<section ") == 2
    assert page.count("data:image/png;base64,") == 1
    assert "one number has no picture" in page
    assert "Doe and Roe (2020), A title, arXiv:2001.00001" in page
    assert page.count('class="agrees">agrees') == 4
    assert "\\frac" in page
    assert "seed 0" in page
    assert not re.search(r'(?:src|href)="(?:https?:|//)', page)
    assert "2 results, 2 agree" in result.stdout


def test_latex_keeps_words_whole_and_letters_letters():
    import sympy

    from theorysim.cli._derive import _in_words

    symbols = sympy.symbols("n_samples kappa lambda_1 q x1 E Q_ab")
    account = sympy.Symbol("sum_i f_i^2")
    found = _in_words(sympy.Add(*symbols, account))
    assert found == {symbols[0]: r"\text{n\_samples}", account: r"\text{sum\_i f\_i\^{}2}"}
