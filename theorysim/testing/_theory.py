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


def evaluate(theory, case, size):
    """Evaluate a theory; returns its fields by name. `size` is None where it is not to be passed."""
    return _points.fields_of(theory(**case) if size is None else theory(**case, size=size))


def numbers(fields, names, case, function, is_infinite_allowed):
    """Return the named fields as arrays, or say why there is no number to compare with."""
    arrays = {}
    for name in names:
        words = f"theory's {name or 'value'} for {case_label(case)}"
        require(name in fields, function, words, "there, as in the first case", ", ".join(fields) or "a bare value")
        arrays[name] = _points.real_array(fields[name], function, words)
        require(arrays[name].size > 0, function, words, "at least one number", arrays[name])
        bad = np.isnan(arrays[name]) if is_infinite_allowed else ~np.isfinite(arrays[name])
        allowed = "a number or infinite" if is_infinite_allowed else "finite"
        require(not np.any(bad), function, words, allowed, float(arrays[name][bad][0]) if np.any(bad) else None)
    return arrays
