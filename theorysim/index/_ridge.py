"""The results of the room ridge."""

RESULTS = ()
