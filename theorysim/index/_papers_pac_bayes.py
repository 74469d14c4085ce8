"""The sources of the room pac_bayes, each once."""

from theorysim.index._result import Paper

CLOPPER_PEARSON_1934 = Paper(
    "clopper1934use",
    "Clopper, C. J. and Pearson, E. S.",
    1934,
    "The use of confidence or fiducial limits illustrated in the case of the binomial",
    venue="Biometrika 26(4):404-413",
)
LANGFORD_2005 = Paper(
    "langford2005tutorial",
    "Langford, John",
    2005,
    "Tutorial on practical prediction theory for classification",
    venue="Journal of Machine Learning Research 6:273-306",
)
