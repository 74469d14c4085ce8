"""The points of a comparison: the fields that theory and simulation have in common, flattened and labelled."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from theorysim import arrays
from theorysim.errors import require


def fields_of(value):
    """Return the fields of a result by name; a bare number or array is one field without a name."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return dict(zip(value._fields, value))
    return {"": value}


def real_array(value, function, argument):
    """Return a float64 array on the host, or say why that is not possible."""
    try:
        array = np.asarray(arrays.to_host(value))
    except ValueError:
        require(False, function, argument, "a rectangular array of real numbers", value)
    require(array.dtype.kind in "fiub", function, argument, "real numbers", value)
    return array.astype(float)


class Layout(NamedTuple):
    """Names and shapes of the compared fields, in the order of the theory."""

    names: tuple
    shapes: tuple

    @property
    def labels(self):
        """One label for each point: "test", "train[3]", or "[3]" for a bare curve."""
        labels = []
        for name, shape in zip(self.names, self.shapes):
            places = [list(place) for place in np.ndindex(*shape)]
            labels += [name + (str(place) if place else "") for place in places]
        return labels

    @property
    def owners(self):
        """The position of the field that each point belongs to."""
        sizes = [int(np.prod(shape, dtype=int)) for shape in self.shapes]
        return np.repeat(np.arange(len(sizes)), sizes)

    def flatten(self, fields):
        """Return the values of the compared fields as one vector."""
        return np.concatenate([np.ravel(fields[name]) for name in self.names])

    def flatten_trials(self, fields):
        """Return a (trials, points) array."""
        return np.concatenate([fields[name].reshape(len(fields[name]), -1) for name in self.names], axis=1)


def common_names(theory, simulated, function):
    """Return the names of the fields that a theory and a simulation have in common, in the order of the theory."""
    names = tuple(name for name in theory if name in simulated)
    kinds = [", ".join(fields) if "" not in fields else "a bare value" for fields in (theory, simulated)]
    came = f"theory with {kinds[0]} and simulate with {kinds[1]}"
    require(bool(names), function, "theory and simulate", "two results with a field in common", came)
    return names


def layout(theory, simulated, function):
    """Match the compared fields of a theory with those of a simulation, which have the trial axis first."""
    names = tuple(theory)
    shapes = tuple(theory[name].shape for name in names)
    for name, shape in zip(names, shapes):
        came = simulated[name].shape
        wanted = f"({', '.join(['trials', *map(str, shape)])})"
        require(
            came[1:] == shape,
            function,
            f"simulate's {name or 'value'}",
            f"of shape {wanted}, the shape of the theory behind the trial axis",
            simulated[name],
        )
    return Layout(names, shapes)


def scales(theory, found, scale, function):
    """Return the size of each point that relative errors refer to: the larger of |theory| and the caller's scale."""
    given = np.zeros_like(theory)
    if scale is not None:
        by_field = scale._asdict() if hasattr(scale, "_asdict") else scale
        if isinstance(by_field, Mapping):
            unknown = set(by_field) - set(found.names)
            require(not unknown, function, "scale", f"a number for fields among {', '.join(found.names)}", by_field)
        elif np.ndim(by_field) == 0 or len(found.names) == 1:
            by_field = dict.fromkeys(found.names, by_field)
        else:
            require(False, function, "scale", "a number, or a mapping from field to number or array", scale)
        parts = {name: real_array(by_field.get(name, 0.0), function, "scale") for name in found.names}
        for name, shape in zip(found.names, found.shapes):
            require(
                parts[name].shape in ((), shape), function, "scale", f"a number or an array of shape {shape}", scale
            )
            parts[name] = np.broadcast_to(parts[name], shape)
        given = found.flatten(parts)
        require(bool(np.all(np.isfinite(given) & (given >= 0))), function, "scale", "finite and not negative", scale)
    size = np.maximum(np.abs(theory), given)
    if not np.all(size > 0):
        point = found.labels[int(np.argmin(size))] or "the theory"
        require(
            False,
            function,
            "scale",
            f"given where {point} is 0 (a relative error of 0 has no meaning; give the size a typical value has)",
            scale,
        )
    return size
