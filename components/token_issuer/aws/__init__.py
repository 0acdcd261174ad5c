"""Components of a token issuer on AWS."""
