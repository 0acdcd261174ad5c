"""The first stack file: its questions, the facts from cluster and cloud, and its text."""
