"""Intrinsic dimension: how many coordinates a cloud of points has, with standard errors that hold."""

from theorysim.dimension.two_nn import TwoNN, simulate_two_nn, two_nn

__all__ = ["TwoNN", "simulate_two_nn", "two_nn"]
