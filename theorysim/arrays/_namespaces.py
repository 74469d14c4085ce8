"""Which library an array belongs to, its values on the host, the special functions of its library."""

import array_api_compat
import numpy as np

from theorysim.errors import Words, require


def namespace_of(*values):
    """Return the array namespace of the values; lists and scalars count as NumPy.

    Raises
    ------
    DomainError
        When arrays of two libraries are mixed.
    """
    arrays = [value for value in values if is_device_array(value)]
    hosts = [value for value in values if isinstance(value, np.ndarray) and value.ndim > 0]
    if not arrays:
        return np
    namespaces = {array_api_compat.array_namespace(value) for value in arrays}
    require(
        len(namespaces) == 1 and not hosts,
        "arrays.namespace_of",
        "the arguments",
        "arrays of one library",
        Words(", ".join(sorted({type(value).__module__.split(".")[0] for value in [*arrays, *hosts]}))),
    )
    return namespaces.pop()


def is_device_array(value):
    return not isinstance(value, (np.ndarray, np.generic)) and array_api_compat.is_array_api_obj(value)


def to_host(array):
    """Return a NumPy array that holds the values of an array on any device."""
    if isinstance(array, np.ndarray):
        return array
    if array_api_compat.is_cupy_array(array):
        return array.get()
    if is_device_array(array):
        device = getattr(array_api_compat.array_namespace(array), "Device", None)
        return np.asarray(array.to_device(device("CPU_DEVICE")) if device is not None else array)
    return np.asarray(array)


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
            device = next(array_api_compat.device(value) for value in values if is_device_array(value))
            result = function(*(to_host(value) if is_device_array(value) else value for value in values))
            return self._xp.asarray(result, device=device)

        return call
