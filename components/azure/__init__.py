"""Components on Azure."""
