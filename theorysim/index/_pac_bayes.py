"""The results of the room pac_bayes: relative entropy and its inverses; the bounds stand in `_pac_bayes_bounds`."""

from theorysim.index import _pac_bayes_bounds, _pac_bayes_gaussian
from theorysim.index import _papers_pac_bayes as _papers
from theorysim.index._result import Absent, Parameter, Result

_SHARE = Parameter("empirical_risk", "q", "mean loss on the sample", "", 0.0, 1.0, "linear", 0.1)
_RISK = Parameter("risk", "p", "mean loss under the law", "", 0.001, 0.999, "linear", 0.3)
_BUDGET = Parameter("budget", "c", "relative entropy allowed", "nats per sample", 1e-6, 10.0, "log", 0.05)
_SAMPLES = Parameter("n_samples", "n", "number of independent samples", "", 1, 100_000, "integer", 1000)
_ERRORS = Parameter("errors", "k", "number of errors among them", "", 0, 1000, "integer", 30)
_LOG_FAILURE = Parameter(
    "log_failure_probability",
    r"\ln\delta",
    "logarithm of the failure probability",
    "nats",
    -1000.0,
    -0.01,
    "linear",
    -3.0,
)
_TAIL_PAPERS = (_papers.LANGFORD_2005, _papers.CLOPPER_PEARSON_1934)

RESULTS = (
    Result(
        name="pac_bayes.kl",
        kind="formula",
        title="Relative entropy of two coins",
        papers=(_papers.LANGFORD_2005,),
        certainty="verified",
        parameters=(_SHARE, _RISK),
        cases=(
            {"empirical_risk": (0.1, 0.5, 0.9), "risk": 0.4},
            {"empirical_risk": (0.01, 0.2), "risk": 0.05},
        ),
        fields=("kl",),
        parts={"figures": "pac_bayes/kl_inverse"},
    ),
    Result(
        name="pac_bayes.kl_inverse",
        kind="bound",
        title="Largest risk within a relative entropy budget",
        papers=(_papers.LANGFORD_2005,),
        certainty="verified",
        parameters=(_SHARE, _BUDGET),
        cases=({"empirical_risk": 0.1, "budget": 0.075}, {"empirical_risk": 0.45, "budget": 0.075}),
        fields=("risk", "gap", "complement", "log_complement"),
    ),
    Result(
        name="pac_bayes.kl_inverse_lower",
        kind="bound",
        title="Smallest risk within a relative entropy budget",
        papers=(_papers.LANGFORD_2005,),
        certainty="verified",
        parameters=(_SHARE, _BUDGET),
        cases=({"empirical_risk": 0.9, "budget": 0.075}, {"empirical_risk": 0.45, "budget": 0.075}),
        fields=("risk", "gap", "complement", "log_risk"),
        parts={"derivations": "pac_bayes/kl_inverse", "figures": "pac_bayes/kl_inverse"},
    ),
    Result(
        name="pac_bayes.kl_inverse_gradient",
        kind="formula",
        title="Gradient of the largest risk within a relative entropy budget",
        papers=(_papers.LANGFORD_2005,),
        certainty="verified",
        parameters=(_SHARE, _BUDGET),
        cases=({"empirical_risk": (0.1, 0.3), "budget": (0.01, 0.5)},),
        fields=("by_empirical_risk", "by_budget"),
        parts={
            "derivations": "pac_bayes/kl_inverse",
            "figures": "pac_bayes/kl_inverse",
            "validations": Absent(
                "A derivative: nothing is random. Its tests compare it with differences in 60 digits."
            ),
        },
    ),
    Result(
        name="pac_bayes.binomial_tail_inverse",
        kind="bound",
        title="Exact upper risk of one predictor from its test errors",
        papers=_TAIL_PAPERS,
        certainty="verified",
        parameters=(_SAMPLES, _ERRORS, _LOG_FAILURE),
        cases=({"n_samples": 50, "errors": 4, "log_failure_probability": -0.7},),
        fields=("risk", "gap", "complement", "log_complement"),
    ),
    Result(
        name="pac_bayes.binomial_tail_inverse_lower",
        kind="bound",
        title="Exact lower risk of one predictor from its test errors",
        papers=_TAIL_PAPERS,
        certainty="verified",
        parameters=(_SAMPLES, _ERRORS, _LOG_FAILURE),
        cases=({"n_samples": 50, "errors": 4, "log_failure_probability": -0.7},),
        fields=("risk", "gap", "complement", "log_risk"),
        parts={"derivations": "pac_bayes/binomial_tail_inverse", "figures": "pac_bayes/binomial_tail_inverse"},
    ),
    *_pac_bayes_bounds.RESULTS,
    *_pac_bayes_gaussian.RESULTS,
)
