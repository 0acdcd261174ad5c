"""docs/oadp.md: Velero's request makes the role that the page gives to Velero."""

import json
import re
from typing import Any, Final

import yaml

from openshift_credentials.preview.stack_files import read_stack
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.places import REPOSITORY

PAGE: Final = (REPOSITORY / "docs" / "oadp.md").read_text()
EXAMPLE: Final = REPOSITORY / "examples" / "oadp-rosa"
STACK: Final = EXAMPLE / "Pulumi.oadp-rosa.yaml"


def blocks() -> list[Any]:
    return [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]


def test_the_request_and_the_branch_of_the_page_are_those_of_the_example() -> None:
    request, branch, _ = blocks()
    assert request == yaml.safe_load((EXAMPLE / "credrequests" / "velero.yaml").read_text())
    (name,) = branch
    assert branch[name] == yaml.safe_load(STACK.read_text())["config"][name]


def test_the_role_is_that_of_velero_alone_and_keeps_to_its_prefix() -> None:
    stack = record_stack(read_stack(REPOSITORY, "oadp-rosa", STACK, []), preview=True)
    role = stack.named(tokens.IAM_ROLE, "component-identities-openshift-adp-velero")
    (trust,) = json.loads(role.inputs["assumeRolePolicy"])["Statement"]
    conditions = json.dumps(trust["Condition"])
    assert "system:serviceaccount:openshift-adp:velero" in conditions
    assert "etcd-backup-job" not in conditions
    policy = stack.named(tokens.IAM_ROLE_POLICY, f"{role.name}-permissions").inputs["policy"]
    settings = yaml.safe_load(STACK.read_text())["config"]["openshift-credentials:etcdBackup"]
    bucket = f"arn:aws:s3:::{settings['storage']['s3']['bucket']}"
    below = settings["oadp"]["backupStorageLocation"]["prefix"]
    resources = {each["Resource"] for each in json.loads(policy)["Statement"]}
    assert resources == {bucket, f"{bucket}/{below}/*"}
    assert f"role/{role.inputs['name']}\n" in PAGE
    assert tokens.SECRET in stack.types, "the Secret of the stack stays the only one"
    assert not [each for each in stack.all(tokens.SECRET) if each.inputs["metadata"]["name"] == "velero"]


def test_the_application_creates_no_location_and_mounts_no_secret() -> None:
    _, _, application = blocks()
    velero = application["spec"]["configuration"]["velero"]
    assert application["spec"]["backupImages"] is False
    assert velero["noDefaultBackupLocation"] is True
    assert {"aws", "hypershift"} < set(velero["defaultPlugins"])
