"""The covariance of the outputs of a wide random ReLU network: the kernel of its Gaussian process (NNGP).

Hidden layers have weights of variance weight_variance / width and biases of variance bias_variance, and so has the
output; the first layer has weights of variance 1, so that inputs enter as they stand. `depth` counts hidden layers.
"""

from theorysim import montecarlo
from theorysim.kernels import _random_network, _relu_layers

__all__ = ["relu_nngp", "simulate_relu_nngp"]


def relu_nngp(X, Z=None, *, depth=1, weight_variance=2.0, bias_variance=0.0):
    r"""Return the kernel matrix of the Gaussian process of a wide ReLU network.

    .. math::

        K^{(0)}_{xz} = x \cdot z + \sigma_b^2, \qquad
        K^{(l+1)}_{xz} = \sigma_b^2 + \frac{\sigma_w^2}{2} \sqrt{K^{(l)}_{xx} K^{(l)}_{zz}}\; k_1(\theta^{(l)}_{xz}),
        \qquad \cos\theta^{(l)}_{xz} = K^{(l)}_{xz} \big/ \sqrt{K^{(l)}_{xx} K^{(l)}_{zz}}

    Parameters
    ----------
    X : array, shape (N, D)
        One row a point, finite, as they stand: divide by sqrt(D / 2) for a first layer of variance 2 / D.
    Z : array, shape (M, D), optional
        A second set of points; X itself when left out.
    depth : int
        Number of hidden layers, at least 1; K^(depth) is returned.
    weight_variance : float
        sigma_w^2 > 0, of a unit's weights times the width; 2 keeps the diagonal equal to |x|^2.
    bias_variance : float
        sigma_b^2 >= 0.

    Returns
    -------
    array, shape (N, M)
        float64 (float32 for float32 points), exactly symmetric without Z.

    Raises
    ------
    DomainError
        When the points are not finite matrices with equal columns, or a number is outside its range.

    Notes
    -----
    Published; the limit of infinite width, which depth 1 reaches in expectation at any width and deeper networks with a
    gap of order 1 / width. Computed with angles, never with arccos of a correlation: duplicates have angle exactly 0,
    and angles of 1e-8 keep their digits. Besides the result only tiles of 512 x 512 entries are held.

    References
    ----------
    Cho and Saul (2009), Kernel methods for deep learning.

    Examples
    --------
    >>> relu_nngp([[1.0, 0.0], [0.0, 2.0]], depth=3).round(6)
    array([[1.      , 1.209651],
           [1.209651, 4.      ]])
    """

    def last(layers):
        *_, (covariance, _) = layers
        return covariance

    return _relu_layers.matrices("kernels.relu_nngp", X, Z, depth, weight_variance, bias_variance, last)


def simulate_relu_nngp(X, Z=None, *, depth=1, weight_variance=2.0, bias_variance=0.0, size, trials, seed):
    """Measure the covariance of the outputs given the hidden layers of random networks.

    Parameters
    ----------
    X, Z, depth, weight_variance, bias_variance
        As in `relu_nngp`.
    size : int
        Width of the hidden layers.
    trials : int or range
        Number of networks, or the range of their numbers.
    seed : int
        Seed of the run.

    Returns
    -------
    array, shape (trials, N, M)

    Examples
    --------
    >>> measured = simulate_relu_nngp([[1.0, 0.0], [0.0, 2.0]], size=500, trials=50, seed=0)
    >>> bool(abs(measured.mean(axis=0) - relu_nngp([[1.0, 0.0], [0.0, 2.0]])).max() < 0.1)
    True
    """
    points, rows = _random_network.stacked(X, Z)

    def one_trial(rng):
        layers, _ = _random_network.activations(rng, points, depth, weight_variance, bias_variance, size)
        return _random_network.covariance(layers[-1], rows, weight_variance, bias_variance)

    return montecarlo.collect(one_trial, trials=trials, seed=seed)
