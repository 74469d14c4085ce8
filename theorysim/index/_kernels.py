"""The results of the room kernels."""

from theorysim.index import _papers
from theorysim.index._result import Parameter, Result

_ANGLE = Parameter("angle", r"\theta", "angle between two inputs", "radians", 0.0, 3.141592653589793, "linear", 1.0)
_DEPTH = Parameter("depth", "L", "number of hidden layers", "", 1, 20, "integer", 1)
_WEIGHTS = Parameter("weight_variance", r"\sigma_w^2", "variance of weights x width", "", 0.1, 10.0, "log", 2.0)
_BIASES = Parameter("bias_variance", r"\sigma_b^2", "variance of biases", "", 0.0, 10.0, "linear", 0.0)
_LENGTH = Parameter("length_scale", r"\ell", "length scale", "unit of the points", 0.01, 100.0, "log", 1.0)
_POINTS = ((1.0, 0.0), (0.6, 0.9))


def _shared(stem, figure=None):
    return dict.fromkeys(("theorysim", "derivations", "validations", "tests"), f"kernels/{stem}") | {
        "figures": f"kernels/{figure or stem}"
    }


def _arc_cosine(name, title):
    return Result(
        name=f"kernels.{name}",
        kind="formula",
        title=title,
        papers=(_papers.CHO_SAUL_2009,),
        certainty="published",
        parameters=(_ANGLE,),
        cases=({"angle": (0.5, 1.5, 2.5)},),
        fields=("value",),
        parts=_shared("arc_cosine", "relu_ntk"),
    )


_ARC_COSINE = (
    _arc_cosine("arc_cosine_zero", "Arc-cosine function of degree 0"),
    _arc_cosine("arc_cosine_one", "Arc-cosine function of degree 1"),
    _arc_cosine("arc_cosine_one_complement", "Complement of the arc-cosine function of degree 1"),
)

_NETWORKS = (
    Result(
        name="kernels.relu_nngp",
        kind="algorithm",
        title="Gaussian-process kernel of a wide ReLU network",
        papers=(_papers.CHO_SAUL_2009,),
        certainty="published",
        parameters=(_DEPTH, _WEIGHTS, _BIASES),
        cases=({"X": _POINTS, "depth": 1},),
        fields=("value",),
        parts=_shared("relu_ntk") | {"theorysim": "kernels/relu_nngp"},
    ),
    Result(
        name="kernels.relu_ntk",
        kind="algorithm",
        title="Neural tangent kernel of a wide ReLU network",
        papers=(_papers.JACOT_2018, _papers.CHO_SAUL_2009),
        certainty="published",
        parameters=(_DEPTH, _WEIGHTS, _BIASES),
        cases=({"X": _POINTS, "depth": 1, "weight_variance": 1.5, "bias_variance": 0.3},),
        fields=("value",),
    ),
)

_DISTANCE = (
    Result(
        name="kernels.gaussian",
        kind="algorithm",
        title="Gaussian kernel",
        papers=(_papers.RAHIMI_RECHT_2007,),
        certainty="published",
        parameters=(_LENGTH,),
        cases=({"X": _POINTS, "length_scale": 1.0},),
        fields=("value",),
    ),
    Result(
        name="kernels.laplace",
        kind="algorithm",
        title="Laplace kernel",
        papers=(_papers.RAHIMI_RECHT_2007,),
        certainty="published",
        parameters=(_LENGTH,),
        cases=({"X": _POINTS, "length_scale": 0.8},),
        fields=("value",),
        parts=_shared("gaussian") | {"theorysim": "kernels/laplace"},
    ),
)

RESULTS = (*_ARC_COSINE, *_NETWORKS, *_DISTANCE)
