"""Structures: a value is a number, an array, or a NamedTuple of values; its leaves are the arrays, in order."""

import numpy as np


def is_named(value):
    """Tell whether a value is a NamedTuple."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def leaves(value, name=""):
    """Return {dotted field name: leaf} of a structure; a single leaf is named ""."""
    if not is_named(value):
        return {name: value}
    found = {}
    for field, part in zip(value._fields, value):
        found |= leaves(part, f"{name}.{field}" if name else field)
    return found


def rebuild(pattern, parts):
    """Return a structure like `pattern` whose leaves are taken, in order, from the iterator `parts`."""
    if not is_named(pattern):
        return next(parts)
    return type(pattern)(*[rebuild(part, parts) for part in pattern])


def as_leaf(value):
    """Return a leaf as a float64 array in C order, on which sums depend; None where it is not real numbers."""
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array.astype(np.float64, order="C") if array.dtype.kind in "fiub" and not isinstance(value, tuple) else None


def form(value, first_axis=0):
    """Say what must be equal for two trials to stand in one table: type, fields, and shapes from `first_axis` on."""
    if not is_named(value):
        return f"shape {np.shape(value)[first_axis:]}"
    parts = (f"{field} {form(part, first_axis)}" for field, part in zip(value._fields, value))
    return f"{type(value).__name__}({', '.join(parts)})"
