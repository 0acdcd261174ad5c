"""Components of a token issuer on Google Cloud."""
