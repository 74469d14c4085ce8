"""sweep: any function over named axes, in one call or on an executor, as a data set that says what it holds."""

import concurrent.futures
import functools
from typing import NamedTuple

import array_api_strict
import numpy as np
import pytest
import xarray

from theorysim import __version__, errors, index, spectra, sweep


class Risk(NamedTuple):
    test: object
    train: object


def line(time, load, *, slope=2.0):
    return Risk(slope * time + load, time * load)


def trace(spectrum, ridge):
    return spectrum.trace / ridge


def marchenko_pastur(method):
    """Return an entry of the index for a method, so that these tests do not depend on what the index lists."""
    number = functools.partial(index.Parameter, low=0.1, high=10.0, scale="log", default=1.0)
    parameters = (
        number("ratio", r"\gamma", "features per sample", ""),
        number("eigenvalue", "x", "eigenvalue", "variance"),
    )
    paper = index.Paper("k", "Doe, Jane", 2020, "A title", arxiv="2001.00001")
    return index.Result(
        f"spectra.MarchenkoPastur.{method}", "formula", "The title", (paper,), "published", parameters, (), ("value",)
    )


def test_axes_follow_the_signature_and_fields_become_variables():
    data = sweep.evaluate(line, load=[0.5, 2.0, 8.0], time=np.array([1.0, 3.0]), slope=10.0)
    assert data.sizes == {"time": 2, "load": 3}
    assert data["test"].dims == ("time", "load")
    np.testing.assert_array_equal(data["test"], [[10.5, 12.0, 18.0], [30.5, 32.0, 38.0]])
    np.testing.assert_array_equal(data["train"], [[0.5, 2.0, 8.0], [1.5, 6.0, 24.0]])
    np.testing.assert_array_equal(data["load"], [0.5, 2.0, 8.0])
    assert data.attrs["slope"] == 10.0
    assert data.attrs["theorysim_version"] == __version__


def test_defaults_are_recorded():
    assert sweep.evaluate(line, load=1.0, time=[1.0]).attrs["slope"] == 2.0


def test_a_plain_array_is_the_variable_value():
    data = sweep.evaluate(lambda a, b: a - b, a=[1.0, 2.0], b=1.0)
    np.testing.assert_array_equal(data["value"], [0.0, 1.0])


def test_no_axis_gives_one_number():
    assert float(sweep.evaluate(line, time=1.0, load=2.0)["test"]) == 4.0


def test_an_empty_axis_gives_an_empty_data_set():
    for executor in (None, concurrent.futures.ThreadPoolExecutor(1)):
        data = sweep.evaluate(line, time=[], load=[1.0, 2.0], executor=executor)
        assert data["test"].shape == (0, 2)


@pytest.mark.parametrize(("length", "calls"), [(4, 4), (64, 64), (1000, 64)])
def test_the_first_axis_is_cut_into_at_most_64_calls_with_or_without_executor(length, calls):
    def record(time, load):
        shapes.append(np.broadcast_shapes(np.shape(time), np.shape(load)))
        return time * load

    arguments = {"time": np.linspace(0.0, 1.0, length), "load": np.linspace(1.0, 2.0, 3)}
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        for used in (None, executor):
            shapes = []
            data = sweep.evaluate(record, executor=used, **arguments)
            assert len(shapes) == calls
            assert sum(shape[0] for shape in shapes) == length
            assert {shape[1] for shape in shapes} == {3}
            np.testing.assert_array_equal(data["value"], arguments["time"][:, None] * arguments["load"])


@pytest.mark.parametrize(
    ("method", "x"), [("density", "eigenvalue"), ("cdf", "eigenvalue"), ("laplace", "time"), ("stieltjes", "shift")]
)
def test_an_executor_gives_the_same_bits(method, x):
    axes = {"ratio": np.geomspace(0.01, 30.0, 23), x: np.geomspace(1e-3, 20.0, 37)}
    alone = sweep.evaluate_grid(marchenko_pastur(method), **axes)
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        pooled = sweep.evaluate_grid(marchenko_pastur(method), executor=executor, **axes)
    np.testing.assert_array_equal(alone.values["value"], pooled.values["value"])


def test_a_process_pool_serves():
    axes = {"ratio": [0.5, 2.0], "eigenvalue": [0.3, 1.0, 2.0]}
    context = __import__("multiprocessing").get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as executor:
        pooled = sweep.evaluate_grid(marchenko_pastur("cdf"), executor=executor, **axes)
    alone = sweep.evaluate_grid(marchenko_pastur("cdf"), **axes)
    np.testing.assert_array_equal(alone.values["value"], pooled.values["value"])


def test_spectra_are_an_axis():
    few, many = spectra.Spectrum.power_law(1.0, 2), spectra.Spectrum.power_law(1.0, 3)
    data = sweep.evaluate(trace, ridge=[1.0, 2.0], spectrum={"few": few, "many": many})
    assert data["value"].dims == ("spectrum", "ridge")
    assert data["spectrum"].values.tolist() == ["few", "many"]
    np.testing.assert_allclose(data["value"], [[1.5, 0.75], [11 / 6, 11 / 12]], rtol=1e-15)
    listed = sweep.evaluate(trace, ridge=[1.0, 2.0], spectrum=[few, many, few])
    assert listed["spectrum"].values.tolist() == [f"{few!r} #0", repr(many), f"{few!r} #2"]
    np.testing.assert_array_equal(listed["value"][:2], data["value"])
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        pooled = sweep.evaluate(trace, executor=executor, ridge=[1.0, 2.0], spectrum={"few": few, "many": many})
    np.testing.assert_array_equal(pooled["value"], data["value"])


def test_objects_between_numeric_axes_keep_the_order_of_the_signature():
    def mixed(first, labels, last):
        return first * 100 + labels + last

    data = sweep.evaluate(mixed, last=[1.0, 2.0], labels={"a": 10.0, "b": 20.0}, first=[1.0, 2.0, 3.0])
    assert data["value"].dims == ("first", "labels", "last")
    assert float(data["value"].sel(first=3.0, labels="b", last=1.0)) == 321.0


def test_one_spectrum_is_an_attribute_in_readable_text():
    data = sweep.evaluate(trace, ridge=[1.0], spectrum=spectra.Spectrum.power_law(1.0, 2))
    assert data.attrs["spectrum"] == "Spectrum(2 levels, rank 2, trace 1.5)"


def test_fields_with_dimensions_of_their_own_keep_them_last():
    data = sweep.evaluate(lambda a, b: (a + b)[..., None] * np.arange(3.0), a=[1.0, 2.0], b=[0.0, 1.0, 2.0, 3.0])
    assert data["value"].dims == ("a", "b", "value_0")
    assert float(data["value"][1, 3, 2]) == 10.0


def test_words_units_and_sources_come_from_the_index():
    data = sweep.evaluate(marchenko_pastur("cdf"), ratio=[0.5, 2.0], eigenvalue=0.3)
    assert data["ratio"].attrs == {"long_name": "features per sample", "units": "1", "symbol": r"\gamma"}
    assert data["value"].attrs["long_name"] == "The title"
    assert data.attrs["eigenvalue"] == 0.3
    assert data.attrs["result"] == "theorysim.spectra.MarchenkoPastur.cdf"
    assert data.attrs["references"] == "Doe (2020), A title, arXiv:2001.00001"
    assert "\\" in data.attrs["equation"]
    expected = [spectra.MarchenkoPastur(r).cdf(0.3) for r in (0.5, 2.0)]
    np.testing.assert_array_equal(data["value"], expected)


@pytest.mark.parametrize("result", index.RESULTS, ids=lambda result: result.name)
def test_a_result_is_found_by_its_function(result):
    from theorysim.sweep._grid import result_of

    if result.owner is None:
        assert result_of(result.function) is result
        assert result_of(functools.partial(result.function)) is result
    assert result_of(result) is result


def test_netcdf_round_trip(tmp_path):
    labelled = {"few": spectra.Spectrum.power_law(1.0, 2), "many": spectra.Spectrum.power_law(1.0, 3)}
    for name, data in {
        "spectra": sweep.evaluate(trace, ridge=[1.0, 2.0], spectrum=labelled),
        "numbers": sweep.evaluate(marchenko_pastur("cdf"), ratio=[0.5, 2.0], eigenvalue=0.3),
        "none": sweep.evaluate(lambda a, b, c, d: a, a=[1.0], b=None, c=True, d=np.eye(3)),
    }.items():
        path = tmp_path / f"{name}.nc"
        data.to_netcdf(path, engine="h5netcdf")
        with xarray.open_dataset(path, engine="h5netcdf") as read:
            xarray.testing.assert_identical(read.load(), data)


def test_arrays_of_another_library_are_evaluated_there():
    device = array_api_strict.Device("device1")
    ratio = array_api_strict.asarray([0.5, 2.0], dtype=array_api_strict.float64, device=device)
    grid = sweep.evaluate_grid(marchenko_pastur("stieltjes"), ratio=ratio, shift=[0.25, 1.0, 2.0])
    host = sweep.evaluate_grid(marchenko_pastur("stieltjes"), ratio=[0.5, 2.0], shift=[0.25, 1.0, 2.0])
    np.testing.assert_allclose(grid.values["value"], host.values["value"], rtol=1e-13)
    assert isinstance(grid.axes["ratio"], np.ndarray)


def test_xarray_coordinates_are_axes():
    data = sweep.evaluate(line, time=xarray.DataArray([1.0, 2.0], dims="t"), load=1.0)
    np.testing.assert_array_equal(data["test"], [3.0, 5.0])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"time": [1.0], "laod": [1.0]}, r"each argument must be among those of line: time, load, slope, got 'laod'"),
        ({"time": [1.0]}, r"load of line must be given: it has no default, got 'nothing'"),
    ],
)
def test_wrong_arguments_are_a_sentence(arguments, sentence):
    with pytest.raises(errors.DomainError, match=sentence):
        sweep.evaluate(line, **arguments)


def test_results_that_do_not_fit_are_a_sentence():
    with pytest.raises(errors.DomainError, match=r"the field value must be of a shape that begins with"):
        sweep.evaluate(lambda a, b: np.ones(5), a=[1.0, 2.0], b=[1.0, 2.0])
    with pytest.raises(errors.DomainError, match=r"the field value must be numbers"):
        sweep.evaluate(lambda a: "text", a=[1.0, 2.0])
    with pytest.raises(errors.DomainError, match=r"an axis of at least one member"):
        sweep.evaluate(trace, ridge=[1.0], spectrum={})


def test_a_function_of_scalars_is_told_what_to_do():
    import math

    def scalar(a):
        return math.exp(a)

    with pytest.raises(TypeError) as caught:
        sweep.evaluate(scalar, a=[1.0, 2.0])
    assert "numpy.vectorize" in caught.value.__notes__[0]
    np.testing.assert_allclose(sweep.evaluate(np.vectorize(scalar), a=[0.0, 1.0])["value"], [1.0, math.e], rtol=1e-15)


def test_an_error_of_one_part_reaches_the_caller():
    def fail(a):
        errors.require(bool(np.all(a < 2)), "f", "a", "below 2", a)
        return a

    with concurrent.futures.ThreadPoolExecutor(1) as executor, pytest.raises(errors.DomainError, match="below 2"):
        sweep.evaluate(fail, executor=executor, a=[1.0, 2.0, 3.0])


def test_progress_goes_to_standard_error(capsys):
    sweep.evaluate(line, time=[1.0], load=[1.0], progress=True)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "sweep" in captured.err
    sweep.evaluate(line, time=[1.0], load=[1.0])
    assert capsys.readouterr().err == ""


def test_without_xarray_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "xarray", None)
    with pytest.raises(errors.MissingExtra, match=r"sweep\.evaluate needs xarray: pip install 'theorysim\[sweep\]'"):
        sweep.evaluate(line, time=[1.0], load=[1.0])


def test_a_name_is_no_function():
    with pytest.raises(errors.DomainError, match=r"function must be a function or an entry of the index"):
        sweep.evaluate("gradient_flow.plateau", load=[1.0, 2.0])
