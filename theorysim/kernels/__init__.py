"""The room kernels."""

__all__ = []
