"""index: what is declared of each result is true, found by name and by words, and cited."""

import re

import pytest

from theorysim import errors, index


@pytest.mark.parametrize("result", index.RESULTS, ids=lambda result: result.name)
def test_declaration_is_complete(result):
    assert result.kind in index.KINDS
    assert result.certainty in index.CERTAINTIES
    assert result.title
    assert result.papers
    assert result.cases
    assert set(result.parts) <= set(index.TREES)
    assert result.summary.endswith(".")
    assert result.equation
    for parameter in result.parameters:
        assert parameter.scale in ("linear", "log", "integer", "spectrum")
        assert parameter.low < parameter.high
        assert parameter.words
        assert parameter.symbol.isascii(), f"{parameter.symbol} is not LaTeX"
        assert not re.search(r"(?<![\\a-z])(?:alpha|beta|gamma|delta|eta|theta|lambda|rho|sigma)", parameter.symbol)
        if parameter.scale != "spectrum":
            assert parameter.low <= parameter.default <= parameter.high
        if parameter.scale == "log":
            assert parameter.low > 0


def test_names_are_unique():
    names = [result.name for result in index.RESULTS]
    assert len(set(names)) == len(names)


def test_find_suggests_near_names():
    with pytest.raises(errors.DomainError, match=r"ridge\.kappa"):
        index.find("ridge.kapa")
    assert index.find("ridge.kappa").name == "ridge.kappa"


def test_search_needs_every_word_in_any_case():
    assert "gradient_flow.risk" in [result.name for result in index.search("ADVANI saxe Risk")]
    assert index.search("no such words anywhere") == ()


def test_evaluate_divides_arguments_between_class_and_method():
    result = index.find("spectra.MarchenkoPastur.stieltjes")
    direct = __import__("theorysim").spectra.MarchenkoPastur(0.5).stieltjes(0.25)
    assert result.evaluate(ratio=0.5, shift=0.25) == direct
    assert index.find("ridge.kappa").function is __import__("theorysim").ridge.kappa


def test_citation_is_bibtex():
    text = index.citation("gradient_flow.risk")
    assert text.startswith("@misc{advani2017high,\n  title = {{High-dimensional dynamics")
    assert "eprint = {1710.03667}" in text
    assert text.count("{") == text.count("}")


def test_papers_print_as_a_reference():
    paper = index.Paper(
        "k", "Simon, James B. and Karkada, Dhruva and Ghosh, Nikhil", 2023, "More is better", "2311.14646"
    )
    assert str(paper) == "Simon, Karkada and Ghosh (2023), More is better, arXiv:2311.14646"
    journal = index.Paper("k", "Golub, Gene H.", 1979, "Title", venue="Technometrics 21(2):215-223")
    assert str(journal) == "Golub (1979), Title, Technometrics 21(2):215-223"
    assert journal.bibtex.startswith("@article")


def test_a_docstring_without_equation_is_a_sentence():
    bare = index.find("ridge.kappa")._replace(name="errors.require")
    with pytest.raises(errors.DomainError, match=r"the docstring of errors\.require must be one with"):
        _ = bare.equation


def test_a_spectrum_is_read_from_text():
    spectrum = index.spectrum("power_law:1:2:signal_exponent=1")
    assert spectrum.eigenvalues.tolist() == [1.0, 0.5]
    assert spectrum.signal.tolist() == pytest.approx([2 / 3, 1 / 3], rel=1e-15)


@pytest.mark.parametrize(
    "text", ["power_lw:1", "power_law", "power_law:a", "power_law:1:2:3", "from_features:1", "_total:1", "rank", 3]
)
def test_a_wrong_text_of_a_spectrum_is_a_sentence(text):
    with pytest.raises(errors.DomainError, match=r"index\.spectrum: text must be "):
        index.spectrum(text)


def test_fields_have_words():
    result = index.Result("a.b", "formula", "The title", (), "derived", (), (), ("cdf",))
    assert result.field("cdf").words == "The title"
    two = result._replace(fields=("test", "half_width"))
    assert two.field("test") == ("test risk, noise included", "target squared")
    assert two.field("half_width") == ("half width", "")


def test_arguments_turn_texts_of_spectra_into_spectra():
    parameter = index.Parameter("spectrum", "s", "spectrum", "", 1.0, 3.0, "spectrum", "power_law:1.5")
    ridge = index.Parameter("ridge", "r", "ridge", "", 1.0, 3.0, "log", 1.0)
    result = index.Result("a.b", "formula", "t", (), "derived", (parameter, ridge), (), ())
    read = result.arguments({"spectrum": "power_law:2:3", "ridge": 1.0})
    assert read["spectrum"].eigenvalues.tolist() == [1.0, 0.25, 1 / 9]
    assert read["ridge"] == 1.0
    assert result.arguments({"spectrum": read["spectrum"]})["spectrum"] is read["spectrum"]
