"""The errors of theorysim and the one form of their sentences.

Every sentence names the function, its argument, what is allowed and what came::

    gradient_flow.risk: load must be in (0, inf), got -1.0.
"""

import importlib
import math
from typing import NamedTuple

__all__ = ["DomainError", "Interval", "MissingExtra", "NotConverged", "load", "require"]


class DomainError(ValueError):
    """An argument lies outside the range on which the result is defined."""


class NotConverged(ArithmeticError):
    """A solver stopped before it reached its accuracy; ``residual`` is what was left."""

    def __init__(self, message, residual):
        super().__init__(f"{message} (residual {residual:.3g})")
        self._message = message
        self.residual = residual

    def __reduce__(self):
        return NotConverged, (self._message, self.residual)


class MissingExtra(ImportError):
    """A library that only an extra of theorysim installs is absent."""


def load(module, extra, function):
    """Import a library of an extra inside a function, or say what to install.

    Parameters
    ----------
    module : str
        Name of the module, e.g. ``"sympy"``.
    extra : str
        The extra of theorysim that installs it, e.g. ``"derive"``.
    function : str
        Who needs it, for the sentence.

    Returns
    -------
    module

    Raises
    ------
    MissingExtra
        With the one command that installs it.

    Examples
    --------
    >>> load("no_such_module", "sweep", "sweep.evaluate")
    Traceback (most recent call last):
        ...
    theorysim.errors.MissingExtra: sweep.evaluate needs no_such_module: pip install 'theorysim[sweep]'
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{function} needs {module}: pip install 'theorysim[{extra}]'") from error


class Words(str):
    """An account of what came in words of its own, set into a sentence as it is and in full."""


def describe(value):
    """Return a short account of a value for an error sentence: arrays by shape, the rest by repr."""
    if isinstance(value, Words):
        return str(value)
    shape = getattr(value, "shape", None)
    if shape:
        return f"an array of shape {tuple(shape)} and dtype {value.dtype}"
    if isinstance(value, float):
        return repr(float(value))
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def require(condition, function, argument, allowed, came):
    """Raise `DomainError` unless `condition` holds.

    Parameters
    ----------
    condition : bool
        True when the argument is acceptable.
    function, argument : str
        Where the argument was given, e.g. ``"ridge.risk"``, and its name.
    allowed : str
        What is allowed, completing "must be ...".
    came : object
        What was given.

    Raises
    ------
    DomainError
        With the one sentence form of theorysim.

    Examples
    --------
    >>> require(False, "ridge.risk", "n_samples", "in (0, inf)", -3)
    Traceback (most recent call last):
        ...
    theorysim.errors.DomainError: ridge.risk: n_samples must be in (0, inf), got -3.
    """
    if not condition:
        raise DomainError(f"{function}: {argument} must be {allowed}, got {describe(came)}.")


class Interval(NamedTuple):
    """A range of real numbers; nan is never inside.

    ``inside`` is a harmless member that stands in for array elements that lie outside.
    """

    low: float
    high: float
    has_low: bool
    has_high: bool
    inside: float

    def contains(self, value):
        """Tell elementwise whether value lies inside; works on scalars and on arrays of any namespace."""
        above = value >= self.low if self.has_low else value > self.low
        below = value <= self.high if self.has_high else value < self.high
        return above & below if hasattr(above, "shape") else above and below

    def __str__(self):
        left, right = "[" if self.has_low else "(", "]" if self.has_high else ")"
        return f"in {left}{self.low:g}, {self.high:g}{right}"


POSITIVE = Interval(0.0, math.inf, False, False, 1.0)
NON_NEGATIVE = Interval(0.0, math.inf, True, False, 1.0)
NON_NEGATIVE_OR_INFINITE = Interval(0.0, math.inf, True, True, 1.0)
POSITIVE_OR_INFINITE = Interval(0.0, math.inf, False, True, 1.0)
UNIT = Interval(0.0, 1.0, True, True, 0.5)
REAL = Interval(-math.inf, math.inf, False, False, 1.0)
EXTENDED_REAL = Interval(-math.inf, math.inf, True, True, 1.0)
