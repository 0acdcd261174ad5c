"""Pages of docs/ that are generated from the code, so that they cannot diverge from it."""
