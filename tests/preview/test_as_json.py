"""The preview as JSON, beside what ``pulumi preview --json`` prints.

The members are those of ``previewDigest``, ``previewStep`` and ``apitype.ResourceV3`` in
pulumi/pulumi ``pkg/display`` and ``sdk/go/common/apitype``.
"""

import json
from typing import Any, cast

import pytest

from openshift_credentials.base.errors import UnusableInputError, input_problem
from openshift_credentials.preview.formats import to_json
from openshift_credentials.preview.run import Preview, preview_of_error
from openshift_credentials.preview.stack_files import StackConfiguration
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode, Rule, StorageType
from tests.kit import tokens
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY
from tests.kit.previews import preview_of

STACKS = ("dev", "aro")
UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
DOCUMENT = {"config", "steps", "diagnostics", "changeSummary"}
STEP = {"op", "urn", "provider", "newState", "detailedDiff"}
STATE = {*("urn", "custom", "type", "inputs", "parent", "protect", "retainOnDelete"), *("dependencies", "provider")}
CREDENTIAL = {
    "secret", "namespace", "storageType", "expectedMode", "detectedMode", "rule", "warnings",
}  # fmt: skip


def document(preview: Preview) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(to_json(preview)))


def state(stack: str, token: str) -> dict[str, Any]:
    (found,) = (step["newState"] for step in document(preview_of(stack))["steps"] if step["newState"]["type"] == token)
    return cast("dict[str, Any]", found)


@pytest.mark.parametrize("stack", STACKS)
def test_it_has_the_members_that_pulumi_has_and_credentials(stack: str) -> None:
    whole = document(preview_of(stack))

    assert set(whole) == DOCUMENT | {"credentials"}
    for step in nonempty(whole["steps"]):
        assert {"op", "urn", "newState", "detailedDiff"} <= set(step) <= STEP
        assert {"urn", "custom", "type"} <= set(step["newState"]) <= STATE
        assert step["op"] == "create"
        assert step["urn"] == step["newState"]["urn"]
        assert step.get("provider") == step["newState"].get("provider")
        assert step["newState"]["custom"] is (
            step["newState"]["type"] != "pulumi:pulumi:Stack"
            and not step["newState"]["type"].startswith("openshift-credentials:")
        )


@pytest.mark.parametrize("stack", STACKS)
def test_every_parent_dependency_and_provider_is_a_step(stack: str) -> None:
    steps = document(preview_of(stack))["steps"]
    urns = {step["urn"] for step in steps}

    for step in nonempty(steps):
        new = step["newState"]
        assert {new["parent"]} <= urns if "parent" in new else new["type"] == tokens.STACK
        assert set(new.get("dependencies", [])) <= urns
        if "provider" in new:
            urn, _, identifier = new["provider"].rpartition("::")
            assert urn in urns
            assert identifier == UNKNOWN


@pytest.mark.parametrize("stack", STACKS)
def test_the_content_of_the_secret_is_masked(stack: str) -> None:
    assert state(stack, tokens.SECRET)["inputs"]["data"] == "[secret]"


def test_the_credential_on_aws_is_certain() -> None:
    (credential,) = document(preview_of("dev"))["credentials"]

    assert set(credential) >= CREDENTIAL
    assert credential["expectedMode"] == credential["detectedMode"] == CredentialMode.AWS_STS
    assert credential["rule"] == Rule.S3_ARN
    assert credential["storageType"] == StorageType.S3
    assert credential["certain"] is True
    assert credential["roleArn"] == "arn:aws:iam::123456789012:role/etcd-backup-role"
    assert "clientId" not in credential


def test_the_credential_on_azure_is_predicted() -> None:
    (credential,) = document(preview_of("aro"))["credentials"]

    assert credential["detectedMode"] == CredentialMode.AZURE_WORKLOAD_IDENTITY
    assert credential["certain"] is False
    assert "clientId" not in credential, "Azure assigns it"
    assert "roleArn" not in credential


def test_secret_configuration_is_masked() -> None:
    stack = StackConfiguration("p", "s", REPOSITORY, {"aws:region": "seen", "aws:token": "hidden"}, ("aws:token",))
    whole = document(preview_of_error(stack, UnusableInputError([input_problem("one"), input_problem("two")])))

    assert whole["config"] == {"aws:region": "seen", "aws:token": "[secret]"}


def test_a_failure_has_its_problems_as_diagnostics() -> None:
    stack = StackConfiguration("p", "s", REPOSITORY, {}, ())
    whole = document(preview_of_error(stack, UnusableInputError([input_problem("one"), input_problem("two")])))

    assert whole["diagnostics"] == [
        {"code": "input", "severity": "error", "message": "one"},
        {"code": "input", "severity": "error", "message": "two"},
    ]
    assert whole["steps"] == []
