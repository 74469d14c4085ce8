"""The results of the room ridge."""

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

RESULTS = (_KAPPA, _RISK)
