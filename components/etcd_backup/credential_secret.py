"""The credential Secret, asserted to mean what the stack wants before it is written."""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field

import pulumi
from pulumi_kubernetes.core.v1 import Secret

from components.errors import stopping_the_program
from components.etcd_backup.target import SecretData
from openshift_credentials.etcd_backup.rules.assertion import assert_mode
from openshift_credentials.etcd_backup.rules.credentials import CredentialMode, Detection
from openshift_credentials.etcd_backup.rules.findings import findings
from openshift_credentials.etcd_backup.rules.versions import ContractVersion


@dataclass(frozen=True, kw_only=True)
class CredentialSecretArgs:
    """Name, place and content of the Secret, and the mode that the operator must detect.

    ``form`` is the content with stand-ins for what is not known yet; see
    :class:`components.etcd_backup.target.Target`. The Secret is made after everything in
    ``needed_first``. ``read_as`` turns its content into what the operator reads, where that is a
    copy; ``note`` says so beside the Secret's name.
    """

    secret_name: str
    namespace: str
    mode: CredentialMode
    contract_version: ContractVersion = ContractVersion.CURRENT
    form: SecretData = field(repr=False)
    data: pulumi.Output[SecretData]
    needed_first: tuple[pulumi.Resource, ...] = ()
    read_as: Callable[[SecretData], SecretData] = dict
    note: str = ""


class CredentialSecret(pulumi.ComponentResource):
    """The Secret that decides the credential mode: the operator's own, or one that is copied.

    The mode is asserted twice: on the form of the content before anything is registered, and
    on the real content on its way into the Secret, so that a wrong one is never written. The
    verdict is registered as the component's outputs; the mode is open even where the content
    is secret.
    """

    def __init__(
        self, name: str, args: CredentialSecretArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        self.detection = _assert(args, args.form)
        super().__init__("openshift-credentials:etcd-backup:CredentialSecret", name, None, opts)
        data = args.data.apply(lambda content: _checked(args, content))
        self.secret = Secret(
            name,
            metadata={"name": args.secret_name, "namespace": args.namespace},
            type="Opaque",
            data=pulumi.Output.secret(data),
            opts=pulumi.ResourceOptions(parent=self, depends_on=args.needed_first),
        )
        real = pulumi.Output.unsecret(args.data.apply(lambda content: _assert(args, content)))
        self.register_outputs(
            {
                "secretName": args.secret_name,
                "namespace": args.namespace,
                "note": args.note,
                "keys": sorted(args.read_as(args.form)),
                "storageType": args.mode.storage_type.value,
                "expectedMode": args.mode.value,
                "predictedMode": self.detection.mode.value,
                "rule": self.detection.rule.value,
                "detectedMode": pulumi.Output.unsecret(
                    real.apply(lambda detection: detection.mode.value)
                ),
                "roleArn": real.apply(lambda detection: detection.role_arn),
                "clientId": real.apply(lambda detection: detection.client_id),
                "findings": pulumi.Output.unsecret(
                    args.data.apply(lambda content: _findings(args, content))
                ),
            }
        )

    @property
    def secret_name(self) -> pulumi.Output[str]:
        """Name of the Secret."""
        return self.secret.metadata.apply(lambda metadata: metadata.name or "")


def _assert(args: CredentialSecretArgs, content: SecretData) -> Detection:
    secret = f"{args.namespace}/{args.secret_name}"
    with stopping_the_program():
        return assert_mode(secret, args.mode, args.read_as(content), args.contract_version)


def _findings(args: CredentialSecretArgs, content: SecretData) -> list[str]:
    read = args.read_as(content)
    found = findings(args.mode.storage_type, read, version=args.contract_version)
    return [f"{each.code}: {each}" for each in found]


def _checked(args: CredentialSecretArgs, content: SecretData) -> dict[str, str]:
    _assert(args, content)
    return {key: base64.b64encode(value).decode() for key, value in sorted(content.items())}
