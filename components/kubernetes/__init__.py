"""Components in the management cluster."""
