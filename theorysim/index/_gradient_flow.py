"""The results of the room gradient_flow."""

from theorysim.index import _papers
from theorysim.index._result import Parameter, Result

_TIME = Parameter("time", "t", "steps x rate on |y - X w|^2 / (2 n_samples)", "1 / eigenvalue", 1e-2, 1e3, "log", 1.0)
_STEP = Parameter("step", "k", "steps of gradient descent", "", 0, 1000, "integer", 10)
_LOAD = Parameter("load", r"\alpha", "n_samples / n_features", "", 0.05, 20.0, "log", 0.5)
_RATE = Parameter(
    "learning_rate", r"\eta", "rate on |y - X w|^2 / (2 n_samples)", "1 / eigenvalue", 1e-2, 1.0, "log", 0.1
)
_RIDGE = Parameter("ridge_per_sample", r"\rho", "ridge / n_samples", "eigenvalue", 1e-4, 1e2, "log", 0.5)
_SIGNAL = Parameter("signal_variance", "S", "variance of the noiseless target", "target squared", 0.01, 100, "log", 2.0)
_NOISE = Parameter(
    "noise_variance", r"\sigma^2", "variance of the target's noise", "target squared", 0.0, 10.0, "linear", 1.0
)
_INITIAL = Parameter("initial_variance", "S_0", "E|w(0)|^2", "target squared", 0.0, 10.0, "linear", 0.0)
_N_SAMPLES = Parameter("n_samples", "n", "rows of the design", "", 1, 200, "integer", 40)
_N_FEATURES = Parameter("n_features", "p", "columns of the design", "", 1, 200, "integer", 20)

_RISKS = ("test", "train")
_VARIANCES = (_SIGNAL, _NOISE, _INITIAL)

RESULTS = (
    Result(
        name="gradient_flow.risk",
        kind="formula",
        title="Risk of gradient flow on noisy linear data in time",
        papers=(_papers.ADVANI_SAXE_2017,),
        certainty="recalled",
        parameters=(_TIME, _LOAD, *_VARIANCES),
        cases=(
            {"time": (0.1, 1.0, 3.0, 10.0), "load": 2.0, "signal_variance": 4.0, "noise_variance": 1.0},
            {"time": (0.1, 0.6), "load": 0.25, "signal_variance": 1.0, "noise_variance": 0.2, "initial_variance": 3.0},
        ),
        fields=_RISKS,
    ),
    Result(
        name="gradient_flow.plateau",
        kind="formula",
        title="Late-time risk of gradient flow: double descent in the load",
        papers=(_papers.ADVANI_SAXE_2017,),
        certainty="recalled",
        parameters=(_LOAD, *_VARIANCES),
        cases=(
            {"load": 0.25, "signal_variance": 3.0, "noise_variance": 1.0},
            {"load": 2.0, "signal_variance": 3.0, "noise_variance": 1.0, "initial_variance": 1.0},
        ),
        fields=_RISKS,
    ),
    Result(
        name="gradient_flow.finite_plateau",
        kind="formula",
        title="Late-time risk of gradient flow at finite size",
        papers=(_papers.BELKIN_2019,),
        certainty="derived",
        parameters=(_N_SAMPLES, _N_FEATURES, *_VARIANCES),
        cases=(
            {"n_samples": 40, "n_features": 20, "signal_variance": 1.0, "noise_variance": 1.0},
            {
                "n_samples": 8,
                "n_features": 20,
                "signal_variance": 0.5,
                "noise_variance": 1.0,
                "initial_variance": 1.0,
            },
        ),
        fields=_RISKS,
        parts={"figures": "gradient_flow/plateau"},
    ),
    Result(
        name="gradient_flow.optimal_stopping_time",
        kind="formula",
        title="Best time to stop gradient flow",
        papers=(_papers.ADVANI_SAXE_2017,),
        certainty="derived",
        parameters=(_LOAD, *_VARIANCES),
        cases=({"load": 2.0, "signal_variance": (0.1, 10.0), "noise_variance": 0.5, "initial_variance": 0.2},),
        fields=("value",),
    ),
    Result(
        name="gradient_flow.ridge_risk",
        kind="formula",
        title="Risk of ridge regression on isotropic data",
        papers=(_papers.ADVANI_SAXE_2017,),
        certainty="recalled",
        parameters=(_LOAD, _RIDGE, _SIGNAL, _NOISE),
        cases=(
            {"load": 1.0, "ridge_per_sample": (0.1, 0.3, 3.0), "signal_variance": 1.0, "noise_variance": 1.0},
            {"load": 0.5, "ridge_per_sample": 0.5, "signal_variance": 1.0, "noise_variance": 1.0},
        ),
        fields=_RISKS,
        parts={"figures": "gradient_flow/plateau"},
    ),
    Result(
        name="gradient_flow.optimal_ridge_risk",
        kind="formula",
        title="Best ridge on isotropic data and its risk",
        papers=(_papers.ADVANI_SAXE_2017,),
        certainty="recalled",
        parameters=(_LOAD, _SIGNAL, _NOISE),
        cases=(
            {"load": 0.5, "signal_variance": 4.0, "noise_variance": 1.0},
            {"load": 2.0, "signal_variance": 1.0, "noise_variance": 2.0},
        ),
        fields=("ridge_per_sample", *_RISKS),
        parts={"figures": "gradient_flow/plateau"},
    ),
    Result(
        name="gradient_flow.discrete_risk",
        kind="formula",
        title="Risk of gradient descent with a finite learning rate",
        papers=(_papers.ADVANI_SAXE_2017,),
        certainty="recalled",
        parameters=(_STEP, _LOAD, _RATE, *_VARIANCES),
        cases=({"step": (2, 8), "load": 2.0, "learning_rate": 0.6, "signal_variance": 1.0, "noise_variance": 1.0},),
        fields=_RISKS,
    ),
    Result(
        name="gradient_flow.finite_size_correction",
        kind="formula",
        title="First correction in 1 / n_features to the risk of gradient flow",
        papers=(_papers.BAI_SILVERSTEIN_2004, _papers.ADVANI_SAXE_2017),
        certainty="derived",
        parameters=(_TIME, _LOAD, *_VARIANCES),
        cases=({"time": 0.5, "load": 4.0, "signal_variance": 4.0, "noise_variance": 1.0},),
        fields=_RISKS,
        parts={"figures": "gradient_flow/risk"},
    ),
)
