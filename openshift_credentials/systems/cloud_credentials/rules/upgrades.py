"""Upgrades and rotation: whether a cluster can be upgraded, what its requests then need, and how keys are renewed.

Sources: openshift/cloud-credential-operator ``pkg/operator/utils/utils.go`` (``UpgradeableCheck``) and
``pkg/aws/actuator/actuator.go`` at b187feee66f4: a deleted Secret is created again with a new key, and all older keys
of its user are deleted; OpenShift documentation, "Rotating or removing cloud provider credentials". Versions:
golang.org/x/mod/semver: a leading ``v`` is required, ``v1`` and ``v1.2`` are short for ``v1.0.0`` and ``v1.2.0``
unless a suffix follows; an invalid version is less than all others.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    ProviderSpecError,
    SecretRef,
    aws_provider_spec,
    azure_provider_spec,
    gcp_provider_spec,
    ibm_cloud_permissions,
    kind_of,
    of_kind,
    vsphere_privileges,
)
from openshift_credentials.platforms.go.json import marshal, sort_members

from .modes import Mode, not_found
from .permissions import KINDS, OperatorCloud
from .platforms import GCP_ROLE_ADMIN, LATEST_COMPLETED, Release

UPGRADEABLE_ANNOTATION: Final = "cloudcredential.openshift.io/upgradeable-to"
"""Annotation of CloudCredential ``cluster``: up to which release the credentials are prepared."""


class UpgradeableReason(StrEnum):
    ERROR = "ErrorDeterminingUpgradeable"
    MISSING_ANNOTATION = "MissingUpgradeableAnnotation"
    MISSING_ROOT_CREDENTIAL = "MissingRootCredential"


@dataclass(frozen=True, slots=True)
class UpdateHistory:
    """An entry of ``ClusterVersion`` ``status.history``, newest first."""

    state: str
    version: str


@dataclass(frozen=True, slots=True)
class NotUpgradeable:
    reason: UpgradeableReason
    message: str


def current_version(history: Sequence[UpdateHistory], release: Release = Release.CURRENT) -> str:
    """``v`` and the version that was completed last; empty if there is none.

    An operator before 4.22 takes that of the highest minor release ever completed.
    """
    completed = [f"v{update.version}" for update in history if update.state == "Completed"]
    newest = completed[0] if completed else ""
    if not release.has(LATEST_COMPLETED):
        for version in completed[1:]:
            newest = version if is_newer(version, newest) else newest
    return newest


def upgradeable(
    *,
    mode: str,
    history: Sequence[UpdateHistory] | None,
    annotation: str | None,
    root_secret: SecretRef,
    root_secret_present: bool,
    cloudcredential_present: bool = True,
    platform: str = "",
    release: Release = Release.CURRENT,
) -> NotUpgradeable | None:
    """Why the cluster is not upgradeable; ``None`` if it is, or was never installed.

    ``history`` is ``None`` if there is no ClusterVersion. The annotation counts in every mode, with
    or without a leading ``v``.
    """
    if history is None:
        missing = not_found("clusterversions.config.openshift.io", "version")
        return NotUpgradeable(
            UpgradeableReason.ERROR, f"Error getting ClusterVersion while determining upgradability: {missing}"
        )
    version = current_version(history, release)
    if not version:
        return None
    if not is_valid(version):
        return NotUpgradeable(UpgradeableReason.ERROR, f"Unable to decode cluster version: {version}")
    if not cloudcredential_present:
        missing = not_found("cloudcredentials.operator.openshift.io", "cluster")
        return NotUpgradeable(UpgradeableReason.ERROR, f"Error determining if cluster can be upgraded: {missing}")
    if allows_upgrade(annotation, version):
        return None
    if mode == Mode.MANUAL:
        return NotUpgradeable(
            UpgradeableReason.MISSING_ANNOTATION,
            f"Upgradeable annotation {UPGRADEABLE_ANNOTATION} on cloudcredential.operator.openshift.io/cluster object "
            "needs updating before upgrade. See Manually Creating IAM documentation for instructions on preparing a "
            "cluster for upgrade.",
        )
    if not root_secret_present:
        message = f"Parent credentials secret must be restored prior to upgrade: {root_secret}"
        return NotUpgradeable(UpgradeableReason.MISSING_ROOT_CREDENTIAL, message)
    if platform == "GCP" and mode != Mode.PASSTHROUGH and release.has(GCP_ROLE_ADMIN):
        return NotUpgradeable(
            UpgradeableReason.MISSING_ANNOTATION,
            "The GCP service account requires additional permissions starting with v4.15. Ensure "
            "the service account has the RoleAdmin role before proceeding.",
        )
    return None


def allows_upgrade(annotation: str | None, version: str) -> bool:
    text = annotation or ""
    wanted = text if text.startswith("v") else f"v{text}"
    return is_newer(major_minor(wanted), major_minor(version))


_NUMBER: Final = r"(?:0|[1-9][0-9]*)"
_IDENTIFIERS: Final = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_VERSION: Final = re.compile(
    rf"v(?P<major>{_NUMBER})(?:\.(?P<minor>{_NUMBER})"
    rf"(?:\.{_NUMBER}(?:-(?P<prerelease>{_IDENTIFIERS}))?(?:\+{_IDENTIFIERS})?)?)?"
)
_BAD_NUMBER: Final = re.compile(r"0[0-9]+")


def is_valid(version: str) -> bool:
    return _parse(version) is not None


def major_minor(version: str) -> str:
    """``v4.10`` of ``v4.10.3``; empty for an invalid version."""
    parsed = _parse(version)
    return "" if parsed is None else f"v{parsed[0]}.{parsed[1]}"


def is_newer(version: str, other: str) -> bool:
    first, second = _parse(version), _parse(other)
    return first is not None and (second is None or _sizes(first) > _sizes(second))


def _sizes(numbers: tuple[str, str]) -> list[tuple[int, str]]:
    """For comparison: numbers without leading zeros, of any number of digits."""
    return [(len(number), number) for number in numbers]


def _parse(version: str) -> tuple[str, str] | None:
    match = _VERSION.fullmatch(version)
    if match is None:
        return None
    prerelease = (match["prerelease"] or "").split(".")
    if any(_BAD_NUMBER.fullmatch(identifier) for identifier in prerelease):
        return None
    return match["major"], match["minor"] or "0"


class Change(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Delta:
    """Additions and removals of a request under one heading, such as ``permissions``."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestChange:
    """One request that differs between the releases.

    ``before_upgrade``: the identity needs additional permissions before the cluster is upgraded.
    Removals can be applied afterwards.
    """

    change: Change
    name: str
    namespace: str
    kind: str
    secret: str
    deltas: Mapping[str, Delta]

    @property
    def before_upgrade(self) -> bool:
        return self.change is Change.ADDED or any(delta.added for delta in self.deltas.values())


def diff(old: Sequence[CredentialsRequest], new: Sequence[CredentialsRequest]) -> tuple[RequestChange, ...]:
    """Changes by request, sorted by namespace and name; empty if there are none.

    Order, duplicates and files are ignored. Requests are matched by namespace and name; the last duplicate counts.
    """
    before, after = ({(item.namespace, item.name): item for item in group} for group in (old, new))
    changes = (_change(before.get(key), after.get(key)) for key in sorted(before.keys() | after.keys()))
    return tuple(change for change in changes if change is not None)


def _change(before: CredentialsRequest | None, after: CredentialsRequest | None) -> RequestChange | None:
    shown = after or before
    if shown is None:
        return None
    facts = [{} if item is None else _facts(item) for item in (before, after)]
    deltas = {
        heading: Delta(tuple(sorted(new - old)), tuple(sorted(old - new)))
        for heading in {**facts[0], **facts[1]}
        if (old := facts[0].get(heading, frozenset())) != (new := facts[1].get(heading, frozenset()))
    }
    if before is not None and after is not None:
        if not deltas:
            return None
        change = Change.CHANGED
    else:
        change = Change.ADDED if before is None else Change.REMOVED
    return RequestChange(
        change=change,
        name=shown.name,
        namespace=shown.namespace,
        kind=kind_of(shown),
        secret=str(shown.secret),
        deltas=deltas,
    )


def _facts(request: CredentialsRequest) -> dict[str, frozenset[str]]:
    facts = {
        "secret": frozenset([str(request.secret)]),
        "serviceAccounts": frozenset(request.service_accounts),
        "cloudTokenPath": frozenset([request.cloud_token_path] if request.cloud_token_path else []),
        "kind": frozenset([kind_of(request)]),
    }
    try:
        facts |= {name: frozenset(item) for name, item in _permissions(request)}
    except ProviderSpecError:
        facts["providerSpec"] = frozenset([request.provider_spec or ""])
    return {name: fact for name, fact in facts.items() if fact}


def _permissions(request: CredentialsRequest) -> Iterator[tuple[str, Iterator[str]]]:
    spec = request.provider_spec
    match kind_of(request):
        case ProviderKind.AWS:
            yield "permissions", _aws(spec)
        case ProviderKind.AZURE:
            azure = azure_provider_spec(spec)
            yield "permissions", iter(azure.permissions)
            yield "dataPermissions", iter(azure.data_permissions)
            yield "roles", iter(azure.role_bindings)
        case ProviderKind.GCP:
            gcp = gcp_provider_spec(spec)
            yield "permissions", iter(gcp.permissions)
            yield "roles", iter(gcp.predefined_roles)
        case ProviderKind.VSPHERE:
            yield "permissions", iter(vsphere_privileges(spec))
        case (ProviderKind.IBM_CLOUD | ProviderKind.POWER_VS) as kind:
            yield "permissions", iter(ibm_cloud_permissions(ProviderKind(kind), spec))
        case _:
            return


def _aws(spec: str | None) -> Iterator[str]:
    """Each action with its effect, resource and condition, if these are not the defaults."""
    for entry in aws_provider_spec(spec).statement_entries:
        parts = [] if entry.effect == "Allow" else [f"({entry.effect})"]
        parts += [] if entry.resource == "*" else [f"on {entry.resource}"]
        if entry.policy_condition:
            parts.append(f"if {marshal(sort_members(entry.policy_condition))}")
        for action in entry.action or ():
            yield " ".join((action, *parts))


OPERATOR_REQUESTS: Final = ("cloud-credential-operator-iam-ro", "cloud-credential-operator-gcp-ro-creds")
"""The operator uses these to read the cloud, so they come last: it needs them for the others."""


@dataclass(frozen=True, slots=True)
class RotationStep:
    secret: SecretRef
    requests: tuple[str, ...]


def rotation_steps(requests: Sequence[CredentialsRequest], cloud: OperatorCloud) -> tuple[RotationStep, ...]:
    """The Secrets of a cloud's requests, each once, in a safe order.

    Sorted by namespace and name, with those that the operator itself uses last.
    """
    own, names = set(OPERATOR_REQUESTS), dict[SecretRef, list[str]]()
    for request in of_kind(requests, KINDS[cloud]):
        names.setdefault(request.secret, []).append(request.name)
    steps = (RotationStep(secret, tuple(of)) for secret, of in names.items())
    return tuple(
        sorted(steps, key=lambda step: (not own.isdisjoint(step.requests), step.secret.namespace, step.secret.name))
    )


def content_hash(data: Mapping[str, bytes], salt: str = "") -> str:
    """A short hash that changes with the content and does not reveal it.

    It is intentionally slow, so that a password cannot be guessed. The hash includes lengths, so
    that different contents never have the same input.
    """
    content = bytearray()
    for key in sorted(data):
        for part in (key.encode(), data[key]):
            content += len(part).to_bytes(8, "big") + part
    return hashlib.scrypt(bytes(content), salt=salt.encode(), n=2**14, r=8, p=1, dklen=8).hex()


def redeployment_reason(cluster: str, content: Mapping[str, str]) -> str:
    """``forceRedeploymentReason`` for a new root secret; the same for the same content."""
    digest = content_hash({key: text.encode() for key, text in content.items()}, cluster)
    return f"cloud credentials {digest}"


def steps_for(steps: Iterable[RotationStep], wanted: Sequence[str]) -> tuple[RotationStep, ...]:
    """The steps for Secrets named ``NAMESPACE/NAME``; all without names."""
    return tuple(step for step in steps if not wanted or str(step.secret) in wanted)
