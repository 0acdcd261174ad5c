"""Workload identity federation of Google Cloud, rendered: names, bindings, configuration.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/gcp`` and ``pkg/gcp/actuator`` at
commit b187feee66f4.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.gcp import identifiers
from openshift_credentials.platforms.gcp.identifiers import service_account_email
from openshift_credentials.platforms.go.json import string_member
from openshift_credentials.platforms.kubernetes.names import subject
from openshift_credentials.systems.component_identities.rules.names import (
    RANDOM_ALPHABET,
    generate_name_with_field_limits,
    shorten_name,
)
from openshift_credentials.systems.component_identities.rules.secret_manifests import TOKEN_PATH
from openshift_credentials.systems.token_issuer.rules.gcp_pools import CREATED_BY
from openshift_credentials.systems.token_issuer.rules.issuers import GOOGLE_UNIVERSE

NAME_LIMIT: Final = 32
"""Bytes of ``--name`` (gcp/create_workload_identity_pool.go)."""

WORKLOAD_IDENTITY_USER: Final = "roles/iam.workloadIdentityUser"

_NOT_ALPHANUMERIC: Final = re.compile(r"[^a-zA-Z0-9]+")
_AUDIENCE: Final = re.compile(
    r"//iam\.googleapis\.com/projects/[0-9]+/locations/global"
    r"/workloadIdentityPools/[^/]+/providers/[^/]+"
)


def generate_role_id(project: str, request_name: str) -> str:
    """ID of a request's custom role, which all clusters of the project share.

    Raises :class:`ValueError` if a name contains no letters or digits.
    """
    project, request_name = (_NOT_ALPHANUMERIC.sub("", text) for text in (project, request_name))
    if not project:
        raise ValueError("empty project name")
    if not request_name:
        raise ValueError("empty credential request name")
    return f"{project[:32]}_{request_name[:31]}"


def generate_role_name(project: str, request_name: str) -> str:
    """Title of a request's custom role. Raises :class:`ValueError` for empty names."""
    if not project:
        raise ValueError("empty project name")
    if not request_name:
        raise ValueError("empty credential request name")
    return f"{shorten_name(project, 50)}-{shorten_name(request_name, 49)}"


def service_account_name(name: str, request_name: str) -> str:
    """Display name of a request's service account, by which ccoctl finds it."""
    return generate_name_with_field_limits(name, 50, request_name, 49)


def service_account_id_front(name: str, request_name: str) -> str:
    """ID of a request's service account, without the five random characters at the end."""
    return generate_name_with_field_limits(name, 12, request_name, 11)


def account_id_suffix(*parts: str) -> str:
    """Five characters for the end of a service account's ID, always the same for ``parts``.

    ccoctl chooses them at random, from the same characters.
    """
    number = int.from_bytes(hashlib.sha256("/".join(parts).encode("utf-8", "replace")).digest())
    characters: list[str] = []
    for _ in range(5):
        number, index = divmod(number, len(RANDOM_ALPHABET))
        characters.append(RANDOM_ALPHABET[index])
    return "".join(characters)


def account_description(display_name: str) -> str:
    """Description of a service account and of its custom role."""
    return f"{CREATED_BY} for service account {display_name}"


def account_id_of(named: str) -> str:
    """ID of a service account that is named by its ID, its e-mail address or its resource name."""
    return named.rpartition("/")[2].partition("@")[0]


def service_account_names(account_id: str, project: str) -> tuple[str, str, str]:
    """ID, e-mail address and resource name: each of them names the account in settings."""
    email = service_account_email(account_id, project)
    return account_id, email, identifiers.service_account_name(project, email)


def identity_provider_binding_names(
    project_number: int | str, pool: str, namespace: str, service_accounts: Iterable[str]
) -> list[str]:
    """Members that can impersonate the service account of a request."""
    front = f"principal://iam.googleapis.com/projects/{project_number}/locations/global"
    return [
        f"{front}/workloadIdentityPools/{pool}/subject/{subject(namespace, account)}"
        for account in service_accounts
    ]


def audience(project_number: int | str, pool: str, provider: str) -> str:
    """Audience of tokens for a provider of a pool."""
    return (
        f"//iam.googleapis.com/projects/{project_number}/locations/global"
        f"/workloadIdentityPools/{pool}/providers/{provider}"
    )


def universe_domain_args(universe: str, indent: str = "  ") -> tuple[str, str]:
    """Domain of the endpoints, and the member with it if it is not the default one.

    ``indent`` precedes the member, as in the operator or in ccoctl.
    """
    if universe in ("", GOOGLE_UNIVERSE):
        return GOOGLE_UNIVERSE, ""
    return universe, f',\n{indent}"universe_domain": "{universe}"'


def credentials_config(
    project_number: int | str, pool: str, provider: str, email: str, universe: str = ""
) -> str:
    """``service_account.json`` of a component: an ``external_account``, as ccoctl writes it."""
    domain, member = universe_domain_args(universe, "  \t")
    impersonation = (
        f"https://iamcredentials.{domain}/v1/projects/-/serviceAccounts/{email}:generateAccessToken"
    )
    members = [
        ("type", "external_account"),
        ("audience", audience(project_number, pool, provider)),
        ("subject_token_type", "urn:ietf:params:oauth:token-type:jwt"),
        ("token_url", f"https://sts.{domain}/v1/token"),
        ("service_account_impersonation_url", impersonation),
    ]
    lines = "".join(f'  \t"{key}": "{value}",\n' for key, value in members)
    return (
        f'{{\n{lines}  \t"credential_source": {{\n    \t"file": "{TOKEN_PATH}",\n'
        f'    \t"format": {{\n      \t\t"type": "text"\n    \t}}\n\t}}{member}\n}}'
    )


def validate_sts_provider_spec(audience_text: str, email: str) -> tuple[str, ...]:
    """Fields that a request lacks on a token cluster. Digits are ASCII only."""
    problems: list[str] = []
    if not audience_text:
        problems.append("Audience must not be empty")
    elif not _AUDIENCE.fullmatch(audience_text):
        problems.append("Audience is malformed")
    if not email:
        problems.append("ServiceAccountEmail must not be empty")
    return tuple(problems)


def extract_key_id_from_key_name(key_name: str) -> str:
    """The part after the last slash of a key's resource name, line by line."""
    return re.sub(r".*/", "", key_name)


def private_key_id(document: bytes) -> str:
    """``private_key_id`` of a credentials file; raises ``InvalidJSONError`` if it is not JSON."""
    return string_member(document, "private_key_id")


def calculate_slice_diff(
    original: Iterable[str], new: Iterable[str]
) -> tuple[list[str], list[str]]:
    """The items that ``new`` adds and lacks, each sorted."""
    before, after = set(original), set(new)
    return sorted(after - before), sorted(before - after)


@dataclass(frozen=True, slots=True)
class Binding:
    """A role and its members."""

    role: str
    members: tuple[str, ...]


def add_policy_binding(
    bindings: Sequence[Binding], role: str, member: str
) -> tuple[list[Binding], bool]:
    """Bindings in which ``member`` has ``role``, and whether that is new."""
    for index, binding in enumerate(bindings):
        if binding.role == role:
            if member in binding.members:
                return list(bindings), False
            extended = Binding(role, (*binding.members, member))
            return [*bindings[:index], extended, *bindings[index + 1 :]], True
    return [*bindings, Binding(role, (member,))], True


def purge_extra_policy_bindings(
    bindings: Sequence[Binding], roles: Iterable[str], member: str
) -> tuple[list[Binding], bool]:
    """Bindings in which ``member`` has only ``roles``, and whether that changed."""
    wanted = set(roles)
    purged = [
        binding
        if binding.role in wanted
        else Binding(binding.role, tuple(_without(member, binding.members)))
        for binding in bindings
    ]
    return purged, purged != list(bindings)


def _without(member: str, members: Sequence[str]) -> list[str]:
    """The members that upstream leaves.

    It shortens the list while it walks through it, so that it never looks at the item after the
    member. Where it panics, because the member also stands at the end, all go.
    """
    if member in members[-1:]:
        return [item for item in members if item != member]
    items = iter(members)
    return [next(items) if item == member else item for item in items]
