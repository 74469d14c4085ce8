"""The bounds of the room pac_bayes."""

from theorysim.index import _papers_pac_bayes as _papers
from theorysim.index._result import Absent, Parameter, Result

_SHARE = Parameter("empirical_risk", "q", "mean loss on the sample", "", 0.0, 1.0, "linear", 0.1)
_RISK = Parameter("risk", "p", "mean loss under the law", "", 0.001, 0.999, "linear", 0.3)
_SIZE = Parameter("n_samples", "n", "number of independent samples", "", 2, 1e6, "log", 1000.0)
_DIVERGENCE = Parameter(
    "kl_divergence", "\\mathrm{KL}", "divergence of posterior from prior", "nats", 0.0, 1e4, "linear", 20.0
)
_FAILURE = Parameter("failure_probability", r"\delta", "failure probability", "", 1e-6, 0.5, "log", 0.05)
_BOUND = (_SHARE, _SIZE, _DIVERGENCE, _FAILURE)
_TERMS = ("divergence_term", "price_term", "confidence_term")
_GIBBS = {"empirical_risk": 0.3, "n_samples": 80, "kl_divergence": 2.0, "failure_probability": 0.1}
_SHARED = {tree: "pac_bayes/kl_bound" for tree in ("validations", "figures", "tests")}
_NO_ALGEBRA = Absent("Its proof is a concentration inequality, with no algebra that SymPy could check.")

RESULTS = (
    Result(
        name="pac_bayes.kl_moment",
        kind="formula",
        title="Exponential moment of relative entropy",
        papers=(_papers.MAURER_2004,),
        certainty="verified",
        parameters=(_SIZE,),
        cases=(
            {"n_samples": (1, 2, 3)},
            {"n_samples": 5},
        ),
        fields=("xi",),
    ),
    Result(
        name="pac_bayes.kl_bound",
        kind="bound",
        title="PAC-Bayes bound in relative entropy",
        papers=(
            _papers.MAURER_2004,
            _papers.SEEGER_2002,
        ),
        certainty="verified",
        parameters=_BOUND,
        cases=(_GIBBS,),
        fields=("value", "lower", "is_vacuous", *_TERMS),
    ),
    Result(
        name="pac_bayes.pinsker_bound",
        kind="bound",
        title="PAC-Bayes bound with a square root",
        papers=(_papers.MAURER_2004,),
        certainty="verified",
        parameters=_BOUND,
        cases=(_GIBBS,),
        fields=("value", "is_vacuous", *_TERMS),
        parts=_SHARED | {"derivations": "pac_bayes/quadratic_bound"},
    ),
    Result(
        name="pac_bayes.quadratic_bound",
        kind="bound",
        title="Quadratic PAC-Bayes bound",
        papers=(_papers.RIVASPLATA_2019,),
        certainty="verified",
        parameters=_BOUND,
        cases=(_GIBBS,),
        fields=("value", "is_vacuous", *_TERMS),
        parts=_SHARED,
    ),
    Result(
        name="pac_bayes.thiemann_bound",
        kind="bound",
        title="PAC-Bayes bound with a trade-off",
        papers=(_papers.THIEMANN_2017,),
        certainty="verified",
        parameters=(
            *_BOUND,
            Parameter("trade_off", r"\lambda", "weight of the divergence", "", 0.01, 1.99, "linear", 0.7),
        ),
        cases=(_GIBBS | {"trade_off": 0.7},),
        fields=("value", "is_vacuous", *_TERMS),
        parts=_SHARED | {"derivations": "pac_bayes/quadratic_bound"},
    ),
    Result(
        name="pac_bayes.mcallester_bound",
        kind="bound",
        title="PAC-Bayes bound of McAllester",
        papers=(_papers.MCALLESTER_1999,),
        certainty="recalled",
        parameters=_BOUND,
        cases=(_GIBBS,),
        fields=("value", "is_vacuous", *_TERMS),
        parts=_SHARED | {"derivations": _NO_ALGEBRA},
    ),
    Result(
        name="pac_bayes.catoni_bound",
        kind="bound",
        title="Catoni's bound at a fixed temperature",
        papers=(_papers.CATONI_2007,),
        certainty="verified",
        parameters=(*_BOUND, Parameter("inverse_temperature", "C", "inverse temperature", "", 0.01, 10.0, "log", 1.0)),
        cases=(_GIBBS | {"inverse_temperature": 0.7},),
        fields=("value", "is_vacuous", *_TERMS),
        parts=_SHARED,
    ),
    Result(
        name="pac_bayes.catoni_grid_bound",
        kind="bound",
        title="Catoni's bound at the best temperature of a grid",
        papers=(_papers.CATONI_2007,),
        certainty="verified",
        parameters=(*_BOUND, Parameter("grid_ratio", r"\alpha", "ratio of the grid", "", 1.0001, 2.0, "log", 1.1)),
        cases=(_GIBBS | {"grid_ratio": 1.1},),
        fields=("value", "is_vacuous", *_TERMS, "inverse_temperature"),
        parts=_SHARED | {"derivations": "pac_bayes/catoni_bound"},
    ),
    Result(
        name="pac_bayes.catoni_reference",
        kind="formula",
        title="Catoni's bound without a price for the temperature: no bound",
        papers=(_papers.CATONI_2007,),
        certainty="verified",
        parameters=_BOUND,
        cases=(_GIBBS,),
        fields=("value", "is_vacuous", *_TERMS),
        parts={
            "derivations": "pac_bayes/catoni_bound",
            "validations": Absent(
                "A minimum over temperatures: nothing is random. Its tests compare it with the bounds it minimizes."
            ),
            "figures": "pac_bayes/kl_bound",
            "tests": "pac_bayes/kl_bound",
        },
    ),
    Result(
        name="pac_bayes.nested_kl_bound",
        kind="bound",
        title="PAC-Bayes bound from draws of the posterior",
        papers=(
            _papers.DZIUGAITE_ROY_2017,
            _papers.MAURER_2004,
        ),
        certainty="verified",
        parameters=(
            Parameter("sampled_risk", r"\tilde q", "mean loss over draws", "", 0.0, 1.0, "linear", 0.1),
            _SIZE,
            Parameter("n_draws", "m", "draws of the posterior", "", 1, 1e6, "log", 1000.0),
            _DIVERGENCE,
            _FAILURE,
            _FAILURE._replace(name="sampling_failure_probability", symbol=r"\delta'", words="of the draws"),
        ),
        cases=(
            {
                "sampled_risk": 0.3,
                "n_samples": 80,
                "n_draws": 50,
                "kl_divergence": 2.0,
                "failure_probability": 0.05,
                "sampling_failure_probability": 0.05,
            },
        ),
        fields=("value", "empirical_risk", "is_vacuous", *_TERMS),
        parts={"derivations": "pac_bayes/kl_bound", "figures": "pac_bayes/kl_bound", "tests": "pac_bayes/kl_bound"},
    ),
    Result(
        name="pac_bayes.single_draw_bound",
        kind="bound",
        title="PAC-Bayes bound of one predictor drawn from the posterior",
        papers=(
            _papers.CATONI_2007,
            _papers.MAURER_2004,
        ),
        certainty="verified",
        parameters=(
            _SHARE,
            _SIZE,
            Parameter(
                "log_density_ratio", r"\ln\frac{d\rho}{d\pi}", "log density ratio", "nats", -10.0, 100.0, "linear", 3.0
            ),
            _FAILURE,
        ),
        cases=({"empirical_risk": 0.3, "n_samples": 80, "log_density_ratio": 2.0, "failure_probability": 0.1},),
        fields=("value", "is_vacuous", *_TERMS),
        parts={"derivations": "pac_bayes/kl_bound", "figures": "pac_bayes/kl_bound", "tests": "pac_bayes/kl_bound"},
    ),
    Result(
        name="pac_bayes.kl_bound_sample_size",
        kind="formula",
        title="Number of samples that a PAC-Bayes bound needs",
        papers=(_papers.MAURER_2004,),
        certainty="verified",
        parameters=(_SHARE._replace(default=0.02), _RISK, _DIVERGENCE, _FAILURE),
        cases=({"empirical_risk": 0.02, "risk": 0.05, "kl_divergence": 300.0, "failure_probability": 0.05},),
        fields=("n_samples",),
        parts={
            "derivations": "pac_bayes/kl_bound",
            "validations": Absent(
                "The inverse of kl_bound in the number of samples: nothing is random. Its tests insert it there."
            ),
            "figures": "pac_bayes/kl_bound",
            "tests": "pac_bayes/kl_bound",
        },
    ),
    Result(
        name="pac_bayes.empirical_bernstein_bound",
        kind="bound",
        title="Empirical Bernstein bound of one predictor",
        papers=(_papers.MAURER_PONTIL_2009,),
        certainty="verified",
        parameters=(
            _SHARE,
            _SIZE,
            Parameter("sample_variance", "V", "variance of the losses", "", 0.0, 0.5, "linear", 0.05),
            _FAILURE,
        ),
        cases=({"empirical_risk": 0.1, "n_samples": 60, "sample_variance": 0.01, "failure_probability": 0.1},),
        fields=("value", "is_vacuous", "variance_term", "range_term"),
        parts={"derivations": _NO_ALGEBRA, "figures": "pac_bayes/kl_bound"},
    ),
    Result(
        name="pac_bayes.unexpected_bernstein_bound",
        kind="bound",
        title="PAC-Bayes bound in the second moment of the losses",
        papers=(_papers.MHAMMEDI_2019,),
        certainty="verified",
        parameters=(
            _SHARE,
            _SIZE,
            Parameter("second_moment", "V", "second moment of the losses", "", 0.0, 1.0, "linear", 0.05),
            _DIVERGENCE,
            _FAILURE,
            Parameter("rate", r"\eta", "rate", "1 / loss", 0.001, 0.99, "log", 0.25),
            Parameter("n_rates", "m", "size of the grid of rates", "", 1, 50, "integer", 8),
            Parameter("loss_bound", "b", "largest loss", "loss", 0.1, 1.0, "linear", 1.0),
        ),
        cases=(
            {
                "empirical_risk": 0.1,
                "n_samples": 100,
                "second_moment": 0.1,
                "kl_divergence": 2.0,
                "failure_probability": 0.1,
                "rate": (0.5, 0.25, 0.125),
                "n_rates": 3,
                "loss_bound": 1.0,
            },
        ),
        fields=("value", "is_vacuous", "moment_term", *_TERMS),
        parts={"figures": "pac_bayes/kl_bound"},
    ),
)
