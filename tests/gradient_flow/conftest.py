"""What every public formula of the room promises of its arguments."""

import array_api_strict
import numpy as np
import pytest

from theorysim import errors
from theorysim.arrays import to_host

DEVICE = array_api_strict.Device("device1")


def fields(value):
    return value if isinstance(value, (tuple, list)) else (value,)


def same(left, right, rel=1e-14):
    for a, b in zip(fields(left), fields(right), strict=True):
        np.testing.assert_allclose(to_host(a), to_host(b), rtol=rel, atol=0)
    return True


@pytest.fixture
def keeps_promises():
    """Check lists, scalars, 0-d, empty, broadcasting, float32, another library on its second device, nan and range."""

    def check(function, name, values, bad, **fixed):
        values = np.asarray(values, dtype=float)

        def call(value):
            return function(**{name: value}, **fixed)

        expected = call(values)
        assert all(isinstance(field, np.ndarray) and field.dtype == np.float64 for field in fields(expected))
        assert same(call(list(values)), expected)
        assert same(call(values[:, None]), [field[:, None] for field in fields(expected)])
        for index, value in enumerate(values):
            one = call(float(value))
            assert all(isinstance(field, float) for field in fields(one))
            assert same(one, [field[index] for field in fields(expected)], rel=1e-12)
        zero_dimensional = call(np.asarray(values[0]))
        assert all(isinstance(field, np.ndarray) and field.shape == () for field in fields(zero_dimensional))
        assert all(field.shape == (0, 3) for field in fields(call(np.empty((0, 3)))))

        single = call(values.astype(np.float32))
        assert all(field.dtype == np.float32 for field in fields(single))
        exact = call(values.astype(np.float32).astype(float))
        assert same([field.astype(float) for field in fields(single)], exact, rel=1e-6)
        assert all(isinstance(field, np.float32) for field in fields(call(np.float32(values[0]))))

        strict = array_api_strict.asarray(values, device=DEVICE)
        elsewhere = call(strict)
        assert all(field.device == DEVICE for field in fields(elsewhere))
        assert same(elsewhere, expected, rel=1e-13)

        mixed = call(np.array([values[0], bad, np.nan, values[-1]]))
        for field, right in zip(fields(mixed), fields(expected)):
            assert np.isnan(field[1:3]).all()
            np.testing.assert_allclose(field[[0, 3]], right[[0, -1]], rtol=1e-12)
        for wrong in (bad, np.nan):
            with pytest.raises(errors.DomainError, match=rf"gradient_flow\.{function.__name__}: {name} must be in"):
                call(wrong)
        with pytest.raises(errors.DomainError, match="real numbers"):
            call("many")

    return check
