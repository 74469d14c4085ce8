"""Kernel ridge regression: effective ridge, risk predicted from a spectrum, and what data say of it."""

from theorysim.ridge.kappa import kappa
from theorysim.ridge.risk import Risk, risk, simulate_risk

__all__ = [
    "Risk",
    "kappa",
    "risk",
    "simulate_risk",
]
