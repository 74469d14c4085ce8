"""Spectra written as text, for the index, the command line and pages: constructor, colon, numbers."""

import inspect

from theorysim.errors import require

_FORM = (
    "a constructor of spectra.Spectrum and its numbers, such as power_law:1.5 or power_law:1.5:1000:signal_exponent=2"
)


def spectrum(text):
    """Return the spectrum that a text describes: a constructor of `spectra.Spectrum` and its numbers, with colons.

    Parameters
    ----------
    text : str
        ``constructor:number:...:name=number``, the arguments of the constructor in their order or by name.

    Returns
    -------
    spectra.Spectrum

    Raises
    ------
    DomainError
        When there is no such constructor, or the numbers do not fit it.

    Examples
    --------
    >>> spectrum("power_law:1:2")
    Spectrum(2 levels, rank 2, trace 1.5)
    """
    from theorysim.spectra import Spectrum

    require(isinstance(text, str), "index.spectrum", "text", _FORM, text)
    name, *pieces = text.split(":")
    constructor = inspect.getattr_static(Spectrum, name, None)
    is_known = isinstance(constructor, classmethod) and not name.startswith(("_", "from_"))
    require(is_known, "index.spectrum", "text", _FORM, text)
    constructor = getattr(Spectrum, name)
    positional = [_number(piece, text) for piece in pieces if "=" not in piece]
    named = {key: _number(value, text) for key, _, value in (piece.partition("=") for piece in pieces if "=" in piece)}
    try:
        inspect.signature(constructor).bind(*positional, **named)
    except TypeError:
        require(False, "index.spectrum", "text", f"{name} with the arguments {inspect.signature(constructor)}", text)
    return constructor(*positional, **named)


def _number(piece, text):
    try:
        return int(piece)
    except ValueError:
        pass
    try:
        return float(piece)
    except ValueError:
        return require(False, "index.spectrum", "text", _FORM, text)
