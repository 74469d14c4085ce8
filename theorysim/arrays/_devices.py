"""What can compute here, and what to install where something is missing."""

from typing import NamedTuple


class DeviceSummary(NamedTuple):
    """What `device_summary` found."""

    is_available: bool
    device: str
    reason: str
    remedy: str

    def __str__(self):
        return self.device if self.is_available else f"{self.device}: {self.reason}. {self.remedy}"


def device_summary():
    """Say whether a GPU can be used and, if not, why and what to install.

    Returns
    -------
    DeviceSummary
        ``is_available``, ``device`` (its name), ``reason`` and ``remedy`` (both empty when available).
    """
    try:
        import cupy
    except ImportError:
        return DeviceSummary(
            False,
            "no GPU in use",
            "CuPy is not installed",
            "On a machine with an NVIDIA card: pip install 'theorysim[gpu]' (CUDA 13) or 'theorysim[gpu-cuda12]'.",
        )
    try:
        count = cupy.cuda.runtime.getDeviceCount()
        name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode() if count else ""
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return DeviceSummary(
            False,
            "no GPU in use",
            f"CuPy {cupy.__version__} is installed but the CUDA driver answers: {error}",
            "Install or update the NVIDIA driver, or pass NumPy arrays to run on the CPU.",
        )
    if not count:
        return DeviceSummary(False, "no GPU in use", "the CUDA driver lists no card", "Pass NumPy arrays instead.")
    return DeviceSummary(True, f"{count} x {name} (CuPy {cupy.__version__})", "", "")
