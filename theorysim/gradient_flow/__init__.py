"""Gradient flow and gradient descent: how test and training risk move in time."""

from theorysim.gradient_flow.advani_saxe import (
    ridge_from_advani_saxe,
    ridge_to_advani_saxe,
    time_from_advani_saxe,
    time_to_advani_saxe,
)
from theorysim.gradient_flow.clock import GradientDescentClock, UnstableLearningRate, flow_residual
from theorysim.gradient_flow.discrete_risk import discrete_risk, simulate_discrete_risk
from theorysim.gradient_flow.finite_plateau import finite_plateau, simulate_finite_plateau
from theorysim.gradient_flow.finite_size_correction import finite_size_correction, simulate_finite_size_correction
from theorysim.gradient_flow.optimal_ridge_risk import OptimalRidge, optimal_ridge_risk, simulate_optimal_ridge_risk
from theorysim.gradient_flow.optimal_stopping_time import optimal_stopping_time, simulate_optimal_stopping_time
from theorysim.gradient_flow.plateau import plateau, simulate_plateau
from theorysim.gradient_flow.ridge_risk import ridge_risk, simulate_ridge_risk
from theorysim.gradient_flow.risk import Risk, risk, simulate_risk

__all__ = [
    "GradientDescentClock",
    "OptimalRidge",
    "Risk",
    "UnstableLearningRate",
    "discrete_risk",
    "finite_plateau",
    "finite_size_correction",
    "flow_residual",
    "optimal_ridge_risk",
    "optimal_stopping_time",
    "plateau",
    "ridge_from_advani_saxe",
    "ridge_risk",
    "ridge_to_advani_saxe",
    "risk",
    "simulate_discrete_risk",
    "simulate_finite_plateau",
    "simulate_finite_size_correction",
    "simulate_optimal_ridge_risk",
    "simulate_optimal_stopping_time",
    "simulate_plateau",
    "simulate_ridge_risk",
    "simulate_risk",
    "time_from_advani_saxe",
    "time_to_advani_saxe",
]
