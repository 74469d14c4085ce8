"""The numbers of a theory for a case, and which of them are compared."""

import inspect

import numpy as np

from theorysim.errors import require
from theorysim.testing import _points
from theorysim.testing._words import case_label


def takes_size(theory, has_order):
    """Tell whether a theory is called with the size: if it names it, or if it takes any keyword and is no limit law."""
    try:
        parameters = inspect.signature(theory).parameters
    except (TypeError, ValueError):
        return not has_order
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    return "size" in parameters or (takes_any and not has_order)


def theory_fields(theory, case, size, function):
    """Evaluate a theory; returns its fields as arrays. `size` is None where it is not to be passed."""
    value = theory(**case) if size is None else theory(**case, size=size)
    fields = _points.fields_of(value)
    return {name: _points.real_array(part, function, f"theory's {name or 'value'}") for name, part in fields.items()}


def require_finite(fields, names, case, function, is_infinite_allowed=False):
    """Refuse a theory that has no number to compare with."""
    for name in names:
        bad = np.isnan(fields[name]) if is_infinite_allowed else ~np.isfinite(fields[name])
        if np.any(bad):
            place = f"theory's {name or 'value'} for {case_label(case)}"
            allowed = "a number or infinite" if is_infinite_allowed else "finite"
            require(False, function, place, allowed, float(fields[name][bad][0]))
