"""Components on AWS."""
