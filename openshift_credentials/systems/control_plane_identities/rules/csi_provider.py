"""SecretProviderClass objects, and how the Azure provider of the CSI driver reads one.

Sources: openshift/hypershift ``support/secretproviderclass/secretproviderclass.go``, whose
operators write nine objects on every reconcile; Azure/secrets-store-csi-driver-provider-azure
``pkg/provider/provider.go`` and ``validate.go``, June 2026. The provider reads the parameter
``objects`` as YAML, and each of its items as YAML.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import yaml

from openshift_credentials.base.yaml_text import TextLoader, first_document, items, pairs
from openshift_credentials.platforms.azure.managed_identity.document import ObjectEncoding
from openshift_credentials.platforms.go.text import decode_base64, trim_space

CSI_DRIVER: Final = "secrets-store.csi.k8s.io"


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultAccess:
    """The vault, its tenant, and the client ID of the identity that can read it."""

    vault: str
    tenant_id: str
    user_client_id: str


def objects_text(secret_name: str, encoding: str) -> str:
    """Parameter ``objects``: YAML in YAML, with a line break at both ends."""
    return f"\narray:\n  - |\n    objectName: {secret_name}\n    objectEncoding: {encoding}\n    objectType: secret\n"


def specification(access: VaultAccess, secret_name: str, encoding: str) -> dict[str, object]:
    """The ``spec`` of the object; every parameter is a string. Like upstream, it checks nothing."""
    return {
        "provider": "azure",
        "parameters": {
            "usePodIdentity": "false",
            "useVMManagedIdentity": "true",
            "userAssignedIdentityID": access.user_client_id,
            "keyvaultName": access.vault,
            "tenantId": access.tenant_id,
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
