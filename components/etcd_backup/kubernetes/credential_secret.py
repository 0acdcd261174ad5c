"""The credential Secret, whose mode is asserted before it is written."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pulumi

from components.base.errors import stopping_the_program
from components.base.options import child_options
from components.kubernetes.core_objects import CoreKind, CoreObject
from openshift_credentials.systems.etcd_backup.rules.assertion import assert_mode
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode, Detection
from openshift_credentials.systems.etcd_backup.rules.findings import findings
from openshift_credentials.systems.etcd_backup.rules.payloads import copy_as_plugin
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion

_COPY: Final = "as OADP's plugin copies it to the operator's namespace"


@dataclass(frozen=True, kw_only=True)
class CredentialSecretArgs:
    """Name, place and content of the Secret, and the mode that the operator must detect.

    ``form`` is the content with placeholders for values that are not known yet; see
    :class:`components.etcd_backup.target.Target`. With ``copied_by_plugin``, the operator reads the
    copy that OADP's plugin creates.
    """

    secret_name: str
    namespace: str
    mode: CredentialMode
    contract_version: ContractVersion = ContractVersion.CURRENT
    form: Mapping[str, str] = field(repr=False)
    data: pulumi.Input[Mapping[str, str]] = field(repr=False)
    copied_by_plugin: bool = False


class CredentialSecret(pulumi.ComponentResource):
    """The Secret that decides the credential mode: the operator's own, or one that is copied.

    The mode is asserted twice: with placeholders before anything is registered, and with the real
    content before the Secret is written. The verdict is registered as the component's outputs; the
    mode is in plain text even if the content is secret.
    """

    def __init__(
        self, name: str, args: CredentialSecretArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        self.detection = _assert(args, args.form)
        super().__init__("openshift-credentials:etcd-backup:CredentialSecret", name, None, opts)
        real = pulumi.Output.from_input(args.data)
        self.secret = CoreObject(
            CoreKind.SECRET,
            name,
            {
                "metadata": {"name": args.secret_name, "namespace": args.namespace},
                "type": "Opaque",
                "data": real.apply(lambda content: _checked(args, content)),
            },
            child_options(self, opts),
        )
        detected = pulumi.Output.unsecret(real.apply(lambda content: _assert(args, content)))
        self.register_outputs(
            {
                "secretName": args.secret_name,
                "namespace": args.namespace,
                "note": _COPY if args.copied_by_plugin else "",
                "keys": sorted(_as_read(args, args.form)),
                "storageType": args.mode.storage_type.value,
                "expectedMode": args.mode.value,
                "predictedMode": self.detection.mode.value,
                "rule": self.detection.rule.value,
                "detectedMode": pulumi.Output.unsecret(
                    detected.apply(lambda detection: detection.mode.value)
                ),
                "roleArn": detected.apply(lambda detection: detection.role_arn),
                "clientId": detected.apply(lambda detection: detection.client_id),
                "findings": pulumi.Output.unsecret(
                    real.apply(lambda content: _findings(args, content))
                ),
            }
        )

    @property
    def secret_name(self) -> pulumi.Output[str]:
        """Name of the Secret."""
        return self.secret.metadata.apply(lambda metadata: metadata["name"])


def _as_read(args: CredentialSecretArgs, content: Mapping[str, str]) -> dict[str, bytes]:
    """What the operator reads: the content, or the plugin's copy of it."""
    encoded = {key: text.encode() for key, text in content.items()}
    return dict(copy_as_plugin(encoded)) if args.copied_by_plugin else encoded


def _assert(args: CredentialSecretArgs, content: Mapping[str, str]) -> Detection:
    secret = f"{args.namespace}/{args.secret_name}"
    with stopping_the_program():
        return assert_mode(secret, args.mode, _as_read(args, content), args.contract_version)


def _findings(args: CredentialSecretArgs, content: Mapping[str, str]) -> list[str]:
    read = _as_read(args, content)
    found = findings(args.mode.storage_type, read, version=args.contract_version)
    return [f"{each.code}: {each}" for each in found]


def _checked(args: CredentialSecretArgs, content: Mapping[str, str]) -> dict[str, str]:
    _assert(args, content)
    return {key: base64.b64encode(text.encode()).decode() for key, text in sorted(content.items())}
