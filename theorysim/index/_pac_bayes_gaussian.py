"""The results of the room pac_bayes on Gaussian priors and posteriors."""

from theorysim.index import _papers_pac_bayes as _papers
from theorysim.index._result import Absent, Parameter, Result

_DISTANCE = Parameter(
    "squared_distance", r"|\Delta m|^2", "squared distance of the means", "", 0.0, 1e4, "linear", 10.0
)
_DIMENSIONS = Parameter("n_dimensions", "d", "number of dimensions", "", 1, 1e7, "log", 1000.0)
_VARIANCE = Parameter("variance", "v", "variance of the posterior", "", 1e-6, 10.0, "log", 0.02)
_PRIOR = Parameter("prior_variance", "v_0", "variance of the prior", "", 1e-6, 10.0, "log", 0.05)
_PAPERS = (_papers.LANGFORD_SHAWE_TAYLOR_2002,)
_SHARED = {"derivations": "pac_bayes/gaussian_kl", "figures": "pac_bayes/gaussian_kl"}
_NOT_RANDOM = _SHARED | {
    "validations": Absent(
        "A minimum over priors of pac_bayes.gaussian_kl: nothing is random. Its tests scan the priors."
    ),
}

RESULTS = (
    Result(
        name="pac_bayes.gaussian_kl",
        kind="formula",
        title="Divergence of isotropic Gaussian laws",
        papers=_PAPERS,
        certainty="verified",
        parameters=(_DISTANCE, _DIMENSIONS, _VARIANCE, _PRIOR),
        cases=({"squared_distance": 2.0, "n_dimensions": 5, "variance": 0.5, "prior_variance": 1.0},),
        fields=("kl_divergence",),
    ),
    Result(
        name="pac_bayes.diagonal_gaussian_kl",
        kind="estimator",
        title="Divergence of Gaussian laws with diagonal covariances",
        papers=_PAPERS,
        certainty="verified",
        parameters=(),
        cases=(
            {
                "mean": (0.1, -2.0, 0.0),
                "variance": (0.5, 0.01, 3.0),
                "prior_mean": 0.0,
                "prior_variance": (1.0, 1.0, 2.0),
            },
        ),
        fields=("kl_divergence",),
        parts=_SHARED,
    ),
    Result(
        name="pac_bayes.low_rank_gaussian_kl",
        kind="estimator",
        title="Divergence of Gaussian laws with covariances of diagonal plus low rank",
        papers=_PAPERS,
        certainty="verified",
        parameters=(),
        cases=(
            {
                "mean_difference": (1.0, 0.0, -0.5),
                "variance": (1.0, 2.0, 0.5),
                "factor": ((0.5,), (1.0,), (-0.2,)),
                "prior_variance": (2.0, 2.0, 1.0),
                "prior_factor": ((1.0, 0.1), (1.0, -0.4), (0.3, 0.2)),
            },
        ),
        fields=("kl_divergence",),
        parts=_SHARED,
    ),
    Result(
        name="pac_bayes.optimal_prior_variance",
        kind="formula",
        title="Prior variance of least divergence",
        papers=_PAPERS,
        certainty="verified",
        parameters=(_DISTANCE, _DIMENSIONS, _VARIANCE),
        cases=({"squared_distance": (1.0, 35.0), "n_dimensions": 1000, "variance": 0.02},),
        fields=("prior_variance", "kl_divergence"),
        parts=_NOT_RANDOM,
    ),
    Result(
        name="pac_bayes.prior_grid",
        kind="formula",
        title="Best prior of a grid with its price",
        papers=(_papers.LANGFORD_CARUANA_2002, _papers.DZIUGAITE_ROY_2017),
        certainty="verified",
        parameters=(
            _DISTANCE,
            _DIMENSIONS,
            _VARIANCE,
            Parameter("largest_variance", "c", "first variance of the grid", "", 1e-3, 10.0, "log", 1.0),
            Parameter("steps_per_e", "b", "variances for each factor e", "", 1.0, 1000.0, "log", 100.0),
        ),
        cases=(
            {
                "squared_distance": 35.0,
                "n_dimensions": 1000,
                "variance": 0.02,
                "largest_variance": 0.1,
                "steps_per_e": 100,
            },
        ),
        fields=("index", "prior_variance", "kl_divergence", "penalty"),
        parts=_NOT_RANDOM,
    ),
)
