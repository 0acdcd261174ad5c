"""The credential Secret, whose mode is asserted before it is written."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import pulumi

from openshift_credentials.systems.etcd_backup.rules.findings import findings
from openshift_credentials.systems.etcd_backup.rules.modes import (
    ContractVersion,
    CredentialMode,
    Detection,
    assert_mode,
)
from openshift_credentials.systems.etcd_backup.rules.payloads import copy_as_plugin, encode

from ...base.component import child_options
from ...base.errors import stopping_the_program
from ...kubernetes.core_objects import CoreKind, CoreObject

_VERDICT: Final = ("detectedMode", "roleArn", "clientId", "findings")
_COPY: Final = "as OADP's plugin copies it to the operator's namespace"


@dataclass(frozen=True, kw_only=True)
class CredentialSecretArgs:
    """Name, place and content of the Secret, and the mode that the operator must detect.

    ``form`` is the content with examples of values that are not known yet. With
    ``copied_by_plugin``, the operator reads the copy that OADP's plugin creates.
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

    def __init__(self, name: str, args: CredentialSecretArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        self.detection = _assert(args, args.form)
        super().__init__("openshift-credentials:etcd-backup:CredentialSecret", name, None, opts)
        judged = pulumi.Output.from_input(args.data).apply(partial(_judge, args))
        self.secret = CoreObject(
            CoreKind.SECRET,
            name,
            {
                "metadata": {"name": args.secret_name, "namespace": args.namespace},
                "type": "Opaque",
                "data": judged.apply(lambda judged: judged.data),
            },
            child_options(self, opts),
        )
        verdict = pulumi.Output.unsecret(judged.apply(lambda judged: judged.verdict))
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
                **{name: verdict[name] for name in _VERDICT},
            }
        )

    @property
    def secret_name(self) -> pulumi.Output[str]:
        """Name of the Secret."""
        return self.secret.metadata.apply(lambda metadata: metadata["name"])


def _as_read(args: CredentialSecretArgs, content: Mapping[str, str]) -> dict[str, bytes]:
    """What the operator reads: the content, or the plugin's copy of it."""
    return encode(copy_as_plugin(content) if args.copied_by_plugin else content)


def _assert(args: CredentialSecretArgs, content: Mapping[str, str]) -> Detection:
    secret = f"{args.namespace}/{args.secret_name}"
    with stopping_the_program():
        return assert_mode(secret, args.mode, _as_read(args, content), args.contract_version)


@dataclass(frozen=True, slots=True)
class _Judged:
    """The content in base64, and the verdict on it."""

    data: Mapping[str, str] = field(repr=False)
    verdict: Mapping[str, object]


def _judge(args: CredentialSecretArgs, content: Mapping[str, str]) -> _Judged:
    """Assert the mode of the real content; only then is there anything to write."""
    detection, read = _assert(args, content), _as_read(args, content)
    found = findings(args.mode.storage_type, read, version=args.contract_version)
    values = (
        detection.mode.value,
        detection.role_arn,
        detection.client_id,
        [f"{finding.code}: {finding}" for finding in found],
    )
    data = {key: base64.b64encode(text.encode()).decode() for key, text in content.items()}
    return _Judged(dict(sorted(data.items())), dict(zip(_VERDICT, values, strict=True)))
