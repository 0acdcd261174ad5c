from collections.abc import Mapping

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.checks import assert_promises
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode, CredentialModeMismatchError, detect
from openshift_credentials.systems.etcd_backup.rules.payloads import encode
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import AWS, AZURE

KEYS = {"accessKeyId": "AKIAIOSFODNN7EXAMPLE", "secretAccessKey": "MARKERxxxxxxxxxxxxxxxxxxxxxxx"}
SERVICE_PRINCIPAL = {"clientId": "11111111-2222-3333-4444-555555555555", "clientSecret": "MARKER"}


def settings_of(tree: Mapping[str, object], **credentials: object) -> EtcdBackupSettings:
    return EtcdBackupSettings.model_validate({**tree, "credentials": credentials})


@pytest.mark.parametrize(
    ("tree", "credentials", "mode"),
    [
        (AWS, {}, CredentialMode.AWS_STS),
        (AWS, {"mode": "aws-static", **KEYS}, CredentialMode.AWS_STATIC),
        (AZURE, {}, CredentialMode.AZURE_WORKLOAD_IDENTITY),
        (AZURE, {"mode": "azure-client-secret", **SERVICE_PRINCIPAL}, CredentialMode.AZURE_CLIENT_SECRET),
        (
            AZURE,
            {"mode": "azure-managed-identity", "managedIdentityDocument": "{}"},
            CredentialMode.AZURE_MANAGED_IDENTITY,
        ),
    ],
)
def test_the_form_has_the_mode_of_what_is_given(
    tree: Mapping[str, object], credentials: dict[str, object], mode: CredentialMode
) -> None:
    settings = settings_of(tree, **credentials)
    assert detect(mode.storage_type, encode(plan_of(settings).form)).mode is mode
    assert_promises(settings)


@pytest.mark.parametrize(
    ("tree", "mode", "way_out", "source"),
    [
        (*(AWS, "aws-static", "etcdBackup.credentials.accessKeyId"), "openshift-adp/etcd-snapshot-credentials"),
        (
            *(AZURE, "azure-client-secret", "etcdBackup.credentials.clientSecret"),
            "openshift-adp/etcd-snapshot-credentials",
        ),
        (
            *(AZURE, "azure-managed-identity", "etcdBackup.credentials.managedIdentityDocument"),
            "openshift-adp/cloud-credentials",
        ),
    ],
)
def test_a_mode_that_is_only_wished_for_is_a_mismatch_with_a_way_out(
    tree: Mapping[str, object], mode: str, way_out: str, source: str
) -> None:
    through_oadp: dict[str, object] = {"backups": [], "oadp": {"enabled": True}}
    for more, secret in (({}, "hypershift/cloud-credentials"), (through_oadp, source)):
        with pytest.raises(CredentialModeMismatchError, match=way_out) as stopped:
            assert_promises(settings_of({**tree, **more}, mode=mode))
        assert str(stopped.value).startswith(f"Secret {secret} (keys: ")


def test_a_mode_that_oadp_cannot_transport_is_refused_with_the_reason() -> None:
    tree: dict[str, object] = {**AZURE, "backups": [], "oadp": {"enabled": True}}
    settings = settings_of(tree, mode="azure-client-secret", **SERVICE_PRINCIPAL)
    with pytest.raises(ContractError, match="cannot be reached through OADP"):
        assert_promises(settings)


@pytest.mark.parametrize("mode", ["aws-sts", "azure-workload-identity"])
def test_no_secret_is_part_of_a_mismatch(mode: str) -> None:
    tree, secret = (AWS, KEYS) if mode == "aws-sts" else (AZURE, SERVICE_PRINCIPAL)
    with pytest.raises(CredentialModeMismatchError) as stopped:
        assert_promises(settings_of(tree, mode=mode, **secret))
    assert "MARKER" not in str(stopped.value)
