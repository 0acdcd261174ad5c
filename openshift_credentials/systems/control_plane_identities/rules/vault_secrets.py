"""The secret of an identity in a vault: findings about its document, and how a pod mounts it.

Sources: openshift/hypershift ``support/secretproviderclass/secretproviderclass.go``, whose
operators write nine SecretProviderClass objects on every reconcile; Azure/secrets-store-csi-driver-provider-azure
``pkg/provider/provider.go`` and ``validate.go``, June 2026. The provider reads the parameter
``objects`` as YAML, and each of its items as YAML.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

import yaml

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.base.yaml_text import TextLoader, first_document, items, pairs
from openshift_credentials.platforms.azure.managed_identity.document import (
    SIZE_LIMIT,
    DocumentMember,
    MembersError,
    ObjectEncoding,
    StorageError,
    decode,
    name_problems,
    times_of,
    vault_secret,
)
from openshift_credentials.platforms.azure.managed_identity.loading import (
    Expected,
    Load,
    judge_document,
    load,
    problem,
    warning,
)
from openshift_credentials.platforms.go.text import decode_base64, trim_space

CSI_DRIVER: Final = "secrets-store.csi.k8s.io"


def objects_text(secret_name: str, encoding: str) -> str:
    """Parameter ``objects``: YAML in YAML, with a line break at both ends."""
    return f"\narray:\n  - |\n    objectName: {secret_name}\n    objectEncoding: {encoding}\n    objectType: secret\n"


def specification(
    vault: str, tenant_id: str, user_client_id: str, secret_name: str, encoding: str
) -> dict[str, object]:
    """The ``spec`` of the object; every parameter is a string. Like upstream, it checks nothing."""
    return {
        "provider": "azure",
        "parameters": {
            "usePodIdentity": "false",
            "useVMManagedIdentity": "true",
            "userAssignedIdentityID": user_client_id,
            "keyvaultName": vault,
            "tenantId": tenant_id,
            "objects": objects_text(secret_name, encoding),
        },
    }


_VAULT_NAME: Final = re.compile(r"[-A-Za-z0-9]{3,24}", re.ASCII)
_HEX: Final = re.compile(r"(?:[0-9a-fA-F]{2})*")
_TAG: Final = "tag:yaml.org,2002:"
_WORDS: Final = {
    "null": re.compile(r"~|null|Null|NULL|"),
    "bool": re.compile(r"true|True|TRUE|false|False|FALSE"),
    "int": re.compile(r"[-+]?(?:[0-9_]+|0b[01_]+|0o[0-7_]+|0x[0-9a-fA-F_]+)"),
    "float": re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.inf|\.nan"),
}
"""The plain texts for which goyaml accepts an explicit tag."""

_QUOTES: Final = ("'", '"', "|", ">")
_NULLABLE: Final = (f"{_TAG}str", f"{_TAG}null")
_INT32_LIMIT: Final = 2**31
_HISTORY: Final = "objectVersionHistory"
_FIELDS: Final = (
    "objectName",
    "objectAlias",
    "objectVersion",
    "objectType",
    "objectFormat",
    "objectEncoding",
    "filePermission",
)


class MountStep(StrEnum):
    OBJECTS = "objects"
    """The parameter ``objects`` cannot be read."""

    OBJECT = "object"
    """One of the items cannot be read."""

    VALIDATE = "validate"
    """The provider rejects a value of an item, before it contacts the vault."""

    DECODE = "decode"
    """The value in the vault does not have the declared encoding."""

    OK = "ok"


class DecodeError(ValueError):
    """The value does not have the encoding; the message contains nothing of the value."""


@dataclass(frozen=True, slots=True)
class Mount:
    """The mounted file, or the reason why the pod does not start."""

    step: MountStep
    why: str = ""
    file: str | None = None
    content: bytes | None = None


def vault_name_problem(name: str) -> str | None:
    """Why the provider rejects the name of a vault, without white space around it; Azure is stricter."""
    if _VAULT_NAME.fullmatch(trim_space(name)):
        return None
    return "must have 3 to 24 letters, digits and hyphens"


def content_bytes(value: str, encoding: str) -> bytes:
    """The file for a secret's value. Raises :class:`DecodeError`."""
    match encoding.casefold():
        case "" | ObjectEncoding.UTF_8:
            return value.encode("utf-8", "surrogatepass")
        case ObjectEncoding.BASE64:
            content = decode_base64(value)
            if content is None:
                raise DecodeError("the value in the vault is not base64")
            return content
        case ObjectEncoding.HEX:
            if not _HEX.fullmatch(value):
                raise DecodeError("the value in the vault is not hexadecimal")
            return bytes.fromhex(value)
        case _:
            raise DecodeError("objectEncoding must be utf-8, hex or base64")


def mount(objects: str, value: str) -> Mount:
    """The first file that the parameter ``objects`` defines, if the vault contains ``value``."""
    try:
        found_items = list(_items(objects))
    except (yaml.YAMLError, ValueError):
        return Mount(MountStep.OBJECTS, "parameter objects must be YAML with a list of texts in array")
    found: list[Mapping[str, str]] = []
    for item in found_items:
        try:
            fields = _fields(item)
        except (yaml.YAMLError, ValueError):
            return Mount(MountStep.OBJECT, "an item of objects must be YAML with texts as values")
        problem = _problem(fields)
        if problem:
            return Mount(MountStep.VALIDATE, problem)
        found.append(fields)
    if not found:
        return Mount(MountStep.OK, "objects is empty, so nothing is mounted")
    first = found[0]
    try:
        content = content_bytes(value, first["objectEncoding"])
    except DecodeError as error:
        return Mount(MountStep.DECODE, str(error))
    return Mount(MountStep.OK, file=_file(first), content=content)


def _items(objects: str) -> Iterator[str]:
    for key, node in _mapping(objects):
        if key == "array" and not _is_null(node):
            if not isinstance(node, yaml.SequenceNode):
                raise ValueError  # array is not a list
            yield from (_text(item) for item in items(node) if not _is_null(item))


def _fields(item: str) -> Mapping[str, str]:
    fields: dict[str, str] = dict.fromkeys(_FIELDS, "")
    for key, node in _mapping(item):
        if key in fields:
            fields[key] = trim_space(_text(node))
        elif key == _HISTORY and not _is_null(node):
            _check_history(node)
    return fields


def _check_history(node: yaml.Node) -> None:
    """The number of versions must be a whole number; its size does not matter here."""
    text = _text(node)
    if isinstance(node, yaml.ScalarNode) and node.style in _QUOTES:
        raise ValueError  # the number of versions is a string
    number = int(text, 0) if _WORDS["int"].fullmatch(text) else float(text)
    if not -_INT32_LIMIT <= number < _INT32_LIMIT or number != int(number):
        raise ValueError  # the number of versions is not a 32-bit whole number


def _problem(fields: Mapping[str, str]) -> str | None:
    kind, encoding, name = fields["objectType"], fields["objectEncoding"], _file(fields)
    form = fields["objectFormat"]
    if form and form.casefold() not in ("pem", "pfx"):
        return "objectFormat must be PEM or PFX"
    if form == "pfx" and kind != "secret":
        return "objectFormat pfx requires objectType secret"
    if encoding and kind != "secret":
        return "objectEncoding requires objectType secret"
    if encoding and encoding.casefold() not in set(ObjectEncoding):
        return "objectEncoding must be utf-8, hex or base64"
    if not name:
        return "the file name must not be empty, and the name null is read as empty"
    if name.startswith("/") or ".." in name:
        return "the file name must be relative, and without '..'"
    return None


def _file(fields: Mapping[str, str]) -> str:
    return fields["objectAlias"] or fields["objectName"]


def _mapping(text: str) -> Iterator[tuple[str, yaml.Node]]:
    """Keys and values of the first document; empty if it is null."""
    loader = TextLoader(text)
    try:
        node = first_document(loader)
    finally:
        loader.dispose()
    if node is None or _is_null(node):
        return
    if not isinstance(node, yaml.MappingNode):
        raise ValueError  # noqa: TRY004 - not a mapping
    keys: set[str] = set()
    for key, value in pairs(node):
        name = _text(key)
        if name in keys:
            raise ValueError  # a key occurs twice
        keys.add(name)
        yield name, value


def _is_null(node: yaml.Node) -> bool:
    """Whether goyaml reads it as null: one of the words, without quotes or tag."""
    if not isinstance(node, yaml.ScalarNode) or node.style in _QUOTES:
        return False
    return node.tag in _NULLABLE and _WORDS["null"].fullmatch(str(node.value)) is not None


def _text(node: yaml.Node) -> str:
    """What goyaml puts into a string field: a number as it is written, null as an empty string."""
    if not isinstance(node, yaml.ScalarNode):
        raise ValueError  # noqa: TRY004 - not a text
    text, tag = str(node.value), str(node.tag).removeprefix(_TAG)
    if tag in _WORDS and not _WORDS[tag].fullmatch(text):
        raise ValueError  # the text does not match its tag
    if tag == "binary":
        content = decode_base64(text)
        if content is None:
            raise ValueError  # not base64
        return content.decode("utf-8", "surrogateescape")
    return "" if _is_null(node) else text


WEAK_KEY: Final = 2048
"""Bits below which an RSA key is weak (NIST SP 800-57); the library has no minimum."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a document loads, and all findings about it.

    An error: the identity does not work. A warning: it works only for a limited time or with
    restrictions. Both name members and dates, never another value.
    """

    load: Load
    findings: tuple[Notice, ...]
    times: Mapping[DocumentMember, str]


def check(document: bytes, now: datetime, expected: Expected | None = None) -> Checked:
    """Check a document; ``now`` has a time zone, ``expected`` is what it should match."""
    loading = load(document)
    found = judge_document(document, expected or Expected(), now)
    problems = [finding.why for finding in found if finding.severity is Severity.ERROR]
    known = loading.why in problems
    # Another message may concern the same member that prevents the document from loading.
    said = loading.why.split(" ")[:2]
    problems = [text for text in problems if known or not loading.why or text.split(" ")[:2] != said]
    warnings = [finding.why for finding in found if finding.severity is Severity.WARNING]
    more_problems, more_warnings = _of_storage(document, loading)
    errors = dict.fromkeys(filter(None, (loading.why, *problems, *more_problems)))
    others = dict.fromkeys(said for said in (*warnings, *more_warnings) if said not in errors)
    findings = (*map(problem, errors), *map(warning, others))
    return Checked(loading, findings, times_of(document))


def _of_storage(document: bytes, loading: Load) -> tuple[list[str], list[str]]:
    try:
        texts = decode(document)
        warnings = [*name_problems(document)]
    except MembersError:
        return [], []
    try:
        vault_secret("name", document)
    except StorageError as error:
        then = "otherwise the secret in the vault cannot state when to renew it"
        warnings += (f"{said}; {then}" for said in error.problems)
    if texts.get(DocumentMember.AUTHENTICATION_ENDPOINT) == "":
        warnings.append("member authentication_endpoint is empty: the endpoint of the SDK is used")
    bits = loading.bundle.bits if loading.bundle else None
    if bits is not None and bits < WEAK_KEY:
        warnings.append(f"member client_secret has an RSA key of {bits} bits, which is weak")
    too_long = f"the document has {len(document)} bytes; a vault accepts {SIZE_LIMIT}"
    return [too_long] if len(document) > SIZE_LIMIT else [], warnings
