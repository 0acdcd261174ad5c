"""The Secrets of backups through OADP."""

import base64
from collections.abc import Callable, Mapping
from typing import Any

import pulumi
import pytest

from components.etcd_backup.oadp import BackupsThroughOadp
from openshift_credentials.systems.etcd_backup.plan.base import BackupPlan
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode
from openshift_credentials.systems.etcd_backup.rules.payloads import SecretContent
from tests.components.etcd_backup.oadp_program import content
from tests.components.etcd_backup.secret_program import GUID, MARKER, plan_for, play
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, record_stopped
from tests.kit.recorded import Recorded


@pytest.fixture(autouse=True)
def under_the_copied_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def copied(_: BackupPlan[Any, Any], given: Mapping[str, str]) -> SecretContent:
        return {"cloud": next(iter(given.values()))}

    monkeypatch.setattr(BackupPlan, "through_oadp", copied)


def component(mode: CredentialMode) -> Callable[[], None]:
    def program() -> None:
        assigned: pulumi.Output[str | None] = pulumi.Output.from_input("assigned")
        BackupsThroughOadp("oadp", plan_for(mode), assigned, pulumi.ResourceOptions())

    return program


@FRAMES
def test_a_mode_that_the_copy_cannot_have_stops_the_program_before_the_secret(
    preview: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = payloads.azure_client_secret(GUID, GUID, GUID, MARKER)
    play(monkeypatch, form, form)
    recorded = record_stopped(component(CredentialMode.AZURE_CLIENT_SECRET), preview=preview)

    assert "not azure-client-secret as in etcdBackup.credentials.mode" in str(recorded.error)
    assert MARKER not in str(recorded.error)
    assert tokens.CREDENTIAL_SECRET not in recorded.types


@FRAMES
def test_a_wrong_content_never_reaches_the_secret(preview: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    form = payloads.aws_sts("arn:aws:iam::123456789012:role/x")
    play(monkeypatch, form, {"credentials": f"[default]\naws_secret_access_key = {MARKER}\n"})
    recorded = record_stopped(component(CredentialMode.AWS_STS), preview=preview)

    assert "not aws-sts as in etcdBackup.credentials.mode" in str(recorded.error)
    assert tokens.SECRET not in recorded.types
    assert MARKER not in str(recorded.error) + repr(everything_open(recorded))


@FRAMES
def test_a_static_key_is_nowhere_in_the_open(preview: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    form = payloads.aws_static("AKIAIOSFODNN7EXAMPLE", MARKER)
    play(monkeypatch, form, form)
    recorded = record(component(CredentialMode.AWS_STATIC), preview=preview)

    assert MARKER in content(recorded, "oadp-credentials")["cloud"]
    assert recorded.only(tokens.SECRET).is_secret("data", "cloud")
    assert MARKER not in repr(everything_open(recorded))
    encoded = base64.b64encode(MARKER.encode()).decode()[4:-4]
    assert encoded not in repr(everything_open(recorded))


def everything_open(recorded: Recorded) -> list[Any]:
    """All inputs and outputs but those that are secret."""
    return [
        {key: value for key, value in properties.items() if not properties.is_secret(key)}
        for resource in recorded.resources
        for properties in (resource.inputs, resource.outputs)
    ]
