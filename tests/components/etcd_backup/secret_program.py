"""Settings of each mode, and a program whose credential Secret has a content of the test's own."""

from typing import Final

import pytest

from openshift_credentials.systems.etcd_backup.plan import BlobPlan, Plan, S3Plan, plan_of
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode
from openshift_credentials.systems.etcd_backup.rules.payloads import SecretContent
from tests.kit.trees import AWS, AZURE, Tree, load

GUID: Final = "11111111-2222-3333-4444-555555555555"
MARKER: Final = "MARKERMARKERMARKERMARKERMARKERMARKERMARK"

TREES: Final[dict[CredentialMode, Tree]] = {
    CredentialMode.AWS_STS: AWS,
    CredentialMode.AWS_STATIC: {
        **AWS,
        "credentials": {"mode": "aws-static", "accessKeyId": "AKIAIOSFODNN7EXAMPLE", "secretAccessKey": MARKER},
    },
    CredentialMode.AZURE_CLIENT_SECRET: {
        **AZURE,
        "credentials": {"mode": "azure-client-secret", "clientId": GUID, "clientSecret": MARKER},
    },
}


def plan_for(mode: CredentialMode) -> Plan:
    """A plan whose Secret of OADP has the name of the other one."""
    settings = load(TREES[mode])
    named = settings.oadp.model_copy(update={"secret_name": "cloud-credentials"})
    return plan_of(settings.model_copy(update={"oadp": named}))


def play(monkeypatch: pytest.MonkeyPatch, form: SecretContent, data: SecretContent) -> None:
    """Let the Secret contain ``form`` until the cloud has assigned something, and then ``data``."""

    def content(_: Plan, assigned: str | None = None) -> SecretContent:
        return form if assigned is None else data

    for kind in (S3Plan, BlobPlan):
        monkeypatch.setattr(kind, "content", content)
