"""The room gradient_flow."""

__all__ = []
