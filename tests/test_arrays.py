"""arrays: one reading of arguments for every namespace, and the way back."""

import subprocess
import sys
from typing import NamedTuple

import array_api_strict
import numpy as np
import pytest

from theorysim import arrays, errors

DEVICE = array_api_strict.Device("device1")


class Pair(NamedTuple):
    product: object
    second: object


def product(a, b):
    _xp, (a, b), finish, _device = arrays.read("product", a=(a, errors.POSITIVE), b=(b, errors.UNIT))
    return finish(Pair(a * b, b))


def test_scalars_give_python_floats():
    result = product(2, 0.5)
    assert result == Pair(1.0, 0.5)
    assert all(type(value) is float for value in result)
    assert type(product(np.float64(2), np.int32(1)).product) is float


def test_zero_dimensional_arrays_stay_arrays():
    assert isinstance(product(np.asarray(2.0), 0.5).product, np.ndarray)
    assert product(np.asarray(-2.0), 0.5).product.shape == ()
    assert np.isnan(product(np.asarray(-2.0), 0.5).product)


def test_float32_in_gives_float32_out_only_when_every_floating_input_is_float32():
    single = np.ones(2, np.float32)
    assert product(single, 0.5).product.dtype == np.float32
    assert product(single, np.float32(0.5)).product.dtype == np.float32
    assert product(single, np.ones(2)).product.dtype == np.float64
    assert type(product(np.float32(1), 0.5).product) is np.float32
    assert product(np.ones(2, np.int64), 0.5).product.dtype == np.float64


def test_integers_beyond_64_bits_are_real_numbers():
    assert product(2**70, 1.0).product == 2.0**70
    assert product([10**30, 1], 0.5).product.tolist() == [5e29, 0.5]
    for value in (10**400, [10**400, 1], [None, 1], "1"):
        with pytest.raises(errors.DomainError, match="real numbers"):
            product(value, 1.0)


def test_elements_outside_become_nan_in_every_field_and_only_there():
    result = product([1.0, -1.0, np.nan, np.inf, 3.0], [[0.5], [2.0]])
    expected_bad = np.array([[False, True, True, True, False], [True] * 5])
    for field in result:
        assert field.shape == (2, 5)
        assert np.array_equal(np.isnan(field), expected_bad)
    assert result.product[0, 4] == 1.5


def test_every_field_gets_the_common_shape_and_can_be_written_to():
    result = product(np.ones((3, 1)), np.full(4, 0.25))
    assert result.product.shape == result.second.shape == (3, 4)
    result.second[0, 0] = 7
    assert result.second[1, 0] == 0.25


@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 0)])
def test_empty_arrays(shape):
    assert product(np.ones(shape), 0.5).product.shape == shape


def test_lists_are_numpy():
    assert np.array_equal(product([1, 2], 0.5).product, [0.5, 1.0])


def test_strict_arrays_stay_on_their_device():
    a = array_api_strict.asarray([1.0, -1.0], device=DEVICE)
    result = product(a, 0.5)
    assert result.product.device == DEVICE
    assert result.product.dtype == array_api_strict.float64
    assert np.allclose(arrays.to_host(result.product), [0.5, np.nan], equal_nan=True)
    single = array_api_strict.asarray([1.0], dtype=array_api_strict.float32, device=DEVICE)
    assert product(single, 0.5).product.dtype == array_api_strict.float32


@pytest.mark.parametrize(
    ("a", "b", "sentence"),
    [
        (-1, 0.5, "product: a must be in (0, inf), got -1."),
        (float("nan"), 0.5, "product: a must be in (0, inf), got nan."),
        (1, 1.5, "product: b must be in [0, 1], got 1.5."),
        ("x", 0.5, "product: a must be real numbers, got 'x'."),
        (None, 0.5, "product: a must be real numbers, got None."),
        (1j, 0.5, "product: a must be real numbers, got 1j."),
        ([[1], [2, 3]], 0.5, "product: a must be a rectangular array of real numbers, got [[1], [2, 3]]."),
        ([1, 2], [0.1, 0.2, 0.3], "product: the arguments must be of shapes that broadcast"),
    ],
)
def test_bad_input_is_a_sentence(a, b, sentence):
    with pytest.raises(errors.DomainError) as caught:
        product(a, b)
    assert str(caught.value).startswith(sentence)


def test_two_libraries_do_not_mix():
    strict = array_api_strict.asarray([1.0])
    with pytest.raises(errors.DomainError, match="arrays of one library, got array_api_strict, numpy"):
        product(strict, np.ones(1))


def test_special_functions_make_the_round_trip_on_the_device():
    x = array_api_strict.asarray([0.0, 1.0], device=DEVICE)
    y = arrays.special(array_api_strict).i0e(x)
    assert y.device == DEVICE
    assert np.allclose(arrays.to_host(y), [1.0, 0.46575960759364043], rtol=1e-15)
    assert arrays.special(np).i0e is __import__("scipy.special", fromlist=["i0e"]).i0e


def test_to_host_accepts_everything():
    assert arrays.to_host([1, 2]).tolist() == [1, 2]
    array = np.ones(2)
    assert arrays.to_host(array) is array


def test_device_summary_gives_a_reason_and_a_remedy_when_there_is_no_gpu():
    summary = arrays.device_summary()
    if summary.is_available:
        assert summary.reason == summary.remedy == ""
        assert "CuPy" in str(summary)
    else:
        assert summary.reason in str(summary)
        assert summary.remedy in str(summary)
        assert summary.reason
        assert summary.remedy


def test_device_summary_without_cupy_names_the_extra():
    program = "import sys; sys.modules['cupy'] = None\nfrom theorysim import arrays; print(arrays.device_summary())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "CuPy is not installed" in done.stdout
    assert "theorysim[gpu]" in done.stdout


@pytest.mark.parametrize("xp", [np, array_api_strict])
def test_blocks_give_the_same_numbers_and_respect_their_length(xp):
    lengths = []

    def difference(x, y):
        lengths.append(max(x.ndim and x.shape[0], y.ndim and y.shape[0]))
        return x - y

    column, row = xp.reshape(xp.arange(6, dtype=xp.float64), (3, 2, 1)), xp.arange(4, dtype=xp.float64)
    for x, y in ((column, row), (row, xp.asarray(2.0, dtype=xp.float64))):
        whole = difference(x, y)
        lengths.clear()
        found = arrays.in_blocks(difference, x, y, xp=xp, host=3, device=3)
        assert found.shape == whole.shape
        assert np.array_equal(arrays.to_host(found), arrays.to_host(whole))
        assert max(lengths) == 3
    assert arrays.in_blocks(difference, row, row, xp=xp, host=100).shape == (4,)


class Certified(NamedTuple):
    above: object
    below: object
    is_large: object


def certified(a):
    xp, (a,), finish, _device = arrays.read("certified", a=(a, errors.REAL))
    result = Certified(a / 3, xp.where(a > 1, xp.inf, a / 3), a > 1)
    return finish(result, rounding=(1, -1, 0))


def test_single_precision_can_be_rounded_to_a_side():
    values = np.linspace(-5, 5, 101, dtype=np.float32)
    above, below, _ = certified(values)
    exact = values.astype(float) / 3
    assert above.dtype == below.dtype == np.float32
    assert np.all(above.astype(float) >= exact)
    assert np.all(above - np.spacing(np.abs(above)) <= exact)
    assert np.all(below.astype(float)[values <= 1] <= exact[values <= 1])
    assert np.all(np.isinf(below[values > 1]))
    assert certified(1.0).above == 1 / 3


def test_bools_stay_bools():
    assert certified(2.0).is_large is True
    assert certified(np.float32(0.0)).is_large is False
    assert certified(np.array([0.0, 2.0, np.nan], dtype=np.float32)).is_large.tolist() == [False, True, True]
    assert certified(np.float32(0.3)).above >= float(np.float32(0.3)) / 3


def test_fresh_results_are_not_copied_and_can_be_written_to():
    values = np.linspace(0, 1, 5)
    own = []

    def doubled(a):
        _xp, (a,), finish, _device = arrays.read("doubled", a=(a, errors.REAL))
        own.append(2 * a)
        return finish(Pair(own[-1], a[:1]), is_fresh=True)

    result = doubled(values)
    assert result.product is own[-1]
    assert result.second.shape == (5,)
    result.second[0] = 7
    assert values[0] == 0
    assert type(doubled(np.ones(1)[0:1]).product) is np.ndarray
    assert doubled(np.asarray([2.0])).product.tolist() == [4.0]
