"""Work on large arrays in blocks, so that intermediate arrays never fill the memory."""

import math

import numpy as np


def in_blocks(function, *values, xp, host, device=math.inf):
    """Apply an elementwise function to blocks of its arguments, so that intermediate arrays stay small.

    Parameters
    ----------
    function : callable
        Maps arrays of equal or scalar shape to one array of their broadcast shape.
    *values : array
        Arrays that broadcast against each other.
    xp : namespace
        Namespace of the arrays.
    host, device : int or inf
        Elements of a block in NumPy, where a block should fit into the cache, and in other libraries.

    Returns
    -------
    array
        The same numbers as ``function(*values)``.

    Examples
    --------
    >>> in_blocks(lambda x, y: x + y, np.arange(5.0), np.asarray(1.0), xp=np, host=2)
    array([1., 2., 3., 4., 5.])
    """
    length = host if xp is np else device
    shape = np.broadcast_shapes(*(tuple(value.shape) for value in values))
    count = math.prod(shape)
    if count <= length:
        return function(*values)
    flat = [value if value.ndim == 0 else xp.reshape(xp.broadcast_to(value, shape), (-1,)) for value in values]
    blocks = (
        function(*(value if value.ndim == 0 else value[start : min(start + length, count)] for value in flat))
        for start in range(0, count, length)
    )
    return xp.reshape(xp.concat(list(blocks)), shape)
