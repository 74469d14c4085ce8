"""A grid of values as an xarray data set that says what it holds: units, words, equation, sources, versions."""

import numbers

from theorysim import __version__, errors
from theorysim.sweep._grid import evaluate_grid, result_of

__all__ = ["evaluate"]


def evaluate(function, /, *, executor=None, progress=False, **arguments):
    r"""Evaluate a function over the product of its one-dimensional arguments, as an `xarray.Dataset`.

    .. math::

        (x_i),\ (y_j),\ z \;\longmapsto\; f(x_i, y_j, z)

    Parameters
    ----------
    function : callable or index.Result
        A public function of theorysim or any function of named arguments that broadcasts; an entry of the index also
        serves for a method, whose class then receives its own arguments. Bind data with `functools.partial`.
    executor : concurrent.futures.Executor, optional
        Receives the calls: one for each of at most 64 parts of the first axis (and for each object of an axis of
        objects), each broadcasting over the other axes. The same calls are made without it, so the values are the same
        bit for bit.
    progress : bool
        Show a progress bar on standard error.
    **arguments
        A list, tuple, range or one-dimensional array becomes a dimension of that name, in the order of the function's
        signature. So does a mapping of labels to objects, or a list of objects such as several spectra. All else is
        passed as it is and recorded in the attributes.

    Returns
    -------
    xarray.Dataset
        One variable for each field of the result ("value" when the function returns an array and the index has no name
        for it), with ``long_name`` and ``units`` from the index on coordinates and variables, and as attributes the
        fixed arguments, the equation, the sources and the version. ``to_netcdf`` accepts it as it stands.

    Raises
    ------
    DomainError
        For an unknown or missing argument, or a result whose shape is not the grid's.
    MissingExtra
        Without xarray.

    Notes
    -----
    A field with dimensions of its own keeps them, last, under the names ``<field>_0``, ``<field>_1``.

    Examples
    --------
    >>> data = evaluate(lambda height, width: height * width, height=[1.0, 2.0], width=[3.0, 5.0, 7.0])
    >>> float(data["value"].sel(height=2.0, width=7.0))
    14.0
    """
    xarray = errors.load("xarray", "sweep", "sweep.evaluate")
    grid = evaluate_grid(function, executor=executor, progress=progress, **arguments)
    result = result_of(function)
    parameters = {} if result is None else {parameter.name: parameter for parameter in result.parameters}
    coordinates = {name: (name, axis, _axis_attributes(parameters.get(name))) for name, axis in grid.axes.items()}
    variables = {}
    for name, array in grid.values.items():
        own = [f"{name}_{k}" for k in range(array.ndim - len(grid.axes))]
        variables[name] = ([*grid.axes, *own], array, _field_attributes(name, result))
    return xarray.Dataset(variables, coordinates, _attributes(grid.fixed, result))


def _axis_attributes(parameter):
    if parameter is None:
        return {}
    return {"long_name": parameter.words, "units": parameter.unit or "1", "symbol": parameter.symbol}


def _field_attributes(name, result):
    if result is None:
        return {}
    field = result.field(name)
    return {"long_name": field.words} | ({"units": field.unit} if field.unit else {})


def _attributes(fixed, result):
    attributes = {name: _plain(value) for name, value in fixed.items()}
    if result is not None:
        attributes |= {
            "title": result.title,
            "result": f"theorysim.{result.name}",
            "equation": result.equation,
            "references": "; ".join(map(str, result.papers)),
            "certainty": result.certainty,
        }
    return attributes | {"theorysim_version": __version__}


def _plain(value):
    """Return a value that every file format can hold."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, numbers.Real):
        return float(value) if not isinstance(value, numbers.Integral) else int(value)
    return errors.describe(value) if getattr(value, "shape", None) else str(value)
