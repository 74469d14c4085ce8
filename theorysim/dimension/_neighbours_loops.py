"""The selection of the smallest few from rows of products."""

import numpy as np
from numba import njit


@njit(cache=True, error_model="numpy", nogil=True, fastmath=True)
def nearest_of_rows(products, first, n_candidates):
    """Return for each row the columns of the smallest products, and the largest of these."""
    n_rows, n_points = products.shape
    indices = np.empty((n_rows, n_candidates), dtype=np.int64)
    farthest = np.empty(n_rows)
    values = np.empty(n_candidates, dtype=np.float32)
    width = 128
    for row in range(n_rows):
        values[:] = np.float32(3e38)
        indices[row, :] = 0
        for low in range(0, n_points, width):
            high = min(low + width, n_points)
            smallest = np.float32(3e38)
            for value in products[row, low:high]:
                smallest = value if value < smallest else smallest
            if smallest >= values[n_candidates - 1]:
                continue
            for column in range(low, high):
                value = products[row, column]
                if value < values[n_candidates - 1] and column != first + row:
                    place = n_candidates - 1
                    while place > 0 and values[place - 1] > value:
                        values[place] = values[place - 1]
                        indices[row, place] = indices[row, place - 1]
                        place -= 1
                    values[place] = value
                    indices[row, place] = column
        farthest[row] = values[n_candidates - 1]
    return indices, farthest
