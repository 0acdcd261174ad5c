"""Components of a token issuer on Azure."""
