"""What tests of components of other languages share."""

import pytest

from tests.kit.stacks import FRAME_NAMES, FRAMES

MARKER = "planted-c2VjcmV0"
OTHER = "urn:pulumi:test::consumer::random:index/randomId:RandomId::other"
both_frames = pytest.mark.parametrize("preview", FRAMES, ids=FRAME_NAMES)
