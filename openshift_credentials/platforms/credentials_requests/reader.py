"""Reads the CredentialsRequests of a folder as ``ccoctl`` does; pure, over names and bytes.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/utils.go``
(``GetListOfCredentialsRequests``) at b187feee66f4.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import as_object, object_member, text_items, text_member, text_members

from ..go.decoding import Decoder, FieldTypeError, GoType, ListOf, MapOf, Members, Scalar, Struct
from ..go.json import marshal, sort_members
from ..go.numbers import not_json, whole_number
from ..go.text import GO_WHITESPACE
from ..go.yaml import NESTING_LIMIT, GoYamlLoader, SyntaxProblem, parse_yaml, syntax_error
from .models import (
    CredentialsRequest,
    Ignored,
    ProviderKind,
    ProviderSpecError,
    Requests,
    SecretRef,
    Unreadable,
    provider_kind,
)

_SEPARATOR: Final = "---"
_LOOK_AHEAD: Final = 4096
"""Number of bytes that must contain the opening brace of a JSON stream."""
_CERTAINLY_JSON: Final = 1
"""After more JSON values than this, the rest of the stream is not read as YAML."""
_JSON_SPACE: Final = " \t\r\n"


class StreamError(ValueError):
    """A document cannot be read; the message has its number and the reason, without content.

    ``upstream`` is the message of the real decoder, if known.
    """

    def __init__(self, message: str, upstream: str = "") -> None:
        super().__init__(message)
        self.upstream = upstream


def decode_stream(content: bytes, kind: Struct) -> Iterator[object]:
    """Each document as ``kind``.

    Raises :class:`StreamError` at the first document that cannot be read, as upstream does.
    """
    text = content.decode("utf-8", "replace")
    start = content[:_LOOK_AHEAD].decode("utf-8", "replace").lstrip()
    count = 0
    reason: Exception | None = None
    position = 0
    if start.startswith("{"):
        for value, end in _json_values(text):
            try:
                if isinstance(value, Exception):
                    raise value
                decoded = Decoder().decode(kind, value)
            except (FieldTypeError, StreamError) as error:
                reason = error
                break
            yield decoded
            count, position = count + 1, end
        else:
            return
        rest = None if count > _CERTAINLY_JSON else _after_json(text, position)
        if rest is None:
            raise StreamError(f"document {count + 1}: {reason}")
        text = rest
    if "\ufffd" in text and not _is_utf8(content):
        raise StreamError(f"document {count + 1}: {reason or 'is not UTF-8'}")
    yield from _yaml_documents(text, kind, count, reason)


def _yaml_documents(text: str, kind: Struct, count: int, reason: Exception | None) -> Iterator[object]:
    """``reason`` is why the text could not be read as JSON; it is reported instead."""
    for line, chunk in _chunks(text):
        count += 1
        try:
            decoded = Decoder(from_yaml=True).decode(kind, _parse(chunk, line))
        except (FieldTypeError, StreamError) as error:
            upstream = getattr(error, "upstream", "")
            raise StreamError(f"document {count}: {reason or error}", upstream) from None
        yield decoded


def _parse(chunk: str | StreamError, line: int) -> object:
    value = parse_yaml(chunk, line, loader_class=GoYamlLoader) if isinstance(chunk, str) else chunk
    if isinstance(value, StreamError):
        raise value
    if isinstance(value, SyntaxProblem):
        message = f"error converting YAML to JSON: {syntax_error(str(chunk))}"
        raise StreamError(str(value), message)
    return value


def _chunks(text: str) -> Iterator[tuple[int, str | StreamError]]:
    """Documents with the number of lines before each.

    A separator belongs to the document after it only if nothing precedes it, and counts as a
    separate document if only comments follow.
    """
    lines: list[str] = []
    first = 0
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n")):
        if line.startswith(_SEPARATOR):
            rest = line.removeprefix(_SEPARATOR).strip()
            if rest and not rest.startswith("#"):
                yield number, StreamError(f"something follows --- in line {number + 1}")
                return
            if lines:
                yield first, "\n".join(lines) + "\n"
                lines, first = [], number + 1
                continue
        lines.append(line)
    if lines and lines != [""]:
        yield first, "\n".join(lines)


def _json_values(text: str) -> Iterator[tuple[object, int]]:
    """JSON values and their ends; the last item can be the reason why reading stops."""
    decoder = json.JSONDecoder(object_pairs_hook=Members, parse_constant=not_json, parse_int=whole_number)
    position = 0
    while True:
        while position < len(text) and text[position] in _JSON_SPACE:
            position += 1
        if position == len(text):
            return
        try:
            value, position = decoder.raw_decode(text, position)
            _check_nesting(value, NESTING_LIMIT)
        except (ValueError, RecursionError):
            yield StreamError("is not JSON, or is nested too deeply"), position
            return
        yield value, position


def _check_nesting(value: object, levels: int) -> None:
    if levels == 0:
        raise RecursionError
    if isinstance(value, Members):
        for _, member in value:
            _check_nesting(member, levels - 1)
    elif isinstance(value, list):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            _check_nesting(item, levels - 1)  # pyright: ignore[reportUnknownArgumentType]


def _after_json(text: str, position: int) -> str | None:
    """The rest after JSON values, without white space up to the end of the line.

    ``None`` if the decoder does not read it as YAML: it looks at four bytes for each character.
    """
    for start in range(position, len(text)):
        character = text[start]
        if len(text[start : start + 4].encode()) < 4 or character == "\ufffd":
            return None
        if character not in GO_WHITESPACE:
            return text[start:]
        if character == "\n":
            return text[start + 1 :]
    return None


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


EXTENSIONS: Final = (".yaml", ".yml")
"""Extensions of files that are read, case-sensitive; hidden files are also read."""
DELETE_ANNOTATION: Final = "release.openshift.io/delete"
FEATURE_SET_ANNOTATION: Final = "release.openshift.io/feature-set"
CAPABILITY_ANNOTATION: Final = "capability.openshift.io/name"
TECH_PREVIEW: Final = "TechPreviewNoUpgrade"
OPERATOR_NAMESPACE: Final = "openshift-cloud-credential-operator"

TYPE_META: Final[Mapping[str, GoType]] = {"kind": Scalar.PLAIN_TEXT, "apiVersion": Scalar.PLAIN_TEXT}


def _texts(*names: str) -> dict[str, GoType]:
    return dict.fromkeys(names, Scalar.TEXT)


_OWNER: Final = Struct(
    {**_texts("apiVersion", "kind", "name", "uid"), "controller": Scalar.BOOLEAN, "blockOwnerDeletion": Scalar.BOOLEAN}
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
        "secretRef": Struct(_texts("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")),
        "providerSpec": Scalar.ANY,
        "serviceAccountNames": ListOf(Scalar.TEXT),
        "cloudTokenPath": Scalar.TEXT,
    }
)
_CONDITION: Final = Struct(
    {**_texts("type", "status", "reason", "message"), "lastProbeTime": Scalar.TIME, "lastTransitionTime": Scalar.TIME}
)
_STATUS: Final = Struct(
    {
        "provisioned": Scalar.BOOLEAN,
        "lastSyncTimestamp": Scalar.TIME,
        "lastSyncGeneration": Scalar.INTEGER,
        **_texts("lastSyncCloudCredsSecretResourceVersion", "lastSyncInfrastructureResourceVersion"),
        "providerStatus": Scalar.ANY,
        "conditions": ListOf(_CONDITION),
    }
)
CREDENTIALS_REQUEST: Final = Struct({**TYPE_META, "metadata": METADATA, "spec": _SPEC, "status": _STATUS})
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
    for file, content in sorted(wanted, key=lambda item: item[0].encode("utf-8", "surrogateescape")):
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


def of_kind(requests: Iterable[CredentialsRequest], kind: ProviderKind) -> tuple[CredentialsRequest, ...]:
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
        file=request.file, document=request.document, namespace=request.namespace, name=request.name, reason=reason
    )
