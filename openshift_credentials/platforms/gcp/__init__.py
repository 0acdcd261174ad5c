"""Facts of Google Cloud: formats of names, and limits of its APIs."""
