"""How identity, names and text reach the upload Job."""

import copy
from typing import cast

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.rules.job import json_text, predict_job, webhook_additions
from openshift_credentials.systems.etcd_backup.rules.modes import CredentialMode
from tests.systems.etcd_backup.rules.backup_samples import Json, azure_blob, backup
from tests.systems.etcd_backup.rules.job_samples import (
    CLIENT_ID,
    GUID,
    IMAGES,
    SECRETS,
    modes,
    pod,
    predict,
    storage_of,
)

TENANT_ID = "azure.workload.identity/tenant-id"


@given(
    modes, st.none() | st.dictionaries(st.sampled_from([CLIENT_ID, TENANT_ID, "a"]), st.sampled_from(["", " ", "x"]))
)
def test_only_one_annotation_of_the_service_account_is_touched(
    mode: CredentialMode, before: dict[str, str] | None
) -> None:
    account = {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"labels": {"l": "v"}, "uid": "u", "resourceVersion": "1"},
        "imagePullSecrets": [{"name": "p"}],
    }
    if before is not None:
        cast("Json", account)["metadata"]["annotations"] = before
    given_account = copy.deepcopy(account)
    prediction = predict_job(backup(storage_of(mode)), SECRETS[mode], account, hosted_control_plane="h", images=IMAGES)
    after = cast("Json", prediction.service_account)
    annotations = after["metadata"].pop("annotations", {})
    old = before or {}

    assert account == given_account
    assert after["imagePullSecrets"] is not account["imagePullSecrets"]
    assert after == {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"labels": {"l": "v"}, "name": "etcd-backup-job", "namespace": "hypershift"},
        "imagePullSecrets": [{"name": "p"}],
    }
    assert {k: v for k, v in annotations.items() if k != CLIENT_ID} == {k: v for k, v in old.items() if k != CLIENT_ID}
    wanted = (old.get(CLIENT_ID) or GUID) if "workload" in mode else None
    assert annotations.get(CLIENT_ID) == wanted


def test_server_side_fields_of_the_service_account_are_left_out() -> None:
    metadata = dict.fromkeys(
        [
            "creationTimestamp",
            "deletionGracePeriodSeconds",
            "deletionTimestamp",
            "generation",
            "managedFields",
            "resourceVersion",
            "selfLink",
            "uid",
        ],
        "x",
    )
    prediction = predict_job(
        backup(), SECRETS[CredentialMode.AWS_STS], {"metadata": metadata}, hosted_control_plane="h", images=IMAGES
    )

    assert prediction.service_account["metadata"] == {"name": "etcd-backup-job", "namespace": "hypershift"}


@given(st.binary(max_size=40))
def test_a_role_arn_arrives_as_json_carries_it(tail: bytes) -> None:
    secret = {"credentials": b"arn:" + tail + b"."}
    prediction = predict_job(backup(), secret, hosted_control_plane="h", images=IMAGES)
    value = pod(prediction)["containers"][0]["env"][0]["value"]

    assert value == as_go_json(b"arn:" + tail + b".")


def as_go_json(raw: bytes) -> str:
    """One U+FFFD for every byte at which no code point of UTF-8 starts or goes on."""
    text, rest = "", raw
    while rest:
        for length in range(1, 5):
            try:
                text += rest[:length].decode()
            except UnicodeDecodeError:
                continue
            rest = rest[length:]
            break
        else:
            text, rest = text + "\ufffd", rest[1:]
    return text


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a\udcff\udc80b", "a\ufffd\ufffdb"), ("\U0001f600", "\U0001f600"), ("", ""), (None, ""), ("é", "é")],
)
def test_bytes_that_are_not_text_become_one_replacement_each(text: str | None, expected: str) -> None:
    assert json_text(text) == expected


def test_a_client_id_arrives_as_json_carries_it() -> None:
    prediction = predict_job(
        backup(azure_blob()), {"cloud": b"AZURE_CLIENT_ID=a\xff"}, hosted_control_plane="h", images=IMAGES
    )

    assert cast("Json", prediction.service_account)["metadata"]["annotations"] == {CLIENT_ID: "a\ufffd"}


def test_the_webhook_adds_identity_and_token() -> None:
    additions = webhook_additions({CLIENT_ID: GUID})

    assert additions.env == (
        {"name": "AZURE_CLIENT_ID", "value": GUID},
        {"name": "AZURE_FEDERATED_TOKEN_FILE", "value": "/var/run/secrets/azure/tokens/azure-identity-token"},
    )
    assert additions.unknown_env == ("AZURE_TENANT_ID", "AZURE_AUTHORITY_HOST")
    assert additions.mount == {
        "name": "azure-identity-token",
        "readOnly": True,
        "mountPath": "/var/run/secrets/azure/tokens",
    }
    token = {"audience": "api://AzureADTokenExchange", "expirationSeconds": 3600, "path": "azure-identity-token"}
    assert additions.volume == {
        "name": "azure-identity-token",
        "projected": {"sources": [{"serviceAccountToken": token}]},
    }


@pytest.mark.parametrize(("annotation", "seconds"), [("7200", 7200), ("x", 3600), ("", 3600), ("²", 3600)])
def test_annotations_decide_tenant_and_expiration(annotation: str, seconds: int) -> None:
    additions = webhook_additions(
        {TENANT_ID: "tenant", "azure.workload.identity/service-account-token-expiration": annotation}
    )
    source = cast("Json", additions.volume)["projected"]["sources"][0]["serviceAccountToken"]

    assert source["expirationSeconds"] == seconds
    assert {"name": "AZURE_TENANT_ID", "value": "tenant"} in additions.env
    assert {"name": "AZURE_CLIENT_ID", "value": ""} in additions.env
    assert additions.unknown_env == ("AZURE_AUTHORITY_HOST",)


def test_the_webhook_uses_the_annotation_that_stays() -> None:
    additions = predict(CredentialMode.AZURE_WORKLOAD_IDENTITY, {CLIENT_ID: "other"})

    assert additions.webhook_additions is not None
    assert additions.webhook_additions.env[0] == {"name": "AZURE_CLIENT_ID", "value": "other"}
