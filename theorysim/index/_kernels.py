"""The results of the room kernels."""

RESULTS = ()
