"""Who may create identities only with a boundary can deploy every system: none is without."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from openshift_credentials.preview.stack_files import StackConfiguration
from tests.engine.examples import OF_THE_REPOSITORY, read_example
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY
from tests.kit.trees import PROJECT

BRANCHES: Final = {
    "cloudCredentials": "aws",
    "componentIdentities": "aws",
    "etcdBackup": "credentials",
    "imagePulls": "aws",
}
"""Group of ``permissionsBoundary`` by the branch that creates identities on AWS."""

EXAMPLES: Final = sorted(path.parent.name for path in (REPOSITORY / "examples").glob("*/Pulumi.*.yaml"))
CREATING: Final = frozenset({tokens.IAM_ROLE, tokens.IAM_USER})


def with_boundaries(stack: str) -> StackConfiguration | None:
    """A stack with a boundary in every branch that has one; none if it has no such branch."""
    read = read_example(stack)
    changed = dict(_bounded(read, "aws-us-gov" if "govcloud" in stack else "aws"))
    return replace(read, config={**read.config, **changed}) if changed else None


def _bounded(read: StackConfiguration, partition: str) -> Iterator[tuple[str, str]]:
    boundary = f"arn:{partition}:iam::aws:policy/PowerUserAccess"
    for branch, group in BRANCHES.items():
        key = f"{PROJECT}:{branch}"
        given = json.loads(read.config.get(key, "{}"))
        on_aws = "aws" in given or given.get("storage", {}).get("storageType") == "S3"
        own = given.get(group, {})
        if on_aws and own.get("mode") != "aws-static" and not own.get("existingRole"):
            named = {**own, "permissionsBoundary": boundary}
            yield key, json.dumps({**given, group: named})


BOUNDED: Final = {
    stack: found for stack in (*OF_THE_REPOSITORY, *EXAMPLES) if (found := with_boundaries(stack)) is not None
}


@pytest.mark.parametrize("stack", BOUNDED)
def test_every_identity_of_a_stack_has_the_boundary(stack: str) -> None:
    recorded = record_stack(BOUNDED[stack], preview=True)
    made = [each for each in recorded.resources if each.type in CREATING and each.urn not in recorded.reads]
    for each in nonempty(made):
        assert str(each.inputs.get("permissionsBoundary")).endswith(":policy/PowerUserAccess"), each
