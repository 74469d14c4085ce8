"""A random ReLU network of finite width, and the kernels that its layers and its gradients define.

Hidden layer l has `width` pre-activations h = W relu(previous) sqrt(weight_variance / width) + sqrt(bias_variance) b
with standard normal W and b; the first layer takes the inputs as they stand. The output is one further such layer.
"""

import math

import numpy as np

__all__ = []


def activations(rng, points, depth, weight_variance, bias_variance, width):
    """Draw a network; return pre-activations of the hidden layers at the points, and the weights between them."""
    layer = points @ rng.standard_normal((points.shape[1], width)) + _bias(rng, bias_variance, width)
    layers, weights = [layer], []
    for _ in range(depth - 1):
        matrix = rng.standard_normal((width, width)) * math.sqrt(weight_variance / width)
        layer = np.maximum(layer, 0) @ matrix + _bias(rng, bias_variance, width)
        layers.append(layer)
        weights.append(matrix)
    return layers, weights


def _bias(rng, bias_variance, width):
    return math.sqrt(bias_variance) * rng.standard_normal(width) if bias_variance else 0.0


def covariance(layer, rows, weight_variance, bias_variance):
    """Return the covariance of the next pre-activations between the first `rows` points and the rest."""
    active = np.maximum(layer, 0)
    return bias_variance + weight_variance / layer.shape[1] * active[:rows] @ active[rows:].T


def tangent(rng, layers, weights, points, rows, weight_variance, bias_variance):
    """Return the inner products of the output's gradients between the first `rows` points and the rest."""
    width = layers[0].shape[1]
    total = covariance(layers[-1], rows, weight_variance, bias_variance)
    gradient = rng.standard_normal(width) * math.sqrt(weight_variance / width) * (layers[-1] > 0)
    for level in range(len(layers) - 1, -1, -1):
        below = (
            covariance(layers[level - 1], rows, weight_variance, bias_variance)
            if level
            else bias_variance + points[:rows] @ points[rows:].T
        )
        total = total + below * (gradient[:rows] @ gradient[rows:].T)
        if level:
            gradient = (gradient @ weights[level - 1].T) * (layers[level - 1] > 0)
    return total


def stacked(X, Z):
    """Return both sets of points in one matrix, and how many are in the first."""
    X = np.asarray(X, dtype=np.float64)
    Z = X if Z is None else np.asarray(Z, dtype=np.float64)
    return np.concatenate([X, Z]), X.shape[0]
