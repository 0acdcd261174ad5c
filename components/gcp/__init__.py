"""Components on Google Cloud, which need the extra ``gcp``."""
