"""The numbers of a theory for a case."""

import inspect

import numpy as np

from theorysim.errors import require
from theorysim.testing import _points
from theorysim.testing._words import case_label


def takes_size(theory, is_limit):
    """Tell whether a theory is called with the size: if it names it, or if it takes any keyword and is no limit law."""
    try:
        parameters = inspect.signature(theory).parameters
    except (TypeError, ValueError):
        return not is_limit
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    return "size" in parameters or (takes_any and not is_limit)


def evaluate(theory, case, size, function):
    """Evaluate a theory; returns its fields as arrays. `size` is None where it is not to be passed."""
    value = theory(**case) if size is None else theory(**case, size=size)
    fields = _points.fields_of(value)
    return {name: _points.real_array(part, function, f"theory's {name or 'value'}") for name, part in fields.items()}


def require_finite(fields, names, case, function, is_infinite_allowed=False):
    """Refuse a theory that has no number to compare with."""
    for name in names:
        bad = np.isnan(fields[name]) if is_infinite_allowed else ~np.isfinite(fields[name])
        place = f"theory's {name or 'value'} for {case_label(case)}"
        allowed = "a number or infinite" if is_infinite_allowed else "finite"
        require(not np.any(bad), function, place, allowed, float(fields[name][bad][0]) if np.any(bad) else None)
