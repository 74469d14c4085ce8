"""The layer recursion of wide ReLU networks in norms and angles, by tiles of a kernel matrix.

Pre-activations of a layer are Gaussian with covariance K over inputs; P and Q are their standard deviations at two
inputs and theta the angle whose cosine is their correlation. The bias is a further coordinate of length
sqrt(bias_variance), so that a layer maps (P, Q, theta) to lengths and angle again, and no cosine is ever inverted.
"""

import math

from theorysim.errors import require
from theorysim.kernels import _points, arc_cosine

__all__ = []


def matrices(function, X, Z, depth, weight_variance, bias_variance, kernel):
    """Return the matrix of ``kernel(layers)`` values, where layers yields what `_layers` yields."""
    depth = _points.count(function, "depth", depth)
    gain = _points.positive(function, "weight_variance", weight_variance) / 2
    bias = _points.non_negative(function, "bias_variance", bias_variance)
    xp, first, second, device, finish = _points.read(function, X, Z)
    first = _with_bias(first, bias, xp)
    second = None if second is None else _with_bias(second, bias, xp)
    row_lengths, row_directions = _points.lengths_and_directions(first, xp)
    lengths, directions = (
        (row_lengths, row_directions) if second is None else _points.lengths_and_directions(second, xp)
    )
    largest = max(_largest(row_lengths, xp), _largest(lengths, xp))
    allowed = "of points whose kernel stays below 1e300"
    grown = max(1.0, gain) ** (depth / 2) * (largest + depth * math.sqrt(bias))
    require(grown < 1e150, function, "X", allowed, f"a length of {largest:.3g}")

    def tile(rows, columns):
        cosine, angle = _points.cosines_and_angles(row_directions[rows, :], directions[columns, :], xp)
        ends = row_lengths[rows][:, None], lengths[columns][None, :]
        return kernel(_layers(cosine, angle, *ends, depth, gain, bias, xp))

    return finish(_points.fill(tile, first, second, xp, device))


def _largest(lengths, xp):
    return float(xp.max(lengths)) if lengths.shape[0] else 0.0


def _with_bias(points, bias, xp):
    """Append the bias as a coordinate: the covariance of the first layer is then an inner product."""
    if bias == 0:
        return points
    return xp.concat([points, math.sqrt(bias) + 0.0 * points[:, :1]], axis=1)


def _layers(cosine, angle, row_length, column_length, depth, gain, bias, xp):
    """Yield, layer by layer, the covariance of the pre-activations and the share of gradients that passes on."""
    yield row_length * column_length * cosine, None
    for layer in range(1, depth + 1):
        row_part, column_part = math.sqrt(gain) * row_length, math.sqrt(gain) * column_length
        share = gain * arc_cosine.zero(angle, xp)
        yield bias + row_part * column_part * arc_cosine.one(angle, xp), share
        if layer < depth:
            row_length, column_length = xp.sqrt(bias + row_part**2), xp.sqrt(bias + column_part**2)
            lacking = arc_cosine.one_complement(angle, xp)
            if bias > 0:
                lacking = _with_bias_lacking(lacking, row_part, column_part, row_length, column_length, bias)
            angle = 2 * xp.asin(xp.sqrt(lacking / 2))


def _with_bias_lacking(lacking, row_part, column_part, row_length, column_length, bias):
    """1 - correlation after the bias, as a sum of positive terms: nothing cancels at small angles."""
    turn = row_part / row_length * (column_part / column_length) * lacking
    difference = (row_part - column_part) ** 2 / (2 * row_length * column_length)
    excess = bias / (row_length + row_part) + bias / (column_length + column_part)
    total = row_length + column_length
    return turn + difference * excess * (total + row_part + column_part) / total**2
