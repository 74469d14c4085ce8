"""Canonical text: one text for equal arguments, on every machine and Python, to derive seeds and to know stores by."""

import dataclasses
import functools
import hashlib
import inspect
import numbers
import pathlib
from collections.abc import Mapping

import numpy as np

from theorysim import arrays
from theorysim.errors import require
from theorysim.montecarlo._streams import checked_seed
from theorysim.montecarlo._structure import is_named


def canonical_text(value):
    """Return a text that is the same for equal values and differs for different ones.

    Parameters
    ----------
    value : object
        Numbers, texts, arrays of any library (by shape, dtype and the hash of their bytes), lists, tuples, sets,
        mappings (in the order of their sorted keys), functions and classes (by name), dataclasses (by their fields) and
        other objects (by their attributes, cached properties left out). Integers and floats of equal value are the
        same.

    Returns
    -------
    str

    Raises
    ------
    DomainError
        For arrays of objects, and for objects that show no attributes, such as random generators.

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> montecarlo.canonical_text({"ridge": 0.1, "load": 2.0})
    '{load=2, ridge=0.1}'
    """
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, str, bytes, complex, range)):
        return repr(value)
    if isinstance(value, numbers.Integral):
        return repr(int(value))
    if isinstance(value, numbers.Real):
        return _real(float(value))
    if isinstance(value, Mapping):
        items = {_key(key): value[key] for key in value}
        return _listed("{", {key: items[key] for key in sorted(items)}, "}")
    if isinstance(value, (set, frozenset)):
        return f"set({', '.join(sorted(map(canonical_text, value)))})"
    if is_named(value):
        return _listed(f"{_name(type(value))}(", value._asdict(), ")")
    if isinstance(value, (list, tuple)):
        text = ", ".join(map(canonical_text, value))
        return f"[{text}]" if isinstance(value, list) else f"({text})"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return _array(arrays.to_host(value))
    if isinstance(value, functools.partial):
        given = {"function": value.func, "arguments": value.args, "keywords": value.keywords}
        return _listed("functools.partial(", given, ")")
    if isinstance(value, pathlib.PurePath):
        return f"Path({str(value)!r})"
    if hasattr(value, "__qualname__"):
        owner = getattr(value, "__self__", None)
        is_bound = owner is not None and not inspect.ismodule(owner)
        return f"{_name(value)} of {canonical_text(owner)}" if is_bound else _name(value)
    return _listed(f"{_name(type(value))}(", _attributes(value), ")")


def case_seed(seed, case, size=None):
    """Return the seed of one case of a study, so that adding a case leaves the trials of the others unchanged.

    Parameters
    ----------
    seed : int or tuple of int
        Seed of the study.
    case : mapping
        Keyword arguments of the case.
    size : int, optional
        System size at which the case is simulated.

    Returns
    -------
    int
        128 bits of the SHA-256 hash of seed, `canonical_text` of the case, and size.

    Examples
    --------
    >>> from theorysim import montecarlo
    >>> montecarlo.case_seed(0, {"load": 2.0}) == montecarlo.case_seed(0, {"load": 2})
    True
    """
    key = canonical_text((checked_seed("montecarlo.case_seed", seed), dict(case), size))
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:16], "big")


def source_hash(function):
    """Return a hash of the source of a function and of the functions that it wraps or holds; "" where there is none."""
    sources = "".join(_sources(function))
    return hashlib.sha256(sources.encode()).hexdigest()[:32] if sources else ""


def _sources(value):
    if isinstance(value, functools.partial):
        yield from _sources(value.func)
    elif callable(value):
        is_defined = hasattr(value, "__qualname__")
        try:
            yield inspect.getsource(value if is_defined else type(value))
        except (OSError, TypeError):
            yield ""
        for part in () if is_defined else _attributes(value).values():
            yield from _sources(part)


def _real(value):
    is_whole = value.is_integer() and abs(value) < 2**53 and repr(value) != "-0.0"
    return repr(int(value)) if is_whole else repr(value)


def _array(host):
    require(host.dtype.kind != "O", "montecarlo.canonical_text", "an array", "of numbers or text", host)
    ordered = np.ascontiguousarray(host.astype(host.dtype.newbyteorder("<"), copy=False))
    digest = hashlib.sha256(ordered.tobytes()).hexdigest()[:32]
    return f"array({host.shape}, {host.dtype.name}, {digest})"


def _attributes(value):
    """Return the attributes that make an object what it is."""
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value) if field.compare}
    kind, cached = type(value), functools.cached_property
    is_known = hasattr(value, "__dict__")
    require(is_known, "montecarlo.canonical_text", f"a {_name(kind)}", "an object with attributes", value)
    held = vars(value)
    return {name: held[name] for name in sorted(held) if not isinstance(getattr(kind, name, None), cached)}


def _listed(start, items, end):
    return start + ", ".join(f"{name}={canonical_text(item)}" for name, item in items.items()) + end


def _key(key):
    return key if isinstance(key, str) and key.isidentifier() else canonical_text(key)


def _name(value):
    return f"{value.__module__}.{value.__qualname__}"
