"""Branches that are refused, and what may not be shown of them."""

from pathlib import Path

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.stack.load import load_settings
from tests.systems.control_plane_identities.samples import config

MARKER = "MARKER-7f3a"
SECRET_KEYS = ("openshift-credentials:controlPlaneIdentities",)


def refused(branch: object) -> tuple[str, ...]:
    with pytest.raises(UnusableInputError) as caught:
        load_settings(config(branch), SECRET_KEYS, Path())
    return tuple(map(str, caught.value.problems))
