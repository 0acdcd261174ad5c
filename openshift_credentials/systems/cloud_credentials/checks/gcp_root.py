"""Rules of the root secret on Google Cloud: a key file, or a service account of the stack."""

from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import text_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.gcp.identifiers import ROLE_BYTES, ROLE_PERMISSIONS, role_size
from openshift_credentials.platforms.gcp.text_rules import PERMISSION, SERVICE_ACCOUNT_ID
from openshift_credentials.stack.problems import invalid
from openshift_credentials.systems.token_issuer.rules.issuers import GOOGLE_UNIVERSE

from ..plan import RootServiceAccount, custom_role_gap, root_content, root_service_account
from ..rules.modes import Mode
from ..rules.platforms import Platform
from ..rules.secrets import gcp_fields
from ..settings import CloudCredentialsSettings
from .tree import BRANCH, CredentialsTree, meaningless

_GCP: Final = f"{BRANCH}.rootSecret.gcp"


def gcp_place_is_used(settings: CloudCredentialsSettings, tree: CredentialsTree) -> Iterator[Notice]:
    """The project belongs to a root secret on Google Cloud."""
    if not tree.has("gcp"):
        return
    if settings.platform is not Platform.GCP:
        yield meaningless("gcp", f"the platform is {settings.platform}")
    elif settings.mode is Mode.MANUAL:
        yield meaningless("gcp", "the mode is Manual: the stack creates no service account")
    elif tree.has("gcp.settleSeconds") and not tree.has("rootSecret.gcp.make"):
        yield meaningless("gcp.settleSeconds", "no service account is created")


def gcp_problems(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """What is wrong with the key file, or the account to create."""
    yield from _key_file(settings)
    try:
        account = root_service_account(settings)
        custom_role_gap(settings)  # for requests that cannot be read
    except UnusableInputError as error:
        yield from (invalid(f"{BRANCH}.requests", f"has {problem}", "correct it") for problem in error.problems)
        return
    if account is not None:
        yield from _account_id(account)
        yield from _role_limits(account)


def _key_file(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """The key belongs to the project and the universe of the settings."""
    gcp = settings.root_secret.gcp if settings.root_secret else None
    content = root_content(settings.root_secret) if settings.root_secret and gcp else None
    place = settings.gcp
    if content is None or place is None:
        return
    fields = gcp_fields({key: text.encode() for key, text in content.items()})
    path = f"{_GCP}.serviceAccountJson"
    for name, own, wanted in (
        ("project", text_member(fields, "project_id"), place.project),
        ("universe", text_member(fields, "universe_domain") or GOOGLE_UNIVERSE, place.universe),
    ):
        if own and own != wanted:
            yield invalid(
                path,
                f"is a key of another {name} than {BRANCH}.gcp.{name}, {wanted}",
                f"use a key of {wanted}, or correct {BRANCH}.gcp.{name}",
            )


def _account_id(account: RootServiceAccount) -> Iterator[Notice]:
    if (problem := SERVICE_ACCOUNT_ID.problem(account.account_id)) is not None:
        yield invalid(
            f"{_GCP}.accountId",
            f"is required: the default, {account.account_id}, {problem}",
            "set an ID that starts with a letter",
        )


def _role_limits(account: RootServiceAccount) -> Iterator[Notice]:
    path = f"{BRANCH}.requests"
    names = account.permissions
    wrong = [name for name in names if PERMISSION.problem(name) is not None]
    if wrong:
        yield invalid(
            path,
            f"has permissions that no custom role can have: {_some(wrong)}",
            "name each permission as service.resource.verb, without wildcards",
        )
    size = role_size((account.title, *names))
    if len(names) > ROLE_PERMISSIONS or size > ROLE_BYTES:
        yield invalid(
            path,
            f"results in a custom role with {len(names)} permissions in {size} bytes, but Google "
            f"Cloud allows {ROLE_PERMISSIONS} in {ROLE_BYTES}",
            "remove requests of capabilities that the cluster does not have",
        )


def _some(names: Sequence[str]) -> str:
    """At most ten names, so that a message stays readable."""
    rest = len(names) - 10
    return ", ".join(names[:10]) + (f" and {rest} more" if rest > 0 else "")
