"""Reads the CredentialsRequests of a folder as ``ccoctl`` does; pure, over names and bytes.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/utils.go``
(``GetListOfCredentialsRequests``) at b187feee66f4.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from openshift_credentials.base.json_values import (
    as_object,
    object_member,
    text_items,
    text_member,
    text_members,
)

from ..go.decoding import GoType, ListOf, MapOf, Scalar, Struct
from ..go.marshal import marshal, sort_members
from .models import CredentialsRequest, Ignored, Requests, SecretRef, Unreadable
from .provider_specs import ProviderKind, ProviderSpecError, provider_kind
from .stream import StreamError, decode_stream

EXTENSIONS: Final = (".yaml", ".yml")
"""Extensions of files that are read, case-sensitive; hidden files are also read."""
DELETE_ANNOTATION: Final = "release.openshift.io/delete"
FEATURE_SET_ANNOTATION: Final = "release.openshift.io/feature-set"
CAPABILITY_ANNOTATION: Final = "capability.openshift.io/name"
TECH_PREVIEW: Final = "TechPreviewNoUpgrade"
OPERATOR_NAMESPACE: Final = "openshift-cloud-credential-operator"

TYPE_META: Final[Mapping[str, GoType]] = {
    "kind": Scalar.PLAIN_TEXT,
    "apiVersion": Scalar.PLAIN_TEXT,
}


def _texts(*names: str) -> dict[str, GoType]:
    return dict.fromkeys(names, Scalar.TEXT)


_OWNER: Final = Struct(
    {
        **_texts("apiVersion", "kind", "name", "uid"),
        "controller": Scalar.BOOLEAN,
        "blockOwnerDeletion": Scalar.BOOLEAN,
    }
)
_MANAGED_FIELDS: Final = Struct(
    {
        **_texts("manager", "operation", "apiVersion", "fieldsType", "subresource"),
        "time": Scalar.TIME,
        "fieldsV1": Scalar.ANY,
    }
)
METADATA: Final = Struct(
    {
        **_texts("name", "generateName", "namespace", "selfLink", "uid", "resourceVersion"),
        "generation": Scalar.INTEGER,
        "creationTimestamp": Scalar.TIME,
        "deletionTimestamp": Scalar.TIME,
        "deletionGracePeriodSeconds": Scalar.INTEGER,
        "labels": MapOf(Scalar.TEXT),
        "annotations": MapOf(Scalar.TEXT),
        "ownerReferences": ListOf(_OWNER),
        "finalizers": ListOf(Scalar.TEXT),
        "managedFields": ListOf(_MANAGED_FIELDS),
    }
)
_SPEC: Final = Struct(
    {
        "secretRef": Struct(
            _texts("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")
        ),
        "providerSpec": Scalar.ANY,
        "serviceAccountNames": ListOf(Scalar.TEXT),
        "cloudTokenPath": Scalar.TEXT,
    }
)
_CONDITION: Final = Struct(
    {
        **_texts("type", "status", "reason", "message"),
        "lastProbeTime": Scalar.TIME,
        "lastTransitionTime": Scalar.TIME,
    }
)
_STATUS: Final = Struct(
    {
        "provisioned": Scalar.BOOLEAN,
        "lastSyncTimestamp": Scalar.TIME,
        "lastSyncGeneration": Scalar.INTEGER,
        **_texts(
            "lastSyncCloudCredsSecretResourceVersion", "lastSyncInfrastructureResourceVersion"
        ),
        "providerStatus": Scalar.ANY,
        "conditions": ListOf(_CONDITION),
    }
)
CREDENTIALS_REQUEST: Final = Struct(
    {**TYPE_META, "metadata": METADATA, "spec": _SPEC, "status": _STATUS}
)
"""Fields of a CredentialsRequest (``pkg/apis/cloudcredential/v1/types_credentialsrequest.go``)."""


def load_requests(files: Iterable[tuple[str, bytes]], *, tech_preview: bool = False) -> Requests:
    """The requests of a folder, from the name and content of every file directly in it.

    ``tech_preview`` is ``--enable-tech-preview``. Upstream stops at the first file that it cannot
    read; here every file is read, and ``errors`` lists each invalid one.
    """
    requests: list[CredentialsRequest] = []
    ignored: list[Ignored] = []
    errors: list[Unreadable] = []
    wanted = ((name, content) for name, content in files if name.endswith(EXTENSIONS))
    for file, content in sorted(
        wanted, key=lambda item: item[0].encode("utf-8", "surrogateescape")
    ):
        try:
            for document, decoded in enumerate(decode_stream(content, CREDENTIALS_REQUEST), 1):
                request = _request(file, document, as_object(decoded))
                reason = why_ignored(request.annotations, tech_preview=tech_preview)
                if reason is None:
                    requests.append(request)
                else:
                    ignored.append(_ignore(request, reason))
        except StreamError as error:
            errors.append(Unreadable(file=file, message=str(error)))
    return Requests(requests=tuple(requests), ignored=tuple(ignored), errors=tuple(errors))


def why_ignored(annotations: Mapping[str, str], *, tech_preview: bool) -> str | None:
    """The reason in upstream's words; ``None`` for a request that is not ignored."""
    if annotations.get(DELETE_ANNOTATION) == "true":
        return "as it is marked for in-cluster deletion"
    feature_set = annotations.get(FEATURE_SET_ANNOTATION)
    if feature_set is None or (tech_preview and feature_set == TECH_PREVIEW):
        return None
    if not tech_preview:
        return "with tech-preview annotation"
    return f"with tech-preview value {feature_set}"


def without_capabilities(
    requests: Iterable[CredentialsRequest], disabled: Collection[str]
) -> tuple[CredentialsRequest, ...]:
    """Requests left when capabilities are disabled; ``ccoctl`` leaves this to its user.

    A request that names several capabilities (``A+B``) needs all of them, as in the Cluster Version
    Operator.
    """
    return tuple(
        request
        for request in requests
        if not set(request.annotations.get(CAPABILITY_ANNOTATION, "").split("+")) & set(disabled)
    )


def of_kind(
    requests: Iterable[CredentialsRequest], kind: ProviderKind
) -> tuple[CredentialsRequest, ...]:
    """Requests whose provider spec is of ``kind``, without unreadable ones."""
    return tuple(request for request in requests if kind_of(request) == kind)


def kind_of(request: CredentialsRequest) -> str:
    """Kind of the provider spec; empty if there is none or it cannot be read."""
    if request.provider_spec is None:
        return ""
    try:
        return provider_kind(request.provider_spec)
    except ProviderSpecError:
        return ""


def _request(file: str, document: int, decoded: Mapping[str, object]) -> CredentialsRequest:
    metadata = object_member(decoded, "metadata")
    spec = object_member(decoded, "spec")
    secret = object_member(spec, "secretRef")
    provider_spec = spec.get("providerSpec")
    return CredentialsRequest(
        file=file,
        document=document,
        name=text_member(metadata, "name"),
        namespace=text_member(metadata, "namespace"),
        annotations=text_members(metadata, "annotations"),
        secret=SecretRef(text_member(secret, "namespace"), text_member(secret, "name")),
        service_accounts=tuple(text_items(spec, "serviceAccountNames")),
        cloud_token_path=text_member(spec, "cloudTokenPath"),
        provider_spec=None if provider_spec is None else marshal(sort_members(provider_spec)),
    )


def _ignore(request: CredentialsRequest, reason: str) -> Ignored:
    return Ignored(
        file=request.file,
        document=request.document,
        namespace=request.namespace,
        name=request.name,
        reason=reason,
    )
