"""theorysim list, search, show, devices: what is printed, and one sentence for what is wrong."""

import pytest

from theorysim import __version__


def test_list_prints_one_line_a_result(run):
    printed = run("list")
    assert printed.exit_code == 0
    lines = printed.stdout.splitlines()
    assert [line.split()[0] for line in lines] == [
        "spectra.MarchenkoPastur.stieltjes",
        "spectra.MarchenkoPastur.moment",
    ]
    assert lines[1].endswith("formula    derived        Moments of the Marchenko-Pastur law")


def test_list_of_one_room(run):
    assert len(run("list", "--room", "spectra").stdout.splitlines()) == 2


def test_search_needs_every_word(run):
    assert run("search", "DOE", "moments").stdout.split()[0] == "spectra.MarchenkoPastur.moment"


def test_show(run):
    text = run("show", "spectra.MarchenkoPastur.stieltjes").stdout
    for part in (
        "spectra.MarchenkoPastur.stieltjes: Resolvent of the Marchenko-Pastur law",
        "formula, published",
        "\\frac",
        "Doe and Roe (2020), A title, arXiv:2001.00001",
        "ratio  features per sample (0.1 to 10, log, default 0.5)",
        "shift  shift [variance] (0 to 10, linear, default 0.25)",
        ">>> ",
        "derivations derivations/spectra/marchenko_pastur.py",
        "tests       tests/spectra/test_marchenko_pastur.py",
    ):
        assert part in text
    assert "figures     none: one number has no picture" in run("show", "spectra.MarchenkoPastur.moment").stdout


def test_show_bibtex(run):
    printed = run("show", "--bibtex", "spectra.MarchenkoPastur.stieltjes").stdout
    assert printed.startswith("@misc{doe2020title,")


def test_devices(run):
    printed = run("devices").stdout
    assert "CPU cores" in printed
    assert "GPU" in printed or "CuPy" in printed


def test_version_and_help(run):
    assert run("--version").stdout == f"main {__version__}\n" or __version__ in run("--version").stdout
    commands = ("list", "search", "show", "curve", "figures", "validate", "derive", "report", "devices")
    general = run("--help").stdout
    for command in commands:
        assert f"\n  {command} " in general
        assert f"  theorysim {command}" in run(command, "--help").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["lst"], "Did you mean 'list'?"),
        (["list", "--romm", "x"], "Did you mean '--room'?"),
        (["list", "--room", "spectre"], "there is no room 'spectre'; did you mean spectra?"),
        (["list", "--room", "zzz"], "there are spectra"),
        (["search", "nowhere"], "no result mentions 'nowhere'"),
        (["show", "spectra.MarchenkoPastur.stieltes"], "such as spectra.MarchenkoPastur.stieltjes"),
        (["show"], "Missing argument 'NAME'"),
    ],
)
def test_mistakes_are_one_sentence(run, words, sentence):
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("theorysim: ")
    assert result.stderr.count("\n") == 1
    assert sentence in result.stderr
