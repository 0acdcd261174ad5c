"""A bucket for copies, and the frames of its tests."""

OTHER = "999999999999"
COPY = {"bucket": "snapshots-copy", "region": "eu-west-1"}
