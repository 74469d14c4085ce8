"""The room spectra."""

__all__ = []
