"""Permissions that the operator itself needs and tests.

Sources: openshift/cloud-credential-operator ``pkg/aws/utils.go``,
``pkg/operator/utils/gcp/utils.go`` and ``pkg/gcp/actuator/actuator.go`` at b187feee66f4.
"""

from typing import Final

from openshift_credentials.base.package_data import package_lists

from ..releases import HEAD_BUCKET, Release

_TABLE: Final = package_lists(__package__ or "", "operator_permissions.yaml")

AWS_MINT_ACTIONS: Final = _TABLE["aws_mint"]
"""Example 19.1 of the documentation, and what the annotator simulates for ``mint``."""

AWS_PASSTHROUGH_TESTED: Final = _TABLE["aws_passthrough"]
"""What the annotator simulates for ``passthrough``: fixed, and fewer than current requests need."""

GCP_MINT_PERMISSIONS: Final = _TABLE["gcp_mint"]
"""Example 19.2 of the documentation, and what the annotator tests for ``mint``."""

GCP_PASSTHROUGH_TESTED: Final = _TABLE["gcp_passthrough"]
"""What the annotator tests for ``passthrough``."""

GCP_CUSTOM_ROLE_PERMISSIONS: Final = ("iam.roles.create", "iam.roles.undelete", "iam.roles.update")
"""What minting also takes for a request that names permissions, and the annotator does not test.

The operator keeps them in a custom role (``pkg/gcp/actuator/actuator.go``).
"""


def aws_passthrough_tested(release: Release) -> tuple[str, ...]:
    """What the annotator of a release simulates for ``passthrough``."""
    older = ("s3:HeadBucket",) if release.has(HEAD_BUCKET) else ()
    return (*AWS_PASSTHROUGH_TESTED, *older)
