"""Rotation in mint and passthrough mode: Secrets that the operator recreates, in order.

Source: OpenShift documentation, "Rotating or removing cloud provider credentials", and
openshift/cloud-credential-operator ``pkg/aws/actuator/actuator.go`` at b187feee66f4: a deleted
Secret is created again with a new key, and all older keys of its user are deleted.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.credentials_requests import CredentialsRequest, SecretRef, of_kind

from .permissions import KINDS, OperatorCloud

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
    names: dict[SecretRef, list[str]] = {}
    for request in of_kind(requests, KINDS[cloud]):
        names.setdefault(request.secret, []).append(request.name)
    steps = (RotationStep(secret, tuple(of)) for secret, of in names.items())
    return tuple(sorted(steps, key=_order))


def _order(step: RotationStep) -> tuple[bool, str, str]:
    is_own = any(name in OPERATOR_REQUESTS for name in step.requests)
    return is_own, step.secret.namespace, step.secret.name


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
