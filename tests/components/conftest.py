"""The stacks of the repository in both time frames."""

import pytest

from tests.kit.recorded import Recorded
from tests.kit.stacks import recorded_stack


@pytest.fixture(params=[True, False], ids=["preview", "update"])
def preview(request: pytest.FixtureRequest) -> bool:
    """Whether it is a preview; an update otherwise."""
    return bool(request.param)


@pytest.fixture
def dev(preview: bool) -> Recorded:
    """The AWS stack."""
    return recorded_stack("dev", preview)


@pytest.fixture
def aro(preview: bool) -> Recorded:
    """The Azure stack."""
    return recorded_stack("aro", preview)


@pytest.fixture(params=["dev", "aro"])
def stack(request: pytest.FixtureRequest, preview: bool) -> Recorded:
    """Each of the two."""
    return recorded_stack(str(request.param), preview)
