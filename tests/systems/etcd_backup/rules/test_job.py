"""The predicted Job against Jobs that the real reconciler made, and what holds of all Jobs."""

import base64
import copy
import json
from typing import cast

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.rules.job import (
    Images,
    JobPrediction,
    json_text,
    predict_job,
    upload_container,
    webhook_additions,
)
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion, CredentialMode, detect
from tests.kit.places import DATA
from tests.kit.tables import nonempty
from tests.systems.etcd_backup.rules.backup_samples import KEY_URL, KMS_KEY_ARN, Json, azure_blob, backup
from tests.systems.etcd_backup.rules.samples import CLIENT_ID, GUID, IMAGES, SECRETS, modes, pod, predict, storage_of

SAMPLES = cast("list[Json]", json.loads((DATA / "jobs_sample.json").read_text())["cases"])


WITH_FILE = {CredentialMode.AWS_STATIC, CredentialMode.AZURE_CLIENT_SECRET, CredentialMode.AZURE_MANAGED_IDENTITY}


def upload_command(prediction: JobPrediction) -> list[str]:
    return pod(prediction)["containers"][0]["command"]


@pytest.mark.parametrize("case", SAMPLES, ids=[case["in"]["secret"] for case in SAMPLES])
def test_the_prediction_equals_what_the_reconciler_made(case: Json) -> None:
    made = copy.deepcopy(case["out"]["job"])
    for server_side in ("name", "resourceVersion"):
        del made["metadata"][server_side]
    del made["status"]
    containers = made["spec"]["template"]["spec"]
    prediction = predict_job(
        case["in"]["backup"],
        {key: base64.b64decode(value) for key, value in case["in"]["secretData"].items()},
        hosted_control_plane="test-hcp",
        images=Images(
            control_plane_operator=containers["containers"][0]["image"], etcd=containers["initContainers"][1]["image"]
        ),
    )
    account = copy.deepcopy(case["out"]["serviceAccount"])
    del account["metadata"]["resourceVersion"]

    assert prediction.job == {"apiVersion": "batch/v1", "kind": "Job", **made}
    assert prediction.service_account == {"apiVersion": "v1", "kind": "ServiceAccount", **account}


@pytest.mark.parametrize("mode", CredentialMode)
def test_the_samples_cover_every_mode(mode: CredentialMode) -> None:
    assert predict(mode).detection.mode is mode
    assert sum(
        detect(
            case["in"]["backup"]["spec"]["storage"]["storageType"],
            {k: base64.b64decode(v) for k, v in case["in"]["secretData"].items()},
        ).mode
        is mode
        for case in SAMPLES
    )


@pytest.mark.parametrize("mode", CredentialMode)
def test_encryption_comes_last_in_the_command(mode: CredentialMode) -> None:
    field, flag, value = (
        ("kmsKeyARN", "--aws-kms-key-arn", KMS_KEY_ARN)
        if mode.value.startswith("aws-")
        else ("encryptionKeyURL", "--azure-encryption-scope", KEY_URL)
    )
    plain = upload_command(predict(mode))

    assert upload_command(predict(mode, **{field: value})) == [*plain, flag, value]
    assert upload_command(predict(mode, **{field: None})) == plain


def test_the_other_kind_of_encryption_is_not_looked_at() -> None:
    both = {"kmsKeyARN": KMS_KEY_ARN, "encryptionKeyURL": KEY_URL}

    assert KEY_URL not in upload_command(predict(CredentialMode.AWS_STS, **both))
    assert KMS_KEY_ARN not in upload_command(predict(CredentialMode.AZURE_CLIENT_SECRET, **both))


@given(modes, st.sampled_from([None, {}, {CLIENT_ID: ""}, {CLIENT_ID: "other", "a": "b"}]))
def test_what_a_mode_needs_and_nothing_else_is_there(mode: CredentialMode, annotations: dict[str, str] | None) -> None:
    prediction = predict(mode, annotations)
    job = cast("Json", prediction.job)
    upload = pod(prediction)["containers"][0]
    volumes = [volume["name"] for volume in pod(prediction)["volumes"]]
    mounts = [mount["name"] for mount in upload["volumeMounts"]]
    is_sts = mode is CredentialMode.AWS_STS
    is_workload_identity = mode is CredentialMode.AZURE_WORKLOAD_IDENTITY

    assert volumes[:2] == ["etcd-certs", "etcd-backup"]
    assert ("backup-credentials" in volumes) == (mode in WITH_FILE)
    assert ("--credentials-file" in upload["command"]) == (mode in WITH_FILE)
    assert ("aws-iam-token" in volumes) == is_sts
    assert ("env" in upload) == is_sts
    assert mounts == ["etcd-backup", *volumes[2:]]
    assert all(mount["readOnly"] is True for mount in nonempty(upload["volumeMounts"]))
    labels = job["spec"]["template"]["metadata"]["labels"]
    assert labels.pop("azure.workload.identity/use", None) == ("true" if is_workload_identity else None)
    assert labels == job["metadata"]["labels"]
    assert (prediction.webhook_additions is not None) == is_workload_identity


def test_a_secret_without_content_still_makes_a_job() -> None:
    prediction = predict_job(backup(), {}, hosted_control_plane="h", images=IMAGES)

    assert prediction.detection.mode is CredentialMode.AWS_STATIC


def test_the_contract_version_decides_the_mode() -> None:
    secret = {"cloud": f"AZURE_CLIENT_ID={GUID}\nAZURE_CLIENT_SECRET=s".encode()}

    def mode(version: ContractVersion) -> CredentialMode:
        return predict_job(
            backup(azure_blob()), secret, hosted_control_plane="h", images=IMAGES, version=version
        ).detection.mode

    assert mode(ContractVersion.AUGUST_2026) is CredentialMode.AZURE_WORKLOAD_IDENTITY
    assert mode(ContractVersion.NEXT) is CredentialMode.AZURE_CLIENT_SECRET


def test_the_upload_container_can_be_asked_for_alone() -> None:
    mode = CredentialMode.AZURE_MANAGED_IDENTITY
    upload = upload_container(mode, detect("AzureBlob", SECRETS[mode]), azure_blob())

    assert list(upload.command) == upload_command(predict(mode))
    assert upload.volumes == ({"name": "backup-credentials", "secret": {"secretName": "cloud-credentials"}},)
    assert upload.env == ()
    assert upload.pod_labels == {}


# How identity, names and text reach the upload Job.

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
