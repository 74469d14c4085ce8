"""Two nearest neighbors: reference values, translation, scale, copies, censoring, errors, search by both routes."""

import numpy as np
import pytest

from theorysim import dimension, errors
from theorysim.dimension import _neighbours
from theorysim.dimension.two_nn import _censored

RATIOS = np.log([1.05, 1.1, 1.2, 1.25, 1.4, 1.6, 1.9, 2.5, 3.0, 6.0])
SQUARE = np.random.default_rng(3).random((2000, 2))


def test_censored_estimate_in_forty_digits():
    assert _censored(RATIOS, 9, 0.95)[0] == pytest.approx(1.5651257082823438, rel=1e-12)


@pytest.mark.parametrize("scale", [1.0, 1e-9, 1e9, 1e-300, 1e300])
def test_scale_and_translation_change_nothing(scale):
    assert dimension.two_nn(SQUARE * scale).dimension == pytest.approx(1.9497463027550217, rel=1e-11)
    assert dimension.two_nn((SQUARE + 1000) * scale).dimension == pytest.approx(1.9497463027550217, rel=1e-9)


def test_single_precision_far_from_the_origin():
    given = (SQUARE + 1000).astype(np.float32)
    found = dimension.two_nn(given)
    assert found == dimension.two_nn(given.astype(float))
    assert found.dimension == pytest.approx(1.9497, rel=0.02)


@pytest.mark.parametrize("noise", [0.0, 1e-17])
def test_copies_are_dropped_and_counted(noise):
    points = np.random.default_rng(0).standard_normal((3000, 6))
    clean = dimension.two_nn(points)
    copies = points[:30] * (1 + noise)
    assert dimension.two_nn(np.concatenate([points, copies])).dimension == pytest.approx(clean.dimension, rel=1e-11)
    assert dimension.two_nn(np.concatenate([points, copies, copies])).n_dropped == 60
    assert clean.n_dropped == 0


@pytest.mark.parametrize(("d", "mean", "error"), [(10, 9.47, 0.12), (50, 31.17, 0.4), (100, 47.46, 0.64)])
def test_large_dimension_reads_low_and_is_finite(d, mean, error):
    found = [dimension.two_nn(np.random.default_rng(s).standard_normal((1000, d))).dimension for s in range(5)]
    assert abs(np.mean(found) - mean) < 4 * np.sqrt(2) * error


@pytest.mark.parametrize("shape", [(3000, 32), (2100, 3)])
def test_product_and_tree_agree_with_all_distances(shape):
    from scipy.spatial import cKDTree

    points = np.random.default_rng(1).standard_normal(shape)
    by_tree = _neighbours._by_tree(cKDTree(points), points, np.arange(len(points)), 5)
    by_product, is_certain = _neighbours._by_product(points, 5, 0, len(points))
    everything = ((points[:50, None] - points) ** 2).sum(-1)
    np.testing.assert_array_equal(np.argsort(everything, axis=1)[:, 1:6], by_tree[:50])
    np.testing.assert_array_equal(by_tree[is_certain], by_product[is_certain])
    assert is_certain.mean() > 0.9


def test_rounding_that_hides_neighbors_is_noticed():
    points = np.random.default_rng(1).standard_normal((3000, 2)) * 1e-6
    points[:1500] += 1.0
    assert not _neighbours._by_product(points, 2, 0, 3000)[1].any()


def test_intervals_of_tori():
    found = dimension.simulate_two_nn(2, n_points=400, trials=600, seed=1)
    ratio = found.dimension.std() / found.standard_error.mean()
    assert 0.9 < ratio < 1.1
    assert found.dimension.std() / found.standard_error_independent.mean() > 1.15
    assert np.mean((found.low < 2) & (found.high > 2)) < 0.92
    censored = dimension.simulate_two_nn(2, n_points=400, fraction=0.5, trials=300, seed=1)
    assert 0.85 < censored.dimension.std() / censored.standard_error.mean() < 1.15
    assert censored.dimension.mean() == pytest.approx(2.0, rel=0.02)


def test_trials_do_not_depend_on_each_other():
    all_trials = dimension.simulate_two_nn(1, n_points=50, trials=4, seed=2)
    assert dimension.simulate_two_nn(1, n_points=50, trials=range(2, 3), seed=2).dimension == all_trials.dimension[2]


def test_lists_integers_and_scalars_out():
    found = dimension.two_nn([[0, 0], [1, 0], [3, 0], [7, 1]])
    assert isinstance(found.dimension, float)
    assert found.n_used == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"points": np.zeros(3)}, "table"),
        ({"points": np.zeros((5, 2))}, "distinct"),
        ({"points": np.ones((5, 2))}, "distinct"),
        ({"points": [[0.0, np.nan]] * 4}, "finite"),
        ({"points": SQUARE, "fraction": 0.0}, "fraction"),
        ({"points": SQUARE, "fraction": 0.001}, "at least 3"),
        ({"points": SQUARE, "confidence": 1.0}, "confidence"),
        ({"points": [[0.0], [1.0], [2.0]], "fraction": 0.5}, "at least 3"),
    ],
)
def test_error_sentences(arguments, words):
    with pytest.raises(errors.DomainError, match=words):
        dimension.two_nn(**arguments)
