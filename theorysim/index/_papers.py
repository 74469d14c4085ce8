"""The sources, each once."""

from theorysim.index._result import Paper

MARCHENKO_PASTUR_1967 = Paper(
    "marchenko1967distribution",
    "Marchenko, Vladimir A. and Pastur, Leonid A.",
    1967,
    "Distribution of eigenvalues for some sets of random matrices",
    venue="Mathematics of the USSR-Sbornik 1(4):457-483",
)
ADVANI_SAXE_2017 = Paper(
    "advani2017high",
    "Advani, Madhu S. and Saxe, Andrew M.",
    2017,
    "High-dimensional dynamics of generalization error in neural networks",
    arxiv="1710.03667",
)
BAI_SILVERSTEIN_2004 = Paper(
    "bai2004clt",
    "Bai, Zhidong D. and Silverstein, Jack W.",
    2004,
    "CLT for linear spectral statistics of large-dimensional sample covariance matrices",
    venue="The Annals of Probability 32(1A):553-605",
)
SIMON_2021 = Paper(
    "simon2021eigenlearning",
    "Simon, James B. and Dickens, Madeline and Karkada, Dhruva and DeWeese, Michael R.",
    2021,
    "The eigenlearning framework: a conservation law perspective on kernel regression and wide neural networks",
    arxiv="2110.03922",
)
BORDELON_2020 = Paper(
    "bordelon2020spectrum",
    "Bordelon, Blake and Canatar, Abdulkadir and Pehlevan, Cengiz",
    2020,
    "Spectrum dependent learning curves in kernel regression and wide neural networks",
    arxiv="2002.02561",
)
JACOT_2020 = Paper(
    "jacot2020kernel",
    "Jacot, Arthur and Simsek, Berfin and Spadaro, Francesco and Hongler, Clement and Gabriel, Franck",
    2020,
    "Kernel alignment risk estimator: risk prediction from training data",
    arxiv="2006.09796",
)
CHO_SAUL_2009 = Paper(
    "cho2009kernel",
    "Cho, Youngmin and Saul, Lawrence K.",
    2009,
    "Kernel methods for deep learning",
    venue="Advances in Neural Information Processing Systems 22",
)
JACOT_2018 = Paper(
    "jacot2018neural",
    "Jacot, Arthur and Gabriel, Franck and Hongler, Clement",
    2018,
    "Neural tangent kernel: convergence and generalization in neural networks",
    arxiv="1806.07572",
)
GOLUB_1979 = Paper(
    "golub1979generalized",
    "Golub, Gene H. and Heath, Michael and Wahba, Grace",
    1979,
    "Generalized cross-validation as a method for choosing a good ridge parameter",
    venue="Technometrics 21(2):215-223",
)
RAHIMI_RECHT_2007 = Paper(
    "rahimi2007random",
    "Rahimi, Ali and Recht, Benjamin",
    2007,
    "Random features for large-scale kernel machines",
    venue="Advances in Neural Information Processing Systems 20",
)
BELKIN_2019 = Paper(
    "belkin2019two",
    "Belkin, Mikhail and Hsu, Daniel and Xu, Ji",
    2019,
    "Two models of double descent for weak features",
    arxiv="1903.07571",
)
SAUNDERS_1998 = Paper(
    "saunders1998ridge",
    "Saunders, Craig and Gammerman, Alexander and Vovk, Volodya",
    1998,
    "Ridge regression learning algorithm in dual variables",
    venue="Proceedings of the 15th International Conference on Machine Learning",
)
