"""The results of the room spectra."""

RESULTS = ()
