"""The results of the room ridge."""

import numpy as np

from theorysim.index import _papers
from theorysim.index._result import Parameter, Result

_SPECTRUM = Parameter(
    "spectrum", r"\lambda", "spectrum of the kernel", "", 1.01, 4.0, "spectrum", "power_law:1.5:400:signal_exponent=1.5"
)
_N_SAMPLES = Parameter("n_samples", "n", "number of training points", "", 1.0, 1e4, "log", 100.0)
_RIDGE = Parameter("ridge", r"\delta", "ridge of the Gram matrix", "eigenvalue", 1e-8, 1e4, "log", 0.01)
_NOISE = Parameter("noise_variance", r"\sigma^2", "variance of label noise", "target squared", 0.0, 1.0, "linear", 0.09)
_PAPERS = (_papers.SIMON_2021, _papers.BORDELON_2020, _papers.JACOT_2020)

_KAPPA = Result(
    name="ridge.kappa",
    kind="formula",
    title="Effective ridge of kernel ridge regression",
    papers=_PAPERS,
    certainty="published",
    parameters=(_SPECTRUM, _N_SAMPLES, _RIDGE),
    cases=({"spectrum": "power_law:1.5:12", "n_samples": 4, "ridge": (0.0, 0.3, 5.0)},),
    fields=("kappa",),
    parts={"figures": "ridge/risk"},
)
_RISK = Result(
    name="ridge.risk",
    kind="formula",
    title="Risk of kernel ridge regression from the spectrum of the kernel",
    papers=_PAPERS,
    certainty="published",
    parameters=(_SPECTRUM, _N_SAMPLES, _RIDGE, _NOISE),
    cases=(
        {
            "spectrum": "power_law:1.5:6:signal_exponent=1.2",
            "n_samples": 2,
            "ridge": (0.0, 0.3),
            "noise_variance": 0.2,
        },
    ),
    fields=("test", "train", "bias", "variance", "kappa", "overfitting_coefficient", "learnability"),
)

_MATRIX = ((4.0, 1.0, 0.5, 0.0), (1.0, 2.0, 0.5, 0.2), (0.5, 0.5, 1.0, 0.1), (0.0, 0.2, 0.1, 0.5))
_TARGETS = (1.0, -1.0, 2.0, 0.5)
_SOLVE = Result(
    name="ridge.solve",
    kind="algorithm",
    title="Coefficients of kernel ridge regression",
    papers=(_papers.SAUNDERS_1998,),
    certainty="published",
    parameters=(_RIDGE,),
    cases=({"kernel_matrix": _MATRIX, "targets": _TARGETS, "ridge": 0.1},),
    fields=("coefficients", "fitted", "ridge", "rank", "condition_number", "solver"),
    parts={"figures": "ridge/real_images"},
)
_LEAVE_ONE_OUT = Result(
    name="ridge.leave_one_out",
    kind="estimator",
    title="Leave-one-out residuals of kernel ridge regression",
    papers=(_papers.GOLUB_1979,),
    certainty="published",
    parameters=(_RIDGE,),
    cases=({"kernel_matrix": _MATRIX, "targets": _TARGETS, "ridge": 0.5},),
    fields=("residuals", "mean_square"),
    parts={"figures": "ridge/gcv"},
)
_GCV = Result(
    name="ridge.gcv",
    kind="estimator",
    title="Generalized cross-validation: test risk and effective ridge from training data",
    papers=(_papers.GOLUB_1979, _papers.JACOT_2020),
    certainty="published",
    parameters=(_RIDGE,),
    cases=({"kernel_matrix": _MATRIX, "targets": _TARGETS, "ridge": 0.5},),
    fields=("test", "kappa", "degrees_of_freedom"),
)


def _pool():
    """Return the kernel matrix and the noisy targets of 500 points with 32 Gaussian features."""
    rng = np.random.default_rng(0)
    features = rng.standard_normal((500, 32)) / np.sqrt(32)
    return features @ features.T, features @ rng.standard_normal(32) + 0.5 * rng.standard_normal(500)


_POOL, _POOL_TARGETS = _pool()
_PREDICT_LEARNING_CURVE = Result(
    name="ridge.predict_learning_curve",
    kind="estimator",
    title="Learning curve of kernel ridge regression on a data set, predicted from its kernel matrix",
    papers=(_papers.SIMON_2021, _papers.BORDELON_2020),
    certainty="published",
    parameters=(_N_SAMPLES, _RIDGE),
    cases=({"kernel": _POOL, "X": None, "targets": _POOL_TARGETS, "n_samples": 20, "ridge": 2.0},),
    fields=("test", "train", "pool", "kappa"),
    parts={"figures": "ridge/real_images"},
)

RESULTS = (_KAPPA, _RISK, _SOLVE, _LEAVE_ONE_OUT, _GCV, _PREDICT_LEARNING_CURVE)
