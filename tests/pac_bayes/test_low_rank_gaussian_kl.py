"""Low-rank Gaussian divergences: references, dense matrices, rank 0, refused data."""

import json
from pathlib import Path

import array_api_strict
import numpy as np
import pytest

from theorysim import errors, pac_bayes

ROWS = json.loads((Path(__file__).parents[1] / "reference/pac_bayes_low_rank_gaussian_kl.json").read_text())["rows"]


@pytest.mark.parametrize("row", ROWS)
def test_reference_values(row):
    expected = row["kl_divergence"]
    d = len(row["variance"])
    given = {name: np.array(row[name], dtype=float).reshape(d, -1) for name in ("factor", "prior_factor")}
    got = pac_bayes.low_rank_gaussian_kl(
        row["mean_difference"],
        row["variance"],
        given["factor"],
        prior_variance=row["prior_variance"],
        prior_factor=given["prior_factor"],
    )
    assert got == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("ranks", [(0, 0), (1, 3), (4, 0), (0, 2), (9, 9)])
def test_dense_matrices(ranks):
    rng = np.random.default_rng(sum(ranks))
    d = 7
    m, v, prior = rng.standard_normal(d), rng.uniform(0.2, 2, d), rng.uniform(0.2, 2, d)
    u, w = (rng.standard_normal((d, rank)) for rank in ranks)
    full, full_prior = np.diag(v) + u @ u.T, np.diag(prior) + w @ w.T
    inverse = np.linalg.inv(full_prior)
    dense = np.trace(inverse @ full) - d + m @ inverse @ m
    dense = 0.5 * (dense + np.linalg.slogdet(full_prior)[1] - np.linalg.slogdet(full)[1])
    got = pac_bayes.low_rank_gaussian_kl(m, v, u, prior_variance=prior, prior_factor=w)
    assert got == pytest.approx(dense, rel=1e-12)
    if ranks == (0, 0):
        assert got == pytest.approx(
            pac_bayes.diagonal_gaussian_kl(m, v, prior_mean=0.0, prior_variance=prior), rel=1e-14
        )


def test_strict_arrays():
    device = array_api_strict.Device("device1")
    arrays = [array_api_strict.asarray(a, device=device) for a in ([1.0, 0.0], [1.0, 2.0], [[0.5], [0.1]], [2.0, 2.0])]
    m, v, u, prior = arrays
    strict = pac_bayes.low_rank_gaussian_kl(m, v, u, prior_variance=prior, prior_factor=u)
    host = pac_bayes.low_rank_gaussian_kl(
        [1.0, 0.0], [1.0, 2.0], [[0.5], [0.1]], prior_variance=[2.0, 2.0], prior_factor=[[0.5], [0.1]]
    )
    assert strict == pytest.approx(host, rel=1e-14)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"variance": [1.0, 0.0]}, "variance must be positive and finite"),
        ({"variance": [1.0]}, r"variance must be of shape \(2,\)"),
        ({"factor": [1.0, 2.0]}, r"factor must be of shape \(2, rank\)"),
        ({"mean_difference": [1.0, np.inf]}, "mean_difference must be finite"),
    ],
)
def test_refused_data(changed, words):
    given = {"mean_difference": [1.0, 0.0], "variance": [1.0, 2.0], "factor": [[1.0], [0.0]]} | changed
    with pytest.raises(errors.DomainError, match=words):
        pac_bayes.low_rank_gaussian_kl(**given, prior_variance=[1.0, 1.0], prior_factor=np.zeros((2, 0)))
