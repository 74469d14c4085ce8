"""A grid as comma-separated values, one row a point."""

import contextlib
import csv
import itertools
import sys

import numpy as np


def write_csv(grid, output):
    """Write to a file, or to standard output when there is none."""
    shape = tuple(len(axis) for axis in grid.axes.values())
    columns = {}
    for name, values in grid.values.items():
        rows = values.reshape(*shape, -1) if values.ndim > len(shape) else values[..., None]
        indices = itertools.product(*map(range, values.shape[len(shape) :]))
        for k, index in enumerate(indices):
            columns["_".join([name, *map(str, index)])] = rows[..., k].ravel()
    points = np.meshgrid(*grid.axes.values(), indexing="ij") if grid.axes else []
    columns = {name: point.ravel() for name, point in zip(grid.axes, points)} | columns
    with contextlib.nullcontext(sys.stdout) if output is None else open(output, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values())))
