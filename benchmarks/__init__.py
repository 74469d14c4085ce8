"""Peers and machine limits, side by side in one run: ``python -m benchmarks``."""
