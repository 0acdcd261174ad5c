"""What a program says, compared with our tables and schemas by content, field by field.

A digest tells that a symbol is another one; this tells which value of ours no longer holds, also
after somebody has accepted a digest and left the value.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, EnumType
from pathlib import Path
from typing import Any, Final, cast

import yaml

from openshift_credentials.platforms.credentials_requests import ProviderKind, provider_specs
from openshift_credentials.platforms.credentials_requests.reader import CREDENTIALS_REQUEST
from openshift_credentials.platforms.go.decoding import Struct
from openshift_credentials.platforms.go.structs import GoStruct
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster_rules import (
    HOSTED_CLUSTERS,
)
from openshift_credentials.systems.control_plane_identities.rules.roles import role_of
from openshift_credentials.systems.etcd_backup.rules.backup.schema import BACKUPS
from openshift_credentials.systems.image_pulls.rules.gates import GateState, KubeletVersion
from openshift_credentials.systems.image_pulls.rules.provider_config import (
    OlderProvider,
    Provider,
    TokenAttributes,
)
from openshift_credentials.systems.image_pulls.rules.shipped import RegistryCloud, shipped_file
from tests.kit.definitions import carried_fields, defined_fields, fields_apart
from tests.upstream.checkout import Checkout
from tests.upstream.go_source import Symbol
from tests.upstream.ours import value_of
from tests.upstream.requests import request_differences
from tests.upstream.symbols import NoSymbolError, symbol_in
from tests.upstream.tables import Row

_CRDS: Final = "cmd/install/assets/crds/hypershift-operator/zz_generated.crd-manifests"
_API: Final = "pkg/apis/cloudcredential/v1"
_TAG: Final = re.compile(r'json:"(\w+)')
_ROLE: Final = "RoleDefinitionID"
_GATE: Final = re.compile(r'MustParse\("1\.(\d+)"\),?\s*Default:\s*(true|false)')

Compare = Callable[[Checkout, Row], Iterator[str]]


def content_differences(checkout: Checkout, row: Row) -> tuple[str, ...]:
    """Sentences about what of ours no longer agrees with the symbol of a row."""
    key = (row.rule.rpartition(".")[2], row.symbol.partition("/")[0])
    compare = _COMPARED.get(key)
    try:
        return (
            *(_values_apart(checkout, row) if row.compared else ()),
            *(compare(checkout, row) if compare else ()),
        )
    except NoSymbolError:  # told as gone
        return ()
    except (LookupError, TypeError, ValueError, yaml.YAMLError) as error:
        return (
            f"its content has another structure and cannot be compared ({type(error).__name__})",
        )


def texts_of(symbol: Symbol) -> set[str]:
    """Texts and whole numbers in a symbol."""
    found: set[str] = set()
    for token in symbol.tokens:
        if token[:1] == '"':
            found.add(str(ast.literal_eval(token)))
        elif token[:1] == "`":
            found.add(token.strip("`"))
        elif token.isdigit():
            found.add(token)
    return found


def values_of(constant: object) -> set[str]:
    """Texts and numbers of a constant of ours, or of the members of an enumeration."""
    if isinstance(constant, EnumType):
        return {str(member.value) for member in cast("type[Enum]", constant)}
    if isinstance(constant, tuple | list | frozenset | set):
        return {str(value) for value in cast("Sequence[object]", constant)}
    return {f"{constant}"}


def _values_apart(checkout: Checkout, row: Row) -> Iterator[str]:
    theirs = texts_of(symbol_in(checkout.root / row.file, row.symbol))
    ours = values_of(value_of(row.rule))
    if lacking := sorted(ours - theirs):
        yield f"only ours: {', '.join(lacking)}"
    if row.compared == "all" and (lacking := sorted(theirs - ours)):
        yield f"only upstream: {', '.join(lacking)}"


def _definition(file: Path) -> dict[str, Any]:
    document = yaml.load(file.read_bytes(), yaml.CSafeLoader)
    return document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]


def _backup_definition(checkout: Checkout, row: Row) -> Iterator[str]:
    theirs = defined_fields(_definition(checkout.root / row.file), "")
    yield from fields_apart(theirs, carried_fields(BACKUPS.root, ""))


def _hosted_cluster_definition(checkout: Checkout, row: Row) -> Iterator[str]:
    """Structure alone: some rules are about parts that we leave unchecked."""
    theirs = defined_fields(_definition(checkout.root / row.file), "")
    ours = carried_fields(HOSTED_CLUSTERS.root, "")
    yield from fields_apart(
        (field for field in theirs if field[1] != "rule"),
        (field for field in ours if field[1] != "rule"),
    )


def _provider_fields(checkout: Checkout, row: Row) -> Iterator[str]:
    """Fields of a provider spec; a specification of another kind has another structure."""
    tags = set(_TAG.findall(symbol_in(checkout.root / row.file, row.symbol).text))
    ours = set(provider_specs._FIELDS[ProviderKind(row.symbol)])
    yield from _apart(tags, ours, "field")


def _request_fields(checkout: Checkout, row: Row) -> Iterator[str]:
    part = "spec" if row.symbol.endswith("Spec") else "status"
    ours = cast("Struct", CREDENTIALS_REQUEST.fields[part])
    tags = set(_TAG.findall(symbol_in(checkout.root / row.file, row.symbol).text))
    yield from _apart(tags, set(ours.fields), "field")


def _go_struct(kind: type[GoStruct]) -> Compare:
    """Fields of a structure that we read strictly: an unknown one is an error there."""

    def compare(checkout: Checkout, row: Row) -> Iterator[str]:
        tags = set(_TAG.findall(symbol_in(checkout.root / row.file, row.symbol).text))
        fields = (field.alias or name for name, field in kind.model_fields.items())
        yield from _apart(tags, set(fields), "field")

    return compare


def _credential_provider(checkout: Checkout, row: Row) -> Iterator[str]:
    kind = Provider if "/v1/" in row.file else OlderProvider
    yield from _go_struct(kind)(checkout, row)


def _azure_roles(checkout: Checkout, row: Row) -> Iterator[str]:
    """Roles of the identities: constants of the block whose names say so."""
    file = checkout.root / row.file
    names = [name for name in symbol_in(file, row.symbol).members if name.endswith(_ROLE)]
    theirs = {text for name in names for text in texts_of(symbol_in(file, name))}
    known = [role for component in Component if (role := role_of(component))]
    ours = {name for role in known for name in (role.role, role.custom_role) if name}
    yield from _apart(theirs, ours, "role")


def _apart(theirs: set[str], ours: set[str], what: str) -> Iterator[str]:
    if lacking := sorted(theirs - ours):
        yield f"{what} only upstream: {', '.join(lacking)}"
    if lacking := sorted(ours - theirs):
        yield f"{what} only ours: {', '.join(lacking)}"


def _gate(state: Callable[[KubeletVersion], bool]) -> Compare:
    """The default of a gate since each version that upstream lists."""

    def compare(checkout: Checkout, row: Row) -> Iterator[str]:
        symbol = symbol_in(checkout.root / row.file, row.symbol)
        for minor, default in _GATE.findall("".join(symbol.tokens).replace(":", ": ")):
            if state(KubeletVersion(int(minor))) != (default == "true"):
                yield f"1.{minor}: the default is {default} upstream, and not ours"

    return compare


def _shipped_entry(cloud: RegistryCloud) -> Compare:
    def compare(checkout: Checkout, row: Row) -> Iterator[str]:
        document = yaml.safe_load(symbol_in(checkout.root / row.file, row.symbol).text)
        theirs = cast("Mapping[str, Any]", document["providers"][0])
        ours = shipped_file(cloud)
        pairs = {
            "name": (theirs["name"], ours.executable),
            "matchImages": (tuple(theirs["matchImages"]), ours.patterns),
            "defaultCacheDuration": (theirs["defaultCacheDuration"], ours.cache_duration),
            "args": (tuple(theirs.get("args", ())), ours.args),
        }
        for field, (upstream, own) in pairs.items():
            if upstream != own:
                yield f"{field}: {upstream} upstream, {own} ours"

    return compare


def _shipped(checkout: Checkout, row: Row) -> Iterator[str]:
    cloud = {"aws": RegistryCloud.AWS, "azure": RegistryCloud.AZURE, "gcp": RegistryCloud.GCP}
    yield from _shipped_entry(cloud[row.file.split("/")[2]])(checkout, row)


def _requests(checkout: Checkout, row: Row) -> Iterator[str]:
    yield from request_differences(checkout.root / row.file)


_GATES: Final = "defaultVersionedKubernetesFeatureGates"
_COMPARED: Final[Mapping[tuple[str, str], Compare]] = {
    ("schema:BACKUPS", "spec"): _backup_definition,
    ("hosted_cluster_rules:HOSTED_CLUSTERS", "spec"): _hosted_cluster_definition,
    ("documented:documented", "CredentialsRequest"): _requests,
    ("shipped:shipped_file", "contents"): _shipped,
    ("roles:role_of", "group:ContributorRoleDefinitionID"): _azure_roles,
    ("provider_config:read_file", "CredentialProvider"): _credential_provider,
    ("provider_config:read_file", "ServiceAccountTokenAttributes"): _go_struct(TokenAttributes),
    ("gates:GateState", f"{_GATES}[KubeletServiceAccountTokenForCredentialProviders]"): _gate(
        lambda kubelet: kubelet.token_gate is GateState.ON
    ),
    ("gates:KubeletVersion", f"{_GATES}[KubeletEnsureSecretPulledImages]"): _gate(
        lambda kubelet: kubelet.rechecks_pulled_images
    ),
    ("reader:CREDENTIALS_REQUEST", "CredentialsRequestSpec"): _request_fields,
    ("reader:CREDENTIALS_REQUEST", "CredentialsRequestStatus"): _request_fields,
    **{
        (f"provider_models:{cloud}_provider_spec", kind.value): _provider_fields
        for cloud, kind in (
            ("aws", ProviderKind.AWS),
            ("azure", ProviderKind.AZURE),
            ("gcp", ProviderKind.GCP),
            ("ibm_cloud", ProviderKind.IBM_CLOUD),
            ("vsphere", ProviderKind.VSPHERE),
        )
    },
}
