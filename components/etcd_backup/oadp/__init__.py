"""Components in OADP's namespace."""
