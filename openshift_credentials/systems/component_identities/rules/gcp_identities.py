"""Workload identity federation of Google Cloud, rendered: names, bindings, configuration.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/gcp`` and ``pkg/gcp/actuator`` at
commit b187feee66f4.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Final

from openshift_credentials.platforms.gcp import identifiers
from openshift_credentials.platforms.gcp.identifiers import service_account_email
from openshift_credentials.platforms.kubernetes.names import subject
from openshift_credentials.systems.token_issuer.rules.issuers import CREATED_BY, GOOGLE_UNIVERSE

from .names import RANDOM_ALPHABET, generate_name_with_field_limits, shorten_name
from .secret_manifests import TOKEN_PATH

NAME_LIMIT: Final = 32
"""Bytes of ``--name`` (gcp/create_workload_identity_pool.go)."""

WORKLOAD_IDENTITY_USER: Final = "roles/iam.workloadIdentityUser"

_NOT_ALPHANUMERIC: Final = re.compile(r"[^a-zA-Z0-9]+")


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
        f"{front}/workloadIdentityPools/{pool}/subject/{subject(namespace, account)}" for account in service_accounts
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


def credentials_config(project_number: int | str, pool: str, provider: str, email: str, universe: str = "") -> str:
    """``service_account.json`` of a component: an ``external_account``, as ccoctl writes it."""
    domain, member = universe_domain_args(universe, "  \t")
    impersonation = f"https://iamcredentials.{domain}/v1/projects/-/serviceAccounts/{email}:generateAccessToken"
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
