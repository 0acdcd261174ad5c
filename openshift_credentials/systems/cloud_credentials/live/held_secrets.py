"""Secrets of a cluster as the operator's actuators read and compare them."""

from collections.abc import Sequence

from openshift_credentials.base.json_values import object_member
from openshift_credentials.platforms.credentials_requests import CredentialsRequest
from openshift_credentials.platforms.manifests.secrets import read_secret
from openshift_credentials.systems.cloud_credentials.live.cluster_objects import (
    Object,
    find_object,
    mode_annotation,
)
from openshift_credentials.systems.cloud_credentials.rules.actuators.sync import (
    RootSecret,
    TargetSecret,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import root_secret


def find_root_secret(objects: Sequence[Object], platform: str) -> RootSecret | None:
    """The root secret of a platform as the operator reads it; ``None`` if there is none."""
    place = root_secret(platform)
    found = find_object(objects, "Secret", place.name, place.namespace) if place else None
    if found is None:
        return None
    return RootSecret(read_secret(found).data, mode_annotation(found))


def find_component_secret(
    objects: Sequence[Object], request: CredentialsRequest
) -> TargetSecret | None:
    """The Secret of a request, if it exists."""
    found = find_object(objects, "Secret", request.secret.name, request.secret.namespace)
    if found is None:
        return None
    metadata = object_member(found, "metadata")
    return TargetSecret(
        data=read_secret(found).data,
        labels=_texts(object_member(metadata, "labels")),
        annotations=_texts(object_member(metadata, "annotations")),
    )


def _texts(members: Object) -> dict[str, str]:
    return {name: value for name, value in members.items() if isinstance(value, str)}


def comparable(secret: TargetSecret | None) -> object:
    """What the API server compares: content, labels and annotations."""
    if secret is None:
        return None
    return content_of(secret), secret.labels, secret.annotations


def content_of(secret: TargetSecret) -> dict[str, bytes]:
    """The data that the API server stores."""
    texts = secret.string_data or {}
    return {**secret.data, **{key: text.encode() for key, text in texts.items()}}
