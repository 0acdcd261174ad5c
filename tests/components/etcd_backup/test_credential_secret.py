"""The credential Secret and its assertion."""

import base64
from collections.abc import Callable

import pulumi
import pytest

from components.etcd_backup.secret import CredentialSecret
from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode
from openshift_credentials.systems.etcd_backup.rules.payloads import SecretContent
from tests.components.etcd_backup.secret_program import plan_for, play
from tests.kit import tokens
from tests.kit.harness import record, record_stopped
from tests.kit.recorded import Recorded

MARKER = "planted-c2VjcmV0"
ARN: SecretContent = {"credentials": "arn:aws:iam::123456789012:role/uploader"}
STATIC: SecretContent = {"credentials": f"[default]\naws_secret_access_key={MARKER}\n"}


def secret(mode: CredentialMode, *, marked: bool = False) -> Callable[[], None]:
    def program() -> None:
        assigned: pulumi.Output[str | None] = pulumi.Output.from_input("assigned")
        assigned = pulumi.Output.secret(assigned) if marked else assigned
        CredentialSecret("credentials", plan_for(mode), assigned, pulumi.ResourceOptions())

    return program


def content(recorded: Recorded) -> dict[str, bytes]:
    data = recorded.only(tokens.SECRET).inputs["data"]
    return {key: base64.b64decode(value, validate=True) for key, value in data.items()}


def test_the_data_is_secret_whether_known_or_not(stack: Recorded) -> None:
    assert stack.only(tokens.SECRET).is_secret("data")
    assert "stringData" not in stack.only(tokens.SECRET).inputs


def test_the_verdict_has_no_content_that_is_secret(preview: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, STATIC, STATIC)
    recorded = record(secret(CredentialMode.AWS_STATIC), preview=preview)

    assert content(recorded) == payloads.encode(STATIC)
    assert MARKER not in str(dict(recorded.only(tokens.CREDENTIAL_SECRET).outputs))


def test_a_form_of_another_mode_stops_before_registration(preview: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, STATIC, STATIC)
    stopped = record_stopped(secret(CredentialMode.AWS_STS), preview=preview)

    assert isinstance(stopped.error, pulumi.RunError)
    assert isinstance(stopped.error.__context__, ContractError)
    assert not stopped.types
    assert "hypershift/cloud-credentials" in str(stopped.error)
    assert "'credentials'" in str(stopped.error)
    assert MARKER not in str(stopped.error)


@pytest.mark.parametrize("marked", [True, False], ids=["secret", "open"])
def test_content_of_another_mode_is_never_written(marked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, ARN, STATIC)
    stopped = record_stopped(secret(CredentialMode.AWS_STS, marked=marked), preview=False)

    assert isinstance(stopped.error, pulumi.RunError)
    assert tokens.SECRET not in stopped.types
    assert MARKER not in str(stopped.error)


def test_the_error_names_both_modes_and_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, STATIC, STATIC)
    stopped = record_stopped(secret(CredentialMode.AWS_STS), preview=True)

    for part in ("aws-static", "aws-sts", "does not start with 'arn:'", "etcdBackup.credentials.mode"):
        assert part in str(stopped.error)
