"""Values written on a command line: numbers, lists, ranges and spectra."""

import difflib

import numpy as np

from theorysim.cli._sentence import Sentence

FORMS = "a number, a list 0.1,1,10, or a range low:high:count, log:low:high:count or linear:low:high:count"


def read_arguments(result, assignments):
    """Return the arguments of a result from PARAM=VALUES words, with the index's defaults for those not given."""
    parameters = {parameter.name: parameter for parameter in result.parameters}
    data = [n for n, p in result.signature.items() if p.default is p.empty and n not in parameters]
    if data:
        where = f"'theorysim show {result.name}' has an example"
        raise Sentence(f"{result.name} takes {', '.join(data)}, which a command line cannot give: use Python ({where})")
    given = {}
    for assignment in assignments:
        name, separator, text = assignment.partition("=")
        if not separator or not text:
            raise Sentence(f"{assignment!r} must be PARAM=VALUES, such as {_example(parameters)}")
        if name not in parameters:
            near = difflib.get_close_matches(name, parameters, n=1)
            hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(parameters) or 'none'}"
            raise Sentence(f"{result.name} has no parameter {name!r} that a command line can give; {hint}")
        if name in given:
            raise Sentence(f"{name} is given twice")
        given[name] = read_values(text, parameters[name])
    defaults = {p.name: read_values(str(p.default), p) for p in result.parameters if p.name not in given}
    return defaults | given


def _example(parameters):
    return f"{next(iter(parameters), 'load')}=0.1:3:100"


def read_values(text, parameter):
    """Return a number, an array, a spectrum or a dict of spectra."""
    if parameter.scale == "spectrum":
        return _spectra(text)
    pieces = text.split(":")
    spacing = pieces.pop(0) if pieces[0] in ("log", "linear") else parameter.scale
    if len(pieces) == 3:
        return _range(text, pieces, spacing, parameter)
    values = [_number(piece, text, parameter) for piece in text.split(",")]
    return values[0] if len(values) == 1 else np.asarray(values)


def _spectra(text):
    from theorysim import index

    texts = text.split(",")
    if len(texts) == 1:
        return index.spectrum(text)
    return {one: index.spectrum(one) for one in texts}


def _range(text, pieces, spacing, parameter):
    low, high = (_number(piece, text, parameter) for piece in pieces[:2])
    try:
        count = int(pieces[2])
    except ValueError:
        count = 0
    if count < 1:
        raise _refused(text, parameter)
    if not (np.isfinite(low) and np.isfinite(high)):
        raise Sentence(f"{parameter.name}={text}: both ends of a range must be finite")
    if spacing == "log":
        if not (low > 0 and high > 0):
            raise Sentence(f"{parameter.name}={text}: a logarithmic range must be positive; write linear: in front")
        values = np.geomspace(low, high, count)
    else:
        values = np.linspace(low, high, count)
    if parameter.scale == "integer":
        return np.unique(np.rint(values).astype(np.int64))
    return values


def _number(piece, text, parameter):
    try:
        value = float(piece)
    except ValueError:
        raise _refused(text, parameter) from None
    return int(value) if parameter.scale == "integer" and value.is_integer() else value


def _refused(text, parameter):
    return Sentence(f"{parameter.name}={text} is not {FORMS}")
