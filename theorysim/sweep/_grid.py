"""Evaluation of a function over the product of named axes, with nothing but NumPy.

Numeric axes are laid out along one array dimension each, so that the function broadcasts over them; axes of objects
(several spectra) take one call an object. The first numeric axis is cut into parts that depend on its length alone,
with or without an executor: sums inside a function round differently with the shape, and the values must not depend on
who computes them.
"""

import functools
import inspect
import itertools
import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from theorysim import arrays, index
from theorysim.errors import require

__all__ = ["Grid", "evaluate_grid", "result_of"]


class Grid(NamedTuple):
    """What `evaluate_grid` returns.

    ``axes`` maps each dimension to its coordinate, a NumPy array; ``values`` each field to an array whose leading
    dimensions are the axes in order; ``fixed`` every other argument to its value, defaults included.
    """

    axes: dict
    values: dict
    fixed: dict


def evaluate_grid(function, /, *, executor=None, progress=False, **arguments):
    """Evaluate a function over the product of its one-dimensional arguments; `evaluate` without xarray.

    Parameters
    ----------
    function, executor, progress, **arguments
        As for `sweep.evaluate`.

    Returns
    -------
    Grid

    Raises
    ------
    DomainError
        As `sweep.evaluate`.

    Examples
    --------
    >>> grid = evaluate_grid(lambda height, width: height * width, width=[1.0, 2.0, 3.0], height=[10.0, 20.0])
    >>> list(grid.axes), grid.values["value"].tolist()
    (['height', 'width'], [[10.0, 20.0, 30.0], [20.0, 40.0, 60.0]])
    """
    is_function = callable(function) or isinstance(function, index.Result)
    allowed = "a function or an entry of the index, index.find(name)"
    require(is_function, "sweep.evaluate", "function", allowed, function)
    call, defaults = _callable(function, arguments)
    ordered = {name: arguments[name] for name in [*defaults, *arguments] if name in arguments}
    labels, objects, numbers, fixed = {}, {}, {}, {}
    for name, value in ordered.items():
        members = _members(name, value)
        if members is not None:
            labels[name] = np.asarray(list(members))
            objects[name] = list(members.values())
        elif _is_axis(value):
            numbers[name] = value
        else:
            fixed[name] = value
    numbers = _on_one_device(numbers)
    axes = {n: labels[n] if n in labels else arrays.to_host(numbers[n]) for n in ordered if n in labels or n in numbers}
    parts = _parts(numbers)
    tasks = [(dict(zip(objects, chosen)), part) for chosen in itertools.product(*objects.values()) for part in parts]
    results = _run(functools.partial(_evaluate_part, call, fixed), tasks, executor, progress)
    names = result_of(function).fields if result_of(function) is not None else ()
    values = _assemble(results, axes, objects, numbers, names)
    return Grid(axes, values, fixed | {n: v for n, v in defaults.items() if n not in arguments and v is not _REQUIRED})


_REQUIRED = inspect.Parameter.empty
_PARTS = 64


def result_of(function):
    """Return the entry of the index of a function, bound method, partial function or Result; None without one."""
    if isinstance(function, index.Result):
        return function
    while isinstance(function, functools.partial):
        function = function.func
    module = (getattr(function, "__module__", None) or "").split(".")
    if module[0] != "theorysim" or len(module) < 2:
        return None
    name = f"{module[1]}.{getattr(function, '__qualname__', '')}"
    return next((result for result in index.RESULTS if result.name == name), None)


def _callable(function, arguments):
    """Return what to call with keyword arguments, and its parameters in order with their defaults."""
    if isinstance(function, index.Result):
        call, who, parameters = function.evaluate, function.name, function.signature
    else:
        call, who = functools.partial(_with_positional, function), getattr(function, "__qualname__", repr(function))
        try:
            parameters = dict(inspect.signature(function).parameters)
        except (TypeError, ValueError):
            return function, dict.fromkeys(arguments, _REQUIRED)
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    plain = {n: p.default for n, p in parameters.items() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}
    for name in arguments:
        allowed = f"among those of {who}: {', '.join(plain)}"
        require(takes_any or name in plain, "sweep.evaluate", "each argument", allowed, name)
    for name, default in plain.items():
        given = default is not _REQUIRED or name in arguments
        require(given, "sweep.evaluate", f"{name} of {who}", "given: it has no default", "nothing")
    return call, plain


def _with_positional(function, **arguments):
    parameters = inspect.signature(function).parameters.values()
    positional = [arguments.pop(p.name) for p in parameters if p.kind is p.POSITIONAL_ONLY and p.name in arguments]
    return function(*positional, **arguments)


def _members(name, value):
    """Return labels and objects of an axis of objects, or None when the value is not one."""
    if isinstance(value, Mapping):
        members = {str(label): member for label, member in value.items()}
    elif isinstance(value, (list, tuple)) and value and not any(_is_number(member) for member in value):
        if any(isinstance(member, (list, tuple)) or hasattr(member, "shape") for member in value):
            return None
        texts = [str(member) for member in value]
        members = {
            f"{text} #{i}" if texts.count(text) > 1 else text: m for i, (text, m) in enumerate(zip(texts, value))
        }
    else:
        return None
    require(members, "sweep.evaluate", name, "an axis of at least one member", value)
    return members


def _is_number(value):
    return np.isscalar(value) and not isinstance(value, (str, bytes))


def _is_axis(value):
    if isinstance(value, (list, tuple, range)):
        return np.ndim(value) == 1
    return getattr(value, "ndim", None) == 1


def _on_one_device(numbers):
    """Return the axes as arrays of one namespace, on the device of those that have one."""
    host = {n: np.asarray(v) for n, v in numbers.items() if isinstance(v, (list, tuple, range))}
    rest = {n: getattr(v, "values", v) for n, v in numbers.items() if n not in host}
    xp = arrays.namespace_of(*rest.values())
    device = next((v.device for v in rest.values()), None) if xp is not np else None
    return {n: xp.asarray(host[n] if n in host else rest[n], device=device) for n in numbers}


def _parts(numbers):
    """Return the axes laid out for broadcasting, once for each part of the first."""
    laid = {}
    for k, (name, axis) in enumerate(numbers.items()):
        xp = arrays.namespace_of(axis)
        laid[name] = xp.reshape(axis, tuple(-1 if j == k else 1 for j in range(len(numbers))))
    if not laid:
        return [{}]
    first = next(iter(laid))
    length = laid[first].shape[0]
    edges = [length * k // _PARTS for k in range(_PARTS + 1)] if length > _PARTS else range(length + 1)
    return [laid | {first: laid[first][a:b, ...]} for a, b in itertools.pairwise(edges)] or [laid]


def _run(task, tasks, executor, progress):
    import tqdm

    if executor is None:
        return [task(*one) for one in tqdm.tqdm(tasks, desc="sweep", disable=not progress)]
    futures = [executor.submit(task, *one) for one in tasks]
    try:
        return [future.result() for future in tqdm.tqdm(futures, desc="sweep", disable=not progress)]
    except BaseException:
        for future in futures:
            future.cancel()
        raise


def _evaluate_part(call, fixed, chosen, laid):
    """Call the function once; returns the fields as NumPy arrays, broadcast over the axes."""
    try:
        result = call(**fixed, **chosen, **laid)
    except TypeError as error:
        error.add_note("sweep.evaluate passes arrays that broadcast; wrap a scalar function in numpy.vectorize.")
        raise
    shape = np.broadcast_shapes(*(tuple(axis.shape) for axis in laid.values()))
    fields = result._asdict() if hasattr(result, "_asdict") else {"value": result}
    return {name: _field(name, arrays.to_host(leaf), shape) for name, leaf in fields.items()}


def _field(name, leaf, shape):
    require(leaf.dtype.kind in "fiubc", "sweep.evaluate", f"the field {name}", "numbers", leaf.dtype)
    if leaf.ndim <= len(shape):
        fits = all(n in (1, m) for n, m in zip(leaf.shape[::-1], shape[::-1]))
        leaf = np.broadcast_to(leaf, shape) if fits else leaf
    fits = leaf.shape[: len(shape)] == shape
    require(fits, "sweep.evaluate", f"the field {name}", f"of a shape that begins with the grid's, {shape}", leaf.shape)
    return leaf


def _assemble(results, axes, objects, numbers, names):
    """Join the parts: objects lead, numeric axes follow, then all are put into the order of the axes."""
    combinations = [len(members) for members in objects.values()]
    per_object = len(results) // math.prod(combinations)
    current = [*objects, *numbers]
    values = {}
    for name in results[0]:
        joined = [
            np.concatenate([part[name] for part in results[i : i + per_object]]) if numbers else results[i][name]
            for i in range(0, len(results), per_object)
        ]
        stacked = np.stack(joined).reshape((*combinations, *joined[0].shape))
        trailing = range(len(current), stacked.ndim)
        label = names[0] if name == "value" and len(names) == 1 else name
        values[label] = stacked.transpose([*(current.index(axis) for axis in axes), *trailing])
    return values
