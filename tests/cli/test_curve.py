"""theorysim curve: every form of values, every format of output, and the sentences for what is wrong."""

import csv
import io

import numpy as np
import pytest

from theorysim import index, spectra
from theorysim.cli._values import read_values

LAW = "spectra.MarchenkoPastur.stieltjes"
ORDER = index.Parameter("n_samples", "n", "samples", "", 1, 100, "integer", 10)
LOAD = index.Parameter("load", "a", "load", "", 0.1, 10, "log", 1.0)
LINE = LOAD._replace(name="time", scale="linear")
SPECTRUM = LOAD._replace(name="spectrum", scale="spectrum", default="power_law:1.5")


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_table_goes_to_standard_output(run):
    table = rows(run("curve", LAW, "ratio=0.5,2", "shift=0.25:1.25:3").stdout)
    assert [(row["ratio"], row["shift"]) for row in table[:4]] == [
        ("0.5", "0.25"),
        ("0.5", "0.75"),
        ("0.5", "1.25"),
        ("2.0", "0.25"),
    ]
    expected = [spectra.MarchenkoPastur(float(r["ratio"])).stieltjes(float(r["shift"])) for r in table]
    np.testing.assert_allclose([float(row["value"]) for row in table], expected, rtol=1e-15)


def test_defaults_fill_what_is_not_given(run):
    (row,) = rows(run("curve", LAW).stdout)
    assert float(row["value"]) == pytest.approx(spectra.MarchenkoPastur(0.5).stieltjes(0.25), rel=1e-15)


@pytest.mark.parametrize(
    ("text", "parameter", "expected"),
    [
        ("2", LOAD, 2.0),
        ("inf", LOAD, np.inf),
        ("1e-3", LOAD, 1e-3),
        ("0.1,1,10", LOAD, [0.1, 1.0, 10.0]),
        ("0.1:10:3", LOAD, [0.1, 1.0, 10.0]),
        ("linear:1:3:3", LOAD, [1.0, 2.0, 3.0]),
        ("0:1:3", LINE, [0.0, 0.5, 1.0]),
        ("log:1:100:3", LINE, [1.0, 10.0, 100.0]),
        ("10", ORDER, 10),
        ("1:4:4", ORDER, [1, 2, 3, 4]),
        ("log:1:100:3", ORDER, [1, 10, 100]),
        ("log:1:4:9", ORDER, [1, 2, 3, 4]),
    ],
)
def test_values(text, parameter, expected):
    np.testing.assert_allclose(read_values(text, parameter), expected, rtol=1e-15)


def test_integers_stay_integers():
    assert isinstance(read_values("10", ORDER), int)
    assert read_values("1:4:4", ORDER).dtype == np.int64


def test_spectra_as_values():
    assert read_values("power_law:1:2", SPECTRUM).eigenvalues.tolist() == [1.0, 0.5]
    several = read_values("power_law:1:2,power_law:2:2", SPECTRUM)
    assert list(several) == ["power_law:1:2", "power_law:2:2"]
    assert several["power_law:2:2"].eigenvalues.tolist() == [1.0, 0.25]


def test_a_file_is_written_in_the_format_of_its_suffix(run, tmp_path):
    import matplotlib.image
    import xarray

    words = ("curve", LAW, "ratio=0.5,2", "shift=0.25:1.25:30", "--output")
    assert run(*words, tmp_path / "a.csv").exit_code == 0
    assert len(rows((tmp_path / "a.csv").read_text())) == 60
    assert run(*words, tmp_path / "a.nc").exit_code == 0
    with xarray.open_dataset(tmp_path / "a.nc", engine="h5netcdf") as data:
        assert data.sizes == {"ratio": 2, "shift": 30}
        assert data.attrs["result"] == f"theorysim.{LAW}"
        assert data["shift"].attrs["units"] == "variance"
    assert run(*words, tmp_path / "a.png").exit_code == 0
    picture = matplotlib.image.imread(tmp_path / "a.png")
    assert picture.shape[0] > 100
    assert picture.std() > 0.01


def test_the_picture_draws_one_line_for_each_entry_of_the_shorter_axis(monkeypatch, run, tmp_path):
    from theorysim.cli import _style

    drawn = []
    monkeypatch.setattr(_style, "save", lambda figure, file: drawn.append(figure))
    run("curve", LAW, "ratio=0.5,2", "shift=0.25:1.25:30", "--output", tmp_path / "a.png")
    (ax,) = drawn[0].axes
    assert len(ax.lines) == 2
    np.testing.assert_allclose(ax.lines[1].get_xdata(), np.linspace(0.25, 1.25, 30))
    np.testing.assert_allclose(
        ax.lines[1].get_ydata(), spectra.MarchenkoPastur(2.0).stieltjes(np.linspace(0.25, 1.25, 30)), rtol=1e-14
    )
    assert ax.get_xlabel() == "shift $z$ [variance]"
    assert ax.get_ylabel() == "Resolvent of the Marchenko-Pastur law"
    legend = ax.get_legend()
    assert legend.get_title().get_text() == "features per sample"
    assert [text.get_text() for text in legend.get_texts()] == [r"$\gamma = 0.5$", r"$\gamma = 2$"]


def test_values_outside_the_domain_are_nan_and_said_so(run):
    result = run("curve", LAW, "ratio=-1,0.5")
    assert [row["value"] == "nan" for row in rows(result.stdout)] == [True, False]
    assert result.stderr.startswith("1 value is nan")
    assert "is undefined there" in result.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["spectra.MarchenkoPastur.stieltes"], "such as spectra.MarchenkoPastur.stieltjes"),
        ([LAW, "rato=1"], "has no parameter 'rato' that a command line can give; did you mean ratio?"),
        ([LAW, "zzz=1"], "it has ratio, shift"),
        ([LAW, "ratio"], "'ratio' must be PARAM=VALUES, such as ratio=0.1:3:100"),
        ([LAW, "ratio="], "must be PARAM=VALUES"),
        ([LAW, "ratio=1", "ratio=2"], "ratio is given twice"),
        ([LAW, "ratio=a"], "ratio=a is not a number, a list"),
        ([LAW, "ratio=1:2"], "ratio=1:2 is not a number, a list"),
        ([LAW, "ratio=1:2:0"], "ratio=1:2:0 is not"),
        ([LAW, "ratio=1:2:x"], "ratio=1:2:x is not"),
        ([LAW, "ratio=0:1:5"], "a logarithmic range must be positive"),
        ([LAW, "ratio=1:inf:5"], "both ends of a range must be finite"),
        ([LAW, "ratio=-1"], "spectra.MarchenkoPastur: ratio must be in (0, inf), got -1.0"),
        ([LAW, "--output", "a.xls"], "the suffix must be one of .csv"),
        ([LAW, "--field", "test"], "there is no field 'test'; there are value"),
        ([LAW, "--field", "test", "--output", "a.nc"], "there is no field 'test'; there are value"),
        ([LAW, "--output", "a.png"], "a picture needs a range, such as ratio=0.1:3:100"),
        ([LAW, "ratio=0.1:1:20", "shift=0:1:30", "--output", "a.png"], "a picture holds 12 lines, not 20"),
        ([LAW, "--output", "no/such/folder/a.csv"], "No such file or directory: no/such/folder/a.csv"),
    ],
)
def test_mistakes_are_one_sentence(run, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    result = run("curve", *words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("theorysim: ")
    assert result.stderr.count("\n") == 1
    assert sentence in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_result_that_takes_data_is_left_to_python(run, monkeypatch):
    of_data = index.find(LAW)._replace(name="kernels.relu_ntk", parameters=())
    monkeypatch.setattr(index, "RESULTS", (of_data,))
    result = run("curve", "kernels.relu_ntk", "depth=1:3:3")
    assert result.exit_code == 2
    assert "kernels.relu_ntk takes X, which a command line cannot give: use Python" in result.stderr


def test_fields_with_dimensions_of_their_own_become_columns(capsys):
    from theorysim.cli._csv import write_csv
    from theorysim.sweep import Grid

    grid = Grid({"a": np.array([1.0, 2.0])}, {"x": np.arange(4.0).reshape(2, 2), "y": np.array([5.0, 6.0])}, {})
    write_csv(grid, None)
    assert capsys.readouterr().out == "a,x_0,x_1,y\n1.0,0.0,1.0,5.0\n2.0,2.0,3.0,6.0\n"


def test_a_spectrum_without_target_is_told():
    from click.testing import CliRunner

    from theorysim.cli import main

    result = CliRunner().invoke(main, ["curve", "ridge.risk", "n_samples=1,10", "spectrum=power_law:1.5"])
    assert result.exit_code == 0
    assert "the spectrum carries no target" in result.stderr
    given = ["curve", "ridge.risk", "n_samples=1,10", "spectrum=power_law:1.5:signal_exponent=2"]
    assert CliRunner().invoke(main, given).stderr == ""
