"""The results of the room gradient_flow."""

RESULTS = ()
