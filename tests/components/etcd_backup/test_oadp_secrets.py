"""The Secrets of backups through OADP."""

import base64
from collections.abc import Callable
from typing import Any

from components.etcd_backup.oadp.backups_through_oadp import BackupsThroughOadp, BackupsThroughOadpArgs
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion, CredentialMode
from openshift_credentials.systems.etcd_backup.rules.payloads import SecretContent
from tests.components.etcd_backup.oadp_program import content
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, record_stopped
from tests.kit.recorded import Recorded

MARKER = "MARKERMARKERMARKERMARKERMARKERMARKERMARK"


def component(
    mode: CredentialMode, content: SecretContent, *, known: SecretContent | None = None
) -> Callable[[], None]:
    """A program with ``content`` under the key that the plugin copies; ``known`` is its form."""
    data, form = ({"cloud": next(iter(each.values()))} for each in (content, known or content))

    def program() -> None:
        BackupsThroughOadp(
            "oadp",
            BackupsThroughOadpArgs(
                namespace="openshift-adp",
                operator_namespace="hypershift",
                secret_name="cloud-credentials",
                mode=mode,
                contract_version=ContractVersion.CURRENT,
                secret_form=form,
                secret_data=data,
                location_name="loc",
                location={"provider": "aws"},
                schedules=(),
            ),
        )

    return program


@FRAMES
def test_a_mode_that_the_copy_cannot_have_stops_the_program_before_the_secret(preview: bool) -> None:
    guid = "11111111-2222-3333-4444-555555555555"
    form = payloads.azure_client_secret(guid, guid, guid, MARKER)
    recorded = record_stopped(component(CredentialMode.AZURE_CLIENT_SECRET, form), preview=preview)

    assert "not azure-client-secret as in etcdBackup.credentials.mode" in str(recorded.error)
    assert MARKER not in str(recorded.error)
    assert tokens.CREDENTIAL_SECRET not in recorded.types


@FRAMES
def test_a_wrong_content_never_reaches_the_secret(preview: bool) -> None:
    form = payloads.aws_sts("arn:aws:iam::123456789012:role/x")
    wrong: SecretContent = {"credentials": f"[default]\naws_secret_access_key = {MARKER}\n"}
    program = component(CredentialMode.AWS_STS, wrong, known=form)
    recorded = record_stopped(program, preview=preview)

    assert "not aws-sts as in etcdBackup.credentials.mode" in str(recorded.error)
    assert tokens.SECRET not in recorded.types
    assert MARKER not in str(recorded.error) + repr(everything_open(recorded))


@FRAMES
def test_a_static_key_is_nowhere_in_the_open(preview: bool) -> None:
    form = payloads.aws_static("AKIAIOSFODNN7EXAMPLE", MARKER)
    recorded = record(component(CredentialMode.AWS_STATIC, form), preview=preview)

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
