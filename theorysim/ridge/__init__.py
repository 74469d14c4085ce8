"""Kernel ridge regression: effective ridge, risk predicted from a spectrum, and what data say of it."""

from theorysim.ridge.gcv import GeneralizedCrossValidation, gcv
from theorysim.ridge.kappa import kappa
from theorysim.ridge.leave_one_out import LeaveOneOut, leave_one_out
from theorysim.ridge.predict_learning_curve import (
    LearningCurve,
    MeasuredLearningCurve,
    SmallPool,
    predict_learning_curve,
    simulate_learning_curve,
)
from theorysim.ridge.risk import Risk, risk, simulate_risk
from theorysim.ridge.solve import Solution, solve

__all__ = [
    "GeneralizedCrossValidation",
    "LearningCurve",
    "LeaveOneOut",
    "MeasuredLearningCurve",
    "Risk",
    "SmallPool",
    "Solution",
    "gcv",
    "kappa",
    "leave_one_out",
    "predict_learning_curve",
    "risk",
    "simulate_learning_curve",
    "simulate_risk",
    "solve",
]
