"""Risks given together with their complements, whose digits a risk near 1 has lost."""

from theorysim import errors

_TOLERANCE = 2.0**-51


def pair(function, name, risk, complement, xp):
    """Return the complement and where the two do not add up to 1; a single such pair raises.

    A complement that is None is computed.
    """
    if complement is None:
        return 1 - risk, None
    is_wrong = xp.abs(risk - (1 - complement)) > _TOLERANCE
    if is_wrong.ndim == 0:
        errors.require(not bool(is_wrong), function, name, "1 minus the risk that is given with it", float(complement))
    return complement, is_wrong


def withhold(result, masks, xp):
    """Put nan where a pair does not add up."""
    for mask in masks:
        if mask is not None:
            result = xp.where(mask, xp.nan, result)
    return result
