"""The neural tangent kernel of a wide ReLU network: the inner products of its gradients with respect to all weights.

Hidden layers have weights of variance weight_variance / width and biases of variance bias_variance, and so has the
output; the first layer has weights of variance 1, so that inputs enter as they stand. Gradients are with respect to the
standard normal variables behind weights and biases (the NTK parametrization). `depth` counts hidden layers.
"""

from theorysim import montecarlo
from theorysim.kernels import _random_network, _relu_layers

__all__ = ["relu_ntk", "simulate_relu_ntk"]


def relu_ntk(X, Z=None, *, depth=1, weight_variance=2.0, bias_variance=0.0):
    r"""Return the neural tangent kernel matrix of a wide ReLU network.

    .. math::

        T^{(0)}_{xz} = K^{(0)}_{xz}, \qquad
        T^{(l+1)}_{xz} = K^{(l+1)}_{xz} + \frac{\sigma_w^2}{2}\, k_0(\theta^{(l)}_{xz})\, T^{(l)}_{xz}

    Parameters
    ----------
    X : array, shape (N, D)
        One row a point, finite, as they stand: divide by sqrt(D / 2) for a first layer of variance 2 / D.
    Z : array, shape (M, D), optional
        A second set of points; X itself when left out.
    depth : int
        Number of hidden layers, at least 1; T^(depth) is returned.
    weight_variance : float
        sigma_w^2 > 0, of a unit's weights times the width; with 2 the diagonal is (depth + 1) |x|^2.
    bias_variance : float
        sigma_b^2 >= 0; biases are trained too.

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
    Published; K and theta are those of `relu_nngp`. The limit of infinite width, which depth 1 reaches in expectation
    at any width and deeper networks with a gap of order 1 / width. The kernel falls off linearly in the angle of two
    inputs, which arccos of their correlation would hide below 1e-8; here angles come from differences of the inputs.

    References
    ----------
    Jacot, Gabriel and Hongler (2018), arXiv:1806.07572; Cho and Saul (2009), Kernel methods for deep learning.

    Examples
    --------
    >>> relu_ntk([[1.0, 0.0], [0.0, 2.0]], depth=3).round(6)
    array([[ 4.      ,  2.120776],
           [ 2.120776, 16.      ]])
    """

    def last(layers):
        tangent, _ = next(layers)
        for covariance, share in layers:
            tangent = covariance + share * tangent
        return tangent

    return _relu_layers.matrices("kernels.relu_ntk", X, Z, depth, weight_variance, bias_variance, last)


def simulate_relu_ntk(X, Z=None, *, depth=1, weight_variance=2.0, bias_variance=0.0, size, trials, seed):
    """Measure the inner products of the gradients of random networks.

    Parameters
    ----------
    X, Z, depth, weight_variance, bias_variance
        As in `relu_ntk`.
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
    >>> measured = simulate_relu_ntk([[1.0, 0.0], [0.0, 2.0]], size=500, trials=50, seed=0)
    >>> bool(abs(measured.mean(axis=0) - relu_ntk([[1.0, 0.0], [0.0, 2.0]])).max() < 0.2)
    True
    """
    points, rows = _random_network.stacked(X, Z)

    def one_trial(rng):
        layers, weights = _random_network.activations(rng, points, depth, weight_variance, bias_variance, size)
        return _random_network.tangent(rng, layers, weights, points, rows, weight_variance, bias_variance)

    return montecarlo.collect(one_trial, trials=trials, seed=seed)
