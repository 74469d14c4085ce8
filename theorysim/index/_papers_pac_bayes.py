"""The sources of the room pac_bayes, each once."""

from theorysim.index._result import Paper

LANGFORD_2005 = Paper(
    "langford2005tutorial",
    "Langford, John",
    2005,
    "Tutorial on practical prediction theory for classification",
    venue="Journal of Machine Learning Research 6:273-306",
)
