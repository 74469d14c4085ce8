"""The room ridge."""

__all__ = []
