"""Kernels of wide networks and of distance, as matrices over data points."""

from theorysim.kernels.arc_cosine import (
    arc_cosine_one,
    arc_cosine_one_complement,
    arc_cosine_zero,
    simulate_arc_cosine,
)
from theorysim.kernels.gaussian import gaussian, simulate_gaussian
from theorysim.kernels.laplace import laplace, simulate_laplace
from theorysim.kernels.relu_nngp import relu_nngp, simulate_relu_nngp
from theorysim.kernels.relu_ntk import relu_ntk, simulate_relu_ntk

__all__ = [
    "arc_cosine_one",
    "arc_cosine_one_complement",
    "arc_cosine_zero",
    "gaussian",
    "laplace",
    "relu_nngp",
    "relu_ntk",
    "simulate_arc_cosine",
    "simulate_gaussian",
    "simulate_laplace",
    "simulate_relu_nngp",
    "simulate_relu_ntk",
]
