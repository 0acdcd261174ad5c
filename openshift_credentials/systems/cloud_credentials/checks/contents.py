"""Rules on results of all settings: policies of requests, content of Secrets."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.credentials_requests import ProviderSpecError, aws_provider_spec, of_kind
from openshift_credentials.platforms.manifests.secrets import SecretManifest
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.component_identities.rules.aws import statement_problems

from ..plan import component_users, requests_of, root_form, root_policies
from ..rules.clouds_yaml import CA_CERT_FILE, fix_invalid_ca_cert_file
from ..rules.modes import Mode, OperatorError
from ..rules.platforms import PROVIDER_KINDS, Platform, root_secret
from ..rules.secrets import SecretCloud, cloud_of, detect, secret_findings
from ..settings import CloudCredentialsSettings
from .gcp_root import gcp_problems

_BRANCH: Final = "cloudCredentials"
_ROOT: Final = f"{_BRANCH}.rootSecret"
_POLICIES_LIMIT: Final = 10
"""Managed policies of a user ("IAM and STS quotas" of the IAM User Guide)."""


def problems(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """Requests that cannot be processed, and Secrets with unusable content."""
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
            yield invalid(
                path,
                f"results in {len(policies)} managed policies for {name}, but IAM allows {_POLICIES_LIMIT} per user",
                "remove requests of capabilities that the cluster does not have",
            )


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
            yield invalid(
                path,
                f"results in one user {name} for requests {', '.join(of)}, which share one Secret",
                "remove all but one of them",
            )


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
            yield invalid(
                place,
                "must have the key credentials with a JSON list of logins, as components on Nutanix read it",
                "use the content that 'issuer identities --cloud nutanix' writes",
            )
            continue
        yield from _content_problems(place, manifest)
