"""A grid as a picture: one panel a field, the longest axis across, one line for each entry of the others."""

import itertools

import numpy as np

from theorysim import errors
from theorysim.cli._sentence import Sentence

LINES = 12


def write_plot(grid, result, output):
    """Draw the fields of a grid into a PNG, SVG or PDF file."""
    errors.load("matplotlib", "figures", f"drawing {output}")
    import matplotlib

    from theorysim.cli._style import save, style

    fields = {name: values for name, values in grid.values.items() if values.ndim == len(grid.axes)}
    numeric = [name for name, axis in grid.axes.items() if axis.dtype.kind != "U" and len(axis) > 1]
    if not numeric or not fields:
        raise Sentence(f"a picture needs a range, such as {next(p.name for p in result.parameters)}=0.1:3:100")
    across = max(numeric, key=lambda name: len(grid.axes[name]))
    others = [name for name in grid.axes if name != across]
    count = int(np.prod([len(grid.axes[name]) for name in others], dtype=int))
    if count > LINES:
        raise Sentence(f"a picture holds {LINES} lines, not {count}: shorten {', '.join(others)}, or write a .csv")
    matplotlib.use("Agg")
    with matplotlib.rc_context():
        style()
        save(_draw(grid, fields, result, across, others), output)


def _draw(grid, fields, result, across, others):
    import matplotlib.pyplot as plt

    parameters = {parameter.name: parameter for parameter in result.parameters}
    columns = min(len(fields), 3)
    rows = -(-len(fields) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(3.4 * columns, 2.6 * rows), squeeze=False)
    for ax in axes.flat[len(fields) :]:
        ax.remove()
    x = grid.axes[across]
    for ax, (name, values) in zip(axes.flat, fields.items()):
        lines = np.moveaxis(values, list(grid.axes).index(across), -1)
        for where in itertools.product(*(range(len(grid.axes[other])) for other in others)):
            label = ", ".join(_label(parameters[o], grid.axes[o][i]) for o, i in zip(others, where))
            ax.plot(x, lines[where], label=label or None)
            ax.set(
                xlabel=_axis_label(parameters[across].words, parameters[across].symbol, parameters[across].unit),
                ylabel=_axis_label(result.field(name).words, "", result.field(name).unit),
                xscale="log" if _is_wide(x) else "linear",
                yscale="log" if _is_wide(values) else "linear",
            )
    if others:
        axes.flat[0].legend(title=", ".join(parameters[other].words for other in others))
    return figure


def _is_wide(values):
    """Whether positive values span so much that a logarithmic axis shows more."""
    finite = values[np.isfinite(values)]
    return finite.size > 1 and finite.min() > 0 and finite.max() / finite.min() > 100


def _label(parameter, value):
    return str(value) if isinstance(value, str) else f"${parameter.symbol} = {value:g}$"


def _axis_label(words, symbol, unit):
    return " ".join([words, *([f"${symbol}$"] if symbol else []), *([f"[{unit}]"] if unit not in ("", "1") else [])])
