"""The files under deploy/deployer: what 'explain --deployer' prints for some of the stacks."""

import pytest

from openshift_credentials.deployer.documents import documents
from openshift_credentials.deployer.registered import Command
from tests.deployer.resources import resources_of
from tests.kit.golden import Golden
from tests.kit.places import REPOSITORY

FOLDER = REPOSITORY / "deploy" / "deployer"
STACKS = ("dev", "aro-workload-identity", "mint-aws", "oadp-rosa", "pulls-ecr-standalone", "sts-gcp")


@pytest.mark.parametrize("stack", STACKS)
def test_the_files_of_a_stack_say_what_it_needs(stack: str, golden: Golden, refresh: bool) -> None:
    found = documents(stack, resources_of(stack), list(Command))
    if refresh:
        (FOLDER / stack).mkdir(parents=True, exist_ok=True)
    for each in found:
        golden(FOLDER / stack / each.file, each.text)
    assert {path.name for path in (FOLDER / stack).iterdir()} == {each.file for each in found}
