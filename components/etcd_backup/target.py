"""What the Kubernetes side needs from the cloud side, for any cloud."""

from dataclasses import dataclass, field

import pulumi

from components.etcd_backup.outputs import AzureBlobOutputs, S3Outputs

SecretData = dict[str, bytes]


def texts(content: SecretData) -> dict[str, str]:
    """The content of a Secret as strings."""
    return {key: value.decode() for key, value in content.items()}


@dataclass(frozen=True, kw_only=True)
class WorkloadIdentity:
    """A managed identity for the annotations of the ServiceAccount that uses it."""

    client_id: pulumi.Output[str]
    tenant_id: str


@dataclass(frozen=True, kw_only=True)
class Target:
    """A place for snapshots and an identity that can upload to it.

    ``secret_data`` is the content of the credential Secret. ``secret_form`` has the same form with
    placeholders for values that the cloud assigns: detection uses it at preview. Everything in
    ``needed_first`` must exist before the Secret and the backups. With ``service_account`` the
    ServiceAccount of the backup Jobs is annotated.
    """

    secret_form: SecretData = field(repr=False)
    secret_data: pulumi.Output[SecretData]
    needed_first: tuple[pulumi.Resource, ...]
    outputs: S3Outputs | AzureBlobOutputs
    service_account: WorkloadIdentity | None = None
