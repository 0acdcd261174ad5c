"""The built-in role of the identity, and the frames of its tests."""

DATA_CONTRIBUTOR = "ba92f5b4-2d11-453d-a403-e96b0029c9fe"
FRAMES = (True, False)
