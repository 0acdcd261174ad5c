"""Tags by which ccoctl finds its resources; its ``delete`` looks only for the key.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/aws`` and ``.../azure``.
"""

from collections.abc import Mapping
from typing import Final

TAG_PREFIX: Final = "openshift.io/cloud-credential-operator"
AZURE_TAG_PREFIX: Final = "openshift.io_cloud-credential-operator"


def aws_resource_tags(name: str) -> dict[str, str]:
    """Tags of all AWS resources for ``name``."""
    return {f"{TAG_PREFIX}/{name}": "owned", "Name": name}


def azure_resource_tags(name: str, user_tags: Mapping[str, str] | None = None) -> dict[str, str]:
    """Tags of all Azure resources for ``name``; they override the user's own."""
    return {**(user_tags or {}), f"{AZURE_TAG_PREFIX}_{name}": "owned"}
