"""The preview of etcd backups: the verdict on the Secret, and a Mermaid picture of the identity that uploads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from openshift_credentials.base.json_values import as_array, object_items, object_member
from openshift_credentials.base.wording import quantity
from openshift_credentials.platforms.kubernetes.rbac import SERVICE_ACCOUNT_PREFIX
from openshift_credentials.stack.explanation import Verdict
from openshift_credentials.stack.parts import Judge

from .plan import BlobPlan, Plan, S3Plan, plan_of
from .rules.job import SNAPSHOT_VOLUME, JsonObject, upload_container, webhook_additions
from .rules.modes import CredentialMode, Detection, Proof, Rule, StorageType, mode_facts, storage_member
from .rules.policies import UPLOAD_ACTIONS
from .settings import (
    AwsStatic,
    AwsSts,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
)

_MOST_ACCOUNTS: Final = 5


def picture(settings: EtcdBackupSettings) -> str:
    """From who can assume the identity to the place where snapshots go."""
    return "\n  ".join(["flowchart LR", *_lines(plan_of(settings))])


def _lines(plan: Plan) -> Iterator[str]:
    """An identity that ServiceAccount tokens are exchanged for, or one with long-lived credentials in a Secret."""
    name, held = _identity(plan)
    if held:
        yield f'secret["{held}<br>Secret {plan.credential_secret.place}"]'
        if name:
            yield f'secret -- "logs in as" --> identity["{name}"]'
    else:
        yield from _exchange(plan, name)
    store, permissions = _permissions(plan)
    if name:
        yield f'identity -- "{"<br>".join(permissions)}" --> place["{store}"]'
    else:
        yield f'secret -- "whatever their owner is allowed to do" --> place["{store}"]'


def _identity(plan: Plan) -> tuple[str, str]:
    """The identity, if it is known, and what a Secret holds of it."""
    match identity := plan.identity:
        case AwsSts():
            return f"IAM role<br>{plan.identity_name}", ""
        case AwsStatic():
            return "", "static access keys"
        case AzureWorkloadIdentity():
            return f"managed identity<br>{plan.identity_name}", ""
        case AzureClientSecret(client_id=client_id):
            return f"service principal<br>{client_id}", "client secret"
        case AzureManagedIdentity(client_id=client_id):
            name = f"managed identity<br>{client_id}" if client_id else "managed identity"
            return name, "certificate of the data plane"
        case _:
            assert_never(identity)


def _exchange(plan: Plan, identity: str) -> Iterator[str]:
    """Each subject and its audience."""
    accounts = [
        (way.subject.removeprefix(SERVICE_ACCOUNT_PREFIX).replace(":", "/"), way.audience)
        for way in {way.subject: way for way in plan.ways}.values()
    ]
    named = [(f"ServiceAccount<br>{account}", audience) for account, audience in accounts[:_MOST_ACCOUNTS]]
    if rest := accounts[_MOST_ACCOUNTS:]:
        named.append((quantity(len(rest), "more ServiceAccount"), rest[0][1]))
    yield f'issuer["OIDC issuer of {plan.settings.cluster.name}"]'
    for index, (account, audience) in enumerate(named):
        node = "job" if index == 0 else f"account{index}"
        yield f'issuer -- "signs the token of" --> {node}["{account}"]'
        yield f'{node} -- "{audience}" --> identity["{identity}"]'
    yield 'identity -. "trusts this issuer and these subjects" .-> issuer'


def _permissions(plan: Plan) -> tuple[str, Sequence[str]]:
    """The store, and what the identity can do there by the roles that the stack assigns."""
    match plan:
        case S3Plan(storage=bucket):
            identity = plan.settings.credentials
            can = [", ".join(UPLOAD_ACTIONS)]
            if identity.restore:
                can.append("and reads snapshots to restore them")
            if extra := len(identity.extra_statements):
                can.append(f"and {quantity(extra, 'statement')} of the stack")
            if identity.existing_role:
                can = ["what its own policies allow"]
            return f"S3 bucket<br>{bucket.bucket}", can
        case BlobPlan(storage=account):
            roles = [
                f"{'own role: ' if grant.role.assignable_scope else ''}{grant.role.name} "
                f"({'container' if '/containers/' in grant.scope else 'account'})"
                for grant in plan.grants
            ]
            can = roles if plan.assigns_roles else ["roles that are assigned outside the stack"]
            return f"storage account<br>{account.storage_account}", can
        case _:
            assert_never(plan)


CREDENTIAL_SECRET_TYPE: Final = "openshift-credentials:etcd-backup:CredentialSecret"  # noqa: S105
"""Type token of the component whose outputs contain the verdict."""


@dataclass(frozen=True, slots=True)
class _Outputs:
    """The outputs of a credential Secret's component.

    ``certain`` is true if the mode was detected in the real content, and false if it was predicted
    from its form.
    """

    secret: str
    namespace: str
    keys: tuple[str, ...]
    storage_type: StorageType
    expected_mode: CredentialMode
    detected_mode: CredentialMode
    rule: Rule
    certain: bool
    role_arn: str | None
    client_id: str | None
    warnings: tuple[str, ...]
    note: str

    @classmethod
    def of(cls, outputs: Mapping[str, object]) -> "_Outputs":
        """Read them; a value that is unknown or secret is absent."""
        detected = outputs.get("detectedMode")
        return cls(
            secret=str(outputs["secretName"]),
            namespace=str(outputs["namespace"]),
            keys=_texts(outputs["keys"]),
            storage_type=StorageType(str(outputs["storageType"])),
            expected_mode=CredentialMode(str(outputs["expectedMode"])),
            detected_mode=CredentialMode(str(detected or outputs["predictedMode"])),
            rule=Rule(str(outputs["rule"])),
            certain=detected is not None,
            role_arn=_text(outputs.get("roleArn")),
            client_id=_text(outputs.get("clientId")),
            warnings=_texts(outputs.get("findings")),
            note=_text(outputs.get("note")) or "",
        )


def credential_verdict(outputs: Mapping[str, object]) -> Verdict:
    """The verdict in the outputs of a credential Secret's component.

    Values that are unknown or secret must be absent from ``outputs``.
    """
    read = _Outputs.of(outputs)
    note = f" ({read.note})" if read.note else ""
    how = "detects" if read.certain else "will detect (predicted from the form of the content)"
    effects = {name: "; ".join(texts) for name, texts in _upload_effects(read).items()}
    later = "" if read.certain else " (from the form of the content; asserted again at 'pulumi up')"
    awaited = (
        "known after creation"
        if not read.certain and mode_facts(read.detected_mode).proof is Proof.WEBHOOK_TOKEN
        else ""
    )
    return Verdict(
        subject=f"Credential Secret {read.namespace}/{read.secret}{note}",
        answer=read.detected_mode,
        rows={
            "storage type": read.storage_type,
            "keys": ", ".join(read.keys),
            "mode expected": read.expected_mode,
            "mode detected" if read.certain else "mode predicted": read.detected_mode + later,
            "rule": read.rule.sentence,
            "role ARN": read.role_arn or "",
            "client ID": read.client_id or awaited,
            **{f"upload {name}": text for name, text in effects.items()},
        },
        sentence=f"**Verdict** for Secret `{read.namespace}/{read.secret}`{note}: HyperShift's "
        f"operator {how} `{read.detected_mode}`, because {read.rule.sentence}.",
        table={"the upload container gets": "", **effects},
        document_key="credentials",
        document=_document(read),
        warnings=read.warnings,
    )


def _document(read: _Outputs) -> Mapping[str, object]:
    optional = {"note": read.note, "roleArn": read.role_arn, "clientId": read.client_id}
    return {
        "secret": read.secret,
        "namespace": read.namespace,
        "storageType": read.storage_type,
        "expectedMode": read.expected_mode,
        "detectedMode": read.detected_mode,
        "certain": read.certain,
        "rule": read.rule,
        "warnings": list(read.warnings),
        **{name: value for name, value in optional.items() if value},
    }


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, as_array(value)))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _upload_effects(verdict: _Outputs) -> Mapping[str, Sequence[str]]:
    """Volumes, env, flags and pod labels that follow from the mode, as predicted for the Job.

    In mode ``azure-workload-identity``, the webhook adds more to the pod.
    """
    detection = Detection(verdict.detected_mode, verdict.rule, verdict.role_arn or "[unknown]", verdict.client_id)
    branch = storage_member(verdict.storage_type)
    storage = {"storageType": verdict.storage_type, branch: {"credentials": {"name": verdict.secret}}}
    upload = upload_container(verdict.detected_mode, detection, storage)
    volumes = [
        f"{mount['name']} ({_source(volume)}) at {mount['mountPath']}"
        for mount in upload.mounts
        for volume in upload.volumes
        if mount["name"] == volume["name"] != SNAPSHOT_VOLUME
    ]
    env = [f"{item['name']}={item['value']}" for item in upload.env]
    if mode_facts(verdict.detected_mode).proof is Proof.WEBHOOK_TOKEN:
        added = webhook_additions({})
        volumes.append(f"{added.volume['name']} (added by the webhook)")
        names = [str(item["name"]) for item in added.env] + list(added.unknown_env)
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
        return f"Secret {object_member(volume, 'secret')['secretName']}"
    return ", ".join(_tokens(volume))


def _tokens(volume: JsonObject) -> Iterator[str]:
    for source in object_items(volume, "projected", "sources"):
        token = object_member(source, "serviceAccountToken")
        yield f"token for {token['audience']}, {token['expirationSeconds']} s"


VERDICTS: Final[Mapping[str, Judge]] = {CREDENTIAL_SECRET_TYPE: credential_verdict}
"""Judges of components by type token."""
