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
CATONI_2007 = Paper(
    "catoni2007pac",
    "Catoni, Olivier",
    2007,
    "PAC-Bayesian supervised classification: the thermodynamics of statistical learning",
    arxiv="0712.0248",
)
DZIUGAITE_ROY_2017 = Paper(
    "dziugaite2017computing",
    "Dziugaite, Gintare Karolina and Roy, Daniel M.",
    2017,
    "Computing nonvacuous generalization bounds for deep (stochastic) neural networks with many more parameters than "
    "training data",
    arxiv="1703.11008",
)
MAURER_2004 = Paper("maurer2004note", "Maurer, Andreas", 2004, "A note on the PAC Bayesian theorem", arxiv="cs/0411099")
MAURER_PONTIL_2009 = Paper(
    "maurer2009empirical",
    "Maurer, Andreas and Pontil, Massimiliano",
    2009,
    "Empirical Bernstein bounds and sample variance penalization",
    arxiv="0907.3740",
)
MCALLESTER_1999 = Paper(
    "mcallester1999some",
    "McAllester, David A.",
    1999,
    "Some PAC-Bayesian theorems",
    venue="Machine Learning 37(3):355-363",
)
MHAMMEDI_2019 = Paper(
    "mhammedi2019pac",
    "Mhammedi, Zakaria and Grunwald, Peter D. and Guedj, Benjamin",
    2019,
    "PAC-Bayes un-expected Bernstein inequality",
    arxiv="1905.13367",
)
RIVASPLATA_2019 = Paper(
    "rivasplata2019pac",
    "Rivasplata, Omar and Tankasali, Vikram M. and Szepesvari, Csaba",
    2019,
    "PAC-Bayes with backprop",
    arxiv="1908.07380",
)
SEEGER_2002 = Paper(
    "seeger2002pac",
    "Seeger, Matthias",
    2002,
    "PAC-Bayesian generalisation error bounds for Gaussian process classification",
    venue="Journal of Machine Learning Research 3:233-269",
)
THIEMANN_2017 = Paper(
    "thiemann2017strongly",
    "Thiemann, Niklas and Igel, Christian and Wintenberger, Olivier and Seldin, Yevgeny",
    2017,
    "A strongly quasiconvex PAC-Bayesian bound",
    arxiv="1608.05610",
)
LANGFORD_CARUANA_2002 = Paper(
    "langford2002bounding",
    "Langford, John and Caruana, Rich",
    2002,
    "(Not) bounding the true error",
    venue="Advances in Neural Information Processing Systems 14",
)
LANGFORD_SHAWE_TAYLOR_2002 = Paper(
    "langford2002margins",
    "Langford, John and Shawe-Taylor, John",
    2002,
    "PAC-Bayes and margins",
    venue="Advances in Neural Information Processing Systems 15",
)
