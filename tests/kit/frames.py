"""Both time frames of Pulumi, for a test that says what holds in each."""

import pytest

FRAMES = pytest.mark.parametrize("preview", [True, False], ids=["preview", "update"])
