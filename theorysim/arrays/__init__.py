"""Array namespaces: the only place that names differences between NumPy, CuPy and other array libraries.

A public function calls `read` once. It finds the namespace of the arguments, checks their ranges, and returns float64
arrays of that namespace on their device, together with `finish`, which gives the result its final form.
"""

from theorysim.arrays._blocks import in_blocks
from theorysim.arrays._devices import DeviceSummary, device_summary
from theorysim.arrays._namespaces import namespace_of, special, to_host
from theorysim.arrays._reading import as_float64, read

__all__ = ["DeviceSummary", "as_float64", "device_summary", "in_blocks", "namespace_of", "read", "special", "to_host"]
