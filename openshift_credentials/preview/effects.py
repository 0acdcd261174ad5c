"""What the upload container gets in a credential mode, in a few words a row."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from openshift_credentials.contract.credentials import CredentialMode, Detection, StorageType
from openshift_credentials.contract.job.upload import SNAPSHOT_VOLUME, JsonObject, upload_container
from openshift_credentials.contract.job.webhook import webhook_additions
from openshift_credentials.preview.digest import CredentialVerdict


def upload_effects(verdict: CredentialVerdict) -> Mapping[str, Sequence[str]]:
    """Volumes, env, flags and pod labels that follow from the mode, as predicted for the Job.

    In mode ``azure-workload-identity`` the webhook adds to the pod what the Job does not have.
    """
    detection = Detection(
        verdict.detected_mode, verdict.rule, verdict.role_arn or "[unknown]", verdict.client_id
    )
    branch = "s3" if verdict.storage_type is StorageType.S3 else "azureBlob"
    storage = {
        "storageType": verdict.storage_type,
        branch: {"credentials": {"name": verdict.secret}},
    }
    upload = upload_container(verdict.detected_mode, detection, storage)
    volumes = [
        f"{mount['name']} ({_source(volume)}) at {mount['mountPath']}"
        for mount in upload.mounts
        for volume in upload.volumes
        if mount["name"] == volume["name"] != SNAPSHOT_VOLUME
    ]
    env = [f"{each['name']}={each['value']}" for each in upload.env]
    if verdict.detected_mode is CredentialMode.AZURE_WORKLOAD_IDENTITY:
        added = webhook_additions({})
        volumes.append(f"{added.volume['name']} (added by the webhook)")
        names = [str(each["name"]) for each in added.env] + list(added.unknown_env)
        env.append(f"{', '.join(sorted(names))} (added by the webhook)")
    after_prefix = upload.command.index("--key-prefix") + 2
    return {
        "volumes": volumes or ["none"],
        "env": env or ["none"],
        "flags": [" ".join(upload.command[after_prefix:]) or "none"],
        "labels": [f"{name}={value}" for name, value in upload.pod_labels.items()] or ["none"],
    }


def _source(volume: JsonObject) -> str:
    if "secret" in volume:
        return f"Secret {cast('JsonObject', volume['secret'])['secretName']}"
    return ", ".join(_tokens(volume))


def _tokens(volume: JsonObject) -> Iterator[str]:
    projected = cast("Mapping[str, Sequence[JsonObject]]", volume["projected"])
    for source in projected["sources"]:
        token = cast("JsonObject", source["serviceAccountToken"])
        yield f"token for {token['audience']}, {token['expirationSeconds']} s"
