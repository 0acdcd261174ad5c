"""The rights of whoever deploys an example, whole, compared with what was last found right."""

from pathlib import Path
from typing import Final

import pytest

from openshift_credentials.deployer.documents import documents, notices
from openshift_credentials.deployer.registered import Command
from tests.deployer.resources import resources_of
from tests.kit.golden import REFRESH, Golden

FOLDER: Final = Path(__file__).parent / "golden"
STACKS: Final = (
    *("aws-kms", "sts-aws-private", "pulls-ecr-standalone"),
    *("aro-workload-identity", "aro-control-plane", "workload-id-azure"),
    *("sts-gcp", "mint-gcp"),
)
"""Stacks with the most types of resources."""


@pytest.mark.parametrize("stack", STACKS)
def test_the_rights_of_an_example_are_as_last_found_right(stack: str, golden: Golden) -> None:
    resources = resources_of(stack)
    parts = [f"# Written by: {REFRESH}"]
    for found in documents(stack, resources, list(Command)):
        parts += [f"## {found.title}", found.text]
    parts += [str(notice) for notice in notices(resources, list(Command))]
    for command in Command:
        titles = [found.title for found in documents(stack, resources, [command])]
        parts.append(f"{command}: {', '.join(titles) or 'none'}")
    golden(FOLDER / f"{stack}.txt", "\n".join(parts) + "\n")
