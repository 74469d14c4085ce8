"""Reading the arguments of a public function, and giving its result its final form."""

import functools
from typing import NamedTuple

import array_api_compat
import numpy as np

from theorysim.arrays._namespaces import is_device_array, namespace_of
from theorysim.errors import Words, require


class _Reading(NamedTuple):
    xp: object
    values: tuple
    finish: object
    device: object


def read(function, /, **arguments):
    """Read numeric arguments of a public function: namespace, range check, float64, and the way back.

    Parameters
    ----------
    function : str
        Public name of the calling function, for error sentences.
    **arguments : (value, Interval)
        Each argument with its range. Scalars outside raise; array elements outside become nan in the result.

    Returns
    -------
    xp : namespace
    values : tuple of arrays
        In the order of the arguments, float64, not yet broadcast against each other, every element inside its range.
    finish : callable
        Takes an array or a NamedTuple of arrays; broadcasts each leaf to the common shape, puts nan where an argument
        was outside, restores float32 where the input was float32, and returns scalars when all arguments were scalars.
        Leaves of bools stay bools (True where an argument was outside). ``rounding`` is 1 or -1 for each leaf that
        float32 must round up or down instead of to nearest. ``is_fresh`` says that each leaf is an array of its own
        that nobody else holds, so that large results are not copied.
    device : object
        The device of the arguments in their library (None for NumPy).

    Raises
    ------
    DomainError
        For a scalar outside its range, a complex or non-numeric argument, or shapes that do not broadcast.
    """
    xp = namespace_of(*(value for value, _ in arguments.values()))
    device = next((array_api_compat.device(v) for v, _ in arguments.values() if is_device_array(v)), None)
    values, outside, dtypes, shapes, all_scalar = [], [], [], [], True
    for name, (value, interval) in arguments.items():
        is_scalar = isinstance(value, np.generic) or not (
            isinstance(value, (list, tuple)) or hasattr(value, "__array__") or is_device_array(value)
        )
        array, kind = _as_float64(value, xp, device, function, name)
        inside = interval.contains(array)
        if is_scalar:
            require(bool(inside), function, name, str(interval), value)
        elif not bool(xp.all(inside)):
            array = xp.where(inside, array, xp.asarray(interval.inside, dtype=xp.float64, device=device))
            outside.append(~inside)
        if not is_scalar or isinstance(value, np.floating):
            dtypes.append(kind)
        all_scalar = all_scalar and is_scalar
        values.append(array)
        shapes.append(tuple(array.shape))
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        named = ", ".join(f"{name} {shape}" for name, shape in zip(arguments, shapes))
        require(False, function, "the arguments", "of shapes that broadcast", Words(named))
    single = bool(dtypes) and all(kind == "float32" for kind in dtypes)
    finish = functools.partial(_finish, xp=xp, shape=shape, outside=outside, single=single, scalar=all_scalar)
    return _Reading(xp, tuple(values), finish, device)


def as_float64(function, /, **arguments):
    """Convert data (as against parameters: no range, no broadcasting) to float64 arrays of one namespace and device.

    Returns
    -------
    xp : namespace
    values : tuple of arrays
        In the order of the arguments; None stays None.
    device : object
        The device of the arguments in their library (None for NumPy).

    Raises
    ------
    DomainError
        For a complex or non-numeric argument.
    """
    given = [value for value in arguments.values() if value is not None]
    xp = namespace_of(*given)
    device = next((array_api_compat.device(value) for value in given if is_device_array(value)), None)
    values = tuple(
        None if value is None else _as_float64(value, xp, device, function, name)[0]
        for name, value in arguments.items()
    )
    return xp, values, device


def _as_float64(value, xp, device, function, name):
    """Convert one argument; returns the array and the name of its original dtype."""
    if xp is np or not is_device_array(value):
        try:
            host = np.asarray(value)
            if host.dtype.kind == "O" and all(type(entry) is int for entry in host.flat):
                host = host.astype(np.float64)  # integers beyond 64 bits
        except (ValueError, OverflowError):
            require(False, function, name, "a rectangular array of real numbers", value)
        require(host.dtype.kind in "fiub", function, name, "real numbers", value)
        array = host.astype(np.float64)
        return (array if xp is np else xp.asarray(array, device=device)), host.dtype.name
    is_real = xp.isdtype(value.dtype, ("real floating", "integral", "bool"))
    require(is_real, function, name, "real numbers", value)
    return xp.astype(value, xp.float64), "float32" if value.dtype == xp.float32 else "other"


def _finish(result, *, xp, shape, outside, single, scalar, rounding=0, is_fresh=False):
    if isinstance(result, tuple):
        given = {"xp": xp, "shape": shape, "outside": outside, "single": single, "scalar": scalar, "is_fresh": is_fresh}
        sides = rounding if isinstance(rounding, tuple) else (rounding,) * len(result)
        return type(result)(*(_finish(leaf, rounding=side, **given) for leaf, side in zip(result, sides)))
    full = np.broadcast_shapes(tuple(result.shape), shape)
    if tuple(result.shape) != full:
        result, is_fresh = xp.broadcast_to(result, full), False
    for mask in outside:
        result = xp.where(mask, xp.asarray(xp.nan, dtype=result.dtype, device=_device(result, xp)), result)
    if xp.isdtype(result.dtype, "bool"):
        return bool(result) if scalar and result.ndim == 0 else xp.asarray(result, copy=True)
    if single:
        result = _as_single(result, rounding, xp)
    if scalar and result.ndim == 0:
        return np.float32(result) if single else float(result)
    return result if is_fresh and result.ndim > 0 else xp.asarray(result, copy=True)


@np.errstate(over="ignore", invalid="ignore")
def _as_single(result, rounding, xp):
    """Return float32, rounded to nearest (0), up (1) or down (-1)."""
    nearest = xp.astype(result, xp.float32)
    if rounding == 0:
        return nearest
    limit = xp.asarray(rounding * np.inf, dtype=xp.float32, device=_device(result, xp))
    return xp.where(rounding * (result - xp.astype(nearest, xp.float64)) > 0, xp.nextafter(nearest, limit), nearest)


def _device(array, xp):
    return None if xp is np else array_api_compat.device(array)
