"""Array namespaces: the only file that names differences between NumPy, CuPy and other array libraries.

A public function calls `read` once. It finds the namespace of the arguments, checks their ranges, and returns float64
arrays of that namespace on their device, together with `finish`, which gives the result its final form.
"""

import functools
import math
from typing import NamedTuple

import array_api_compat
import numpy as np

from theorysim.errors import require

__all__ = ["DeviceSummary", "as_float64", "device_summary", "in_blocks", "namespace_of", "read", "special", "to_host"]


def namespace_of(*values):
    """Return the array namespace of the values; lists and scalars count as NumPy.

    Raises
    ------
    DomainError
        When arrays of two libraries are mixed.
    """
    arrays = [value for value in values if _is_device_array(value)]
    hosts = [value for value in values if isinstance(value, np.ndarray) and value.ndim > 0]
    if not arrays:
        return np
    namespaces = {array_api_compat.array_namespace(value) for value in arrays}
    require(
        len(namespaces) == 1 and not hosts,
        "arrays.namespace_of",
        "the arguments",
        "arrays of one library",
        ", ".join(sorted({type(value).__module__.split(".")[0] for value in [*arrays, *hosts]})),
    )
    return namespaces.pop()


def _is_device_array(value):
    return not isinstance(value, (np.ndarray, np.generic)) and array_api_compat.is_array_api_obj(value)


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
        float32 must round up or down instead of to nearest.
    device : object
        The device of the arguments in their library (None for NumPy).

    Raises
    ------
    DomainError
        For a scalar outside its range, a complex or non-numeric argument, or shapes that do not broadcast.
    """
    xp = namespace_of(*(value for value, _ in arguments.values()))
    device = next((array_api_compat.device(v) for v, _ in arguments.values() if _is_device_array(v)), None)
    values, outside, dtypes, shapes, all_scalar = [], [], [], [], True
    for name, (value, interval) in arguments.items():
        is_scalar = isinstance(value, np.generic) or not (
            isinstance(value, (list, tuple)) or hasattr(value, "__array__") or _is_device_array(value)
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
        require(False, function, "the arguments", "of shapes that broadcast", named)
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
    device = next((array_api_compat.device(value) for value in given if _is_device_array(value)), None)
    values = tuple(
        None if value is None else _as_float64(value, xp, device, function, name)[0]
        for name, value in arguments.items()
    )
    return xp, values, device


def _as_float64(value, xp, device, function, name):
    """Convert one argument; returns the array and the name of its original dtype."""
    if xp is np or not _is_device_array(value):
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


def _finish(result, *, xp, shape, outside, single, scalar, rounding=0):
    if isinstance(result, tuple):
        given = {"xp": xp, "shape": shape, "outside": outside, "single": single, "scalar": scalar}
        sides = rounding if isinstance(rounding, tuple) else (rounding,) * len(result)
        return type(result)(*(_finish(leaf, rounding=side, **given) for leaf, side in zip(result, sides)))
    result = xp.broadcast_to(result, np.broadcast_shapes(tuple(result.shape), shape))
    for mask in outside:
        result = xp.where(mask, xp.asarray(xp.nan, dtype=result.dtype, device=_device(result, xp)), result)
    if xp.isdtype(result.dtype, "bool"):
        return bool(result) if scalar and result.ndim == 0 else xp.asarray(result, copy=True)
    if single:
        result = _as_single(result, rounding, xp)
    if scalar and result.ndim == 0:
        return np.float32(result) if single else float(result)
    return xp.asarray(result, copy=True)


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


def to_host(array):
    """Return a NumPy array that holds the values of an array on any device."""
    if isinstance(array, np.ndarray):
        return array
    if array_api_compat.is_cupy_array(array):
        return array.get()
    if _is_device_array(array):
        device = getattr(array_api_compat.array_namespace(array), "Device", None)
        return np.asarray(array.to_device(device("CPU_DEVICE")) if device is not None else array)
    return np.asarray(array)


def in_blocks(function, *values, xp, host, device=math.inf):
    """Apply an elementwise function to blocks of its arguments, so that intermediate arrays stay small.

    Parameters
    ----------
    function : callable
        Maps arrays of equal or scalar shape to one array of their broadcast shape.
    *values : array
        Arrays that broadcast against each other.
    xp : namespace
        Namespace of the arrays.
    host, device : int or inf
        Elements of a block in NumPy, where a block should fit into the cache, and in other libraries.

    Returns
    -------
    array
        The same numbers as ``function(*values)``.

    Examples
    --------
    >>> in_blocks(lambda x, y: x + y, np.arange(5.0), np.asarray(1.0), xp=np, host=2)
    array([1., 2., 3., 4., 5.])
    """
    length = host if xp is np else device
    shape = np.broadcast_shapes(*(tuple(value.shape) for value in values))
    count = math.prod(shape)
    if count <= length:
        return function(*values)
    flat = [value if value.ndim == 0 else xp.reshape(xp.broadcast_to(value, shape), (-1,)) for value in values]
    blocks = (
        function(*(value if value.ndim == 0 else value[start : min(start + length, count)] for value in flat))
        for start in range(0, count, length)
    )
    return xp.reshape(xp.concat(list(blocks)), shape)


def special(xp):
    """Return the special functions of a namespace: SciPy's for NumPy, CuPy's for CuPy.

    Other namespaces make an explicit round trip through SciPy, the one permitted detour.
    """
    if xp is np:
        import scipy.special

        return scipy.special
    if array_api_compat.is_cupy_namespace(xp):
        import cupyx.scipy.special

        return cupyx.scipy.special
    return _RoundTrip(xp)


class _RoundTrip:
    """SciPy's special functions for a namespace that has none of its own."""

    def __init__(self, xp):
        self._xp = xp

    def __getattr__(self, name):
        import scipy.special

        function = getattr(scipy.special, name)

        def call(*values):
            device = next(array_api_compat.device(value) for value in values if _is_device_array(value))
            result = function(*(to_host(value) if _is_device_array(value) else value for value in values))
            return self._xp.asarray(result, device=device)

        return call


class DeviceSummary(NamedTuple):
    """What `device_summary` found."""

    is_available: bool
    device: str
    reason: str
    remedy: str

    def __str__(self):
        return self.device if self.is_available else f"{self.device}: {self.reason}. {self.remedy}"


def device_summary():
    """Say whether a GPU can be used and, if not, why and what to install.

    Returns
    -------
    DeviceSummary
        ``is_available``, ``device`` (its name), ``reason`` and ``remedy`` (both empty when available).
    """
    try:
        import cupy
    except ImportError:
        return DeviceSummary(
            False,
            "no GPU in use",
            "CuPy is not installed",
            "On a machine with an NVIDIA card: pip install 'theorysim[gpu]' (CUDA 13) or 'theorysim[gpu-cuda12]'.",
        )
    try:
        count = cupy.cuda.runtime.getDeviceCount()
        name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode() if count else ""
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return DeviceSummary(
            False,
            "no GPU in use",
            f"CuPy {cupy.__version__} is installed but the CUDA driver answers: {error}",
            "Install or update the NVIDIA driver, or pass NumPy arrays to run on the CPU.",
        )
    if not count:
        return DeviceSummary(False, "no GPU in use", "the CUDA driver lists no card", "Pass NumPy arrays instead.")
    return DeviceSummary(True, f"{count} x {name} (CuPy {cupy.__version__})", "", "")
