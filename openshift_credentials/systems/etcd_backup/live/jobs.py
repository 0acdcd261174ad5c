"""Compare the Job of a backup in a cluster with the predicted one.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``;
Kubernetes API conventions for the defaults that an API server adds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.json_values import (
    as_array,
    as_object,
    is_array,
    is_object,
    object_items,
    object_member,
    text_items,
)
from openshift_credentials.live.observed import Object, annotations_of, labels_of
from openshift_credentials.platforms.azure.federation import CLIENT_ID_ANNOTATION
from openshift_credentials.platforms.azure.identifiers import STAND_IN_GUID
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.credentials import (
    CREDENTIALS_KEY,
    CredentialMode,
)
from openshift_credentials.systems.etcd_backup.rules.job import Images, predict_job
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion

_IGNORED: Final = frozenset({"apiVersion", "kind", "image", "generateName", "namespace"})
"""Irrelevant members of a Job: for example, the items of a list have no type."""

_UPLOAD: Final = "upload"


@dataclass(frozen=True, slots=True)
class Content:
    """Credential mode, and a Secret of that mode."""

    mode: CredentialMode
    secret: Mapping[str, bytes]


def content_shown_by(job: Object, account: Object | None) -> Content:
    """The mode of a Job, with a Secret that would result in it.

    Other Secrets are never read, so the mode comes from the Job itself.
    """
    template = object_member(job, "spec", "template")
    containers = object_items(template, "spec", "containers")
    of_uploads = (found for found in containers if found.get("name") == _UPLOAD)
    upload = next(of_uploads, dict[str, object]())
    command = text_items(upload, "command")
    environment = {item.get("name"): item.get("value") for item in object_items(upload, "env")}
    if arn := environment.get("AWS_ROLE_ARN"):
        return Content(CredentialMode.AWS_STS, {CREDENTIALS_KEY: str(arn).encode()})
    if labels_of(template).get(upstream.WORKLOAD_IDENTITY_LABEL):
        client_id = annotations_of(account or {}).get(CLIENT_ID_ANNOTATION) or STAND_IN_GUID
        dotenv = f"AZURE_CLIENT_ID={client_id}\n".encode()
        return Content(CredentialMode.AZURE_WORKLOAD_IDENTITY, {payloads.CLOUD_KEY: dotenv})
    if "managed-identity" in command:
        return Content(CredentialMode.AZURE_MANAGED_IDENTITY, {CREDENTIALS_KEY: b"{}"})
    if "client-secret" in command:
        content = b'{"clientSecret": "x"}'
        return Content(CredentialMode.AZURE_CLIENT_SECRET, {CREDENTIALS_KEY: content})
    return Content(CredentialMode.AWS_STATIC, {CREDENTIALS_KEY: b"[default]\n"})


def differences_from_prediction(
    backup: Object,
    job: Object,
    account: Object | None,
    secret: Mapping[str, bytes],
    *,
    operator_namespace: str,
    version: ContractVersion,
) -> list[str]:
    """Where the Job is not the predicted one."""
    predicted = predict_job(
        backup,
        secret,
        account,
        hosted_control_plane=labels_of(job).get(upstream.CONTROL_PLANE_LABEL, ""),
        images=Images(control_plane_operator="", etcd=""),
        operator_namespace=operator_namespace,
        version=version,
    )
    return list(differences(predicted.job, job))


def differences(expected: object, actual: object, path: str = "") -> Iterator[str]:
    """Where ``actual`` lacks or contradicts ``expected``; additions of the API server are ignored.

    Images are those of the hosted cluster's release, which is not predicted.
    """
    if is_object(expected):
        members = as_object(actual)
        for key, value in expected.items():
            if key not in _IGNORED and not (key == "name" and path == ".metadata"):
                yield from differences(value, members.get(key), f"{path}.{key}")
    elif is_array(expected):
        others = as_array(actual)
        if len(expected) > len(others):
            count = quantity(len(others), "entry", "entries")
            yield f"{path.removeprefix('.')} has {count}, not {len(expected)}"
            return
        for index, item in enumerate(expected):
            yield from differences(item, others[index], f"{path}[{index}]")
    elif expected != actual:
        yield f"{path.removeprefix('.')} is {actual!r}, not {expected!r}"
