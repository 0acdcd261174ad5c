"""Rules of cloud credentials: between settings, on policies and content of Secrets, and what they promise."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.base.json_values import text_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.credentials_requests import ProviderSpecError, aws_provider_spec, of_kind
from openshift_credentials.platforms.gcp import PERMISSION, ROLE_BYTES, ROLE_PERMISSIONS, SERVICE_ACCOUNT_ID, role_size
from openshift_credentials.platforms.kubernetes.secrets import SecretManifest
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.stack.system import Stack
from openshift_credentials.systems.component_identities.rules.aws_roles import statement_problems
from openshift_credentials.systems.token_issuer.rules.issuers import GOOGLE_UNIVERSE

from ..plan import (
    RootServiceAccount,
    component_users,
    custom_role_gap,
    requests_of,
    root_content,
    root_form,
    root_policies,
    root_service_account,
)
from ..rules.modes import Annotation, ClusterFacts, Decision, Mode, ModeDecision, OperatorError, determine_mode
from ..rules.platforms import PROVIDER_KINDS, Platform, root_secret
from ..rules.secrets import (
    CA_CERT_FILE,
    SecretCloud,
    SecretKind,
    cloud_of,
    detect,
    fix_invalid_ca_cert_file,
    gcp_fields,
    secret_findings,
)
from ..settings import CloudCredentialsSettings
from .branch import BRANCH, branch_problems

_GCP: Final = f"{BRANCH}.rootSecret.gcp"


def gcp_problems(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    yield from _key_file(settings)
    try:
        account = root_service_account(settings)
        custom_role_gap(settings)  # for requests that cannot be read
    except UnusableInputError as error:
        yield from (invalid(f"{BRANCH}.requests", f"has {problem}", "correct it") for problem in error.problems)
        return
    if account is not None:
        if (problem := SERVICE_ACCOUNT_ID.problem(account.account_id)) is not None:
            why = f"is required: the default, {account.account_id}, {problem}"
            yield invalid(f"{_GCP}.accountId", why, "set an ID that starts with a letter")
        yield from _role_limits(account)


def _key_file(settings: CloudCredentialsSettings) -> Iterator[Notice]:
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
            why = f"is a key of another {name} than {BRANCH}.gcp.{name}, {wanted}"
            yield invalid(path, why, f"use a key of {wanted}, or correct {BRANCH}.gcp.{name}")


def _role_limits(account: RootServiceAccount) -> Iterator[Notice]:
    path = f"{BRANCH}.requests"
    names = account.permissions
    wrong = [name for name in names if PERMISSION.problem(name) is not None]
    if wrong:
        why = f"has permissions that no custom role can have: {_some(wrong)}"
        yield invalid(path, why, "name each permission as service.resource.verb, without wildcards")
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


_BRANCH: Final = "cloudCredentials"
_ROOT: Final = f"{_BRANCH}.rootSecret"
_POLICIES_LIMIT: Final = 10
"""Managed policies of a user ("IAM and STS quotas" of the IAM User Guide)."""


def problems(settings: CloudCredentialsSettings, stack: Stack) -> Iterator[Notice]:
    """Rules between the settings, and when they hold, what requests and Secrets contain."""
    first = list(branch_problems(settings, stack))
    yield from first or _contents(settings)


def _contents(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    yield from _root_content(settings)
    yield from _policies(settings)
    yield from gcp_problems(settings)
    yield from _component_secrets(settings)


def _root_content(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    secret = root_secret(settings.platform)
    content = root_form(settings.root_secret) if settings.root_secret else None
    if secret is None or content is None:
        return
    if "clouds.yaml" in content:
        yield from _clouds_yaml(content["clouds.yaml"])
    data = {key: text.encode() for key, text in content.items()}
    yield from _content_problems(_ROOT, SecretManifest(secret.name, secret.namespace, data))


def _clouds_yaml(content: str) -> Iterator[Notice]:
    """The operator leaves the content alone; otherwise operator and stack would both write it."""
    path = f"{_ROOT}.openstack.cloudsYaml"
    try:
        _, would_be_changed = fix_invalid_ca_cert_file(content)
    except OperatorError:
        yield invalid(path, "is not a clouds.yaml", "use a mapping with clouds.openstack")
        return
    if would_be_changed:
        yield invalid(
            path, "has a clouds.openstack.cacert that the operator replaces", f"set it to {CA_CERT_FILE}, or remove it"
        )


def _content_problems(path: str, secret: SecretManifest) -> Iterator[Notice]:
    for found in secret_findings(secret, detect(secret)):
        way_out = found.way_out[0].lower() + found.way_out[1:].rstrip(".")
        why = found.why[0].lower() + found.why[1:].rstrip(".")
        yield invalid(path, f"cannot work ({found.code}): {why}", way_out)


def _policies(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    path = f"{_BRANCH}.requests"
    problems = [
        f"{item.where}: is not a CredentialsRequest with a providerSpec"
        for item in requests_of(settings)
        if item.provider_spec is None
    ]
    if settings.makes_component_users:
        for request in of_kind(requests_of(settings), PROVIDER_KINDS[Platform.AWS]):
            try:
                entries = aws_provider_spec(request.provider_spec).statement_entries
            except ProviderSpecError as error:
                problems.append(f"{request.where}: {error}")
                continue
            problems += [f"{request.where}: {problem.why}" for problem in statement_problems(entries)]
    yield from (invalid(path, f"has {problem}", "correct it, or remove it") for problem in problems)
    if problems:
        return
    try:
        users = [(user.request, user.policies) for user in component_users(settings)]
        users.append(("the root user", root_policies(settings)))
    except UnusableInputError as error:
        yield from (invalid(path, f"has {problem}", "correct it") for problem in error.problems)
        return
    yield from _user_names(path, settings)
    for name, policies in users:
        if len(policies) > _POLICIES_LIMIT:
            why = f"results in {len(policies)} managed policies for {name}, but IAM allows {_POLICIES_LIMIT} per user"
            yield invalid(path, why, "remove requests of capabilities that the cluster does not have")


def _user_names(path: str, settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """Every request has its own user; otherwise two requests would share permissions."""
    users = component_users(settings)
    if settings.makes_component_users and not users:
        yield invalid(path, "contains no request for AWS", "extract the requests with --cloud=aws")
    requests: dict[str, list[str]] = {}
    for user in users:
        requests.setdefault(user.user_name, []).append(user.request)
    for name, of in requests.items():
        if len(of) > 1:
            why = f"results in one user {name} for requests {', '.join(of)}, which share one Secret"
            yield invalid(path, why, "remove all but one of them")


def _component_secrets(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    if settings.mode is not Mode.MANUAL or settings.makes_component_users:
        return
    path = f"{_BRANCH}.componentSecrets"
    kind = PROVIDER_KINDS.get(settings.platform)
    served = of_kind(requests_of(settings), kind) if kind else ()
    wanted = {str(item.secret) for item in served}
    if settings.requests is not None:
        for name in sorted(wanted - settings.component_secrets.keys()):
            yield invalid(path, f"does not contain {name}, which a request requires", "set its content")
        for name in sorted(settings.component_secrets.keys() - wanted):
            yield invalid(path, f"contains {name}, which no request requires", "remove it")
    for name, content in settings.component_secrets.items():
        if any(is_sealed(item) for item in content.values()):
            continue
        namespace, _, secret = name.partition("/")
        data = {key: value.get_secret_value().encode() for key, value in content.items()}
        place, manifest = f'{path}["{name}"]', SecretManifest(secret, namespace, data)
        if settings.platform is Platform.NUTANIX and cloud_of(data) is not SecretCloud.NUTANIX:
            why = "must have the key credentials with a JSON list of logins, as components on Nutanix read it"
            yield invalid(place, why, "use the content that 'issuer identities --cloud nutanix' writes")
            continue
        yield from _content_problems(place, manifest)


def assert_promises(settings: CloudCredentialsSettings) -> None:
    """Assert that the operator finds its root secret and the expected mode.

    Raises :class:`ContractError` if the content is not that of the platform's root secret, or if
    the operator would be in another mode.
    """
    secret = root_secret(settings.platform)
    form = root_form(settings.root_secret) if settings.root_secret else None
    if secret is None or form is None or not settings.root_is_written:
        return
    data = {key: text.encode() for key, text in form.items()}
    kind = detect(SecretManifest(secret.name, secret.namespace, data)).kind
    if kind is not SecretKind.ROOT:
        raise ContractError(
            f"{secret} would hold {kind} credentials, not a root credential; correct cloudCredentials.rootSecret"
        )
    assert_mode(settings)


def predict_mode(settings: CloudCredentialsSettings) -> Decision:
    """The mode that the operator will be in after its annotator has run.

    A root secret that the stack does not write comes from the installer; the annotator then
    determines the default mode.
    """
    promised = _promise(settings.mode)
    return determine_mode(
        ClusterFacts(
            platform=settings.platform,
            configured_mode=settings.mode,
            root_secret_present=not settings.remove_after_installation,
            annotation=promised and promised[0],
        )
    )


def assert_mode(settings: CloudCredentialsSettings) -> None:
    promised = _promise(settings.mode)
    if promised is None:
        return
    wanted = promised[1]
    decision = predict_mode(settings)
    if decision.answer is not wanted:
        raise ContractError(
            f"the operator would be in mode {decision.answer} instead of {wanted}: {'; '.join(decision.path)}"
        )


def _promise(mode: Mode) -> tuple[Annotation, ModeDecision] | None:
    """The annotation that a mode forces on the root secret, and the resulting mode.

    ``None`` if the annotator decides, or if the operator reads no root secret.
    """
    match mode:
        case Mode.MINT:
            return Annotation.MINT, ModeDecision.MINT
        case Mode.PASSTHROUGH:
            return Annotation.PASSTHROUGH, ModeDecision.PASSTHROUGH
        case Mode.DEFAULT | Mode.MANUAL:
            return None
        case _:
            assert_never(mode)


__all__ = ["assert_promises", "branch_problems", "problems"]
