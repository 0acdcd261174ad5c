"""The IAM role of each CredentialsRequest."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.errors import input_problem
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.arns import issuer_in
from openshift_credentials.platforms.aws.policies.document import INLINE_POLICIES_LIMIT, TRUST_POLICY_LIMIT
from openshift_credentials.platforms.credentials_requests import (
    AWSProviderSpec,
    CredentialsRequest,
    ProviderKind,
    SecretRef,
    StatementEntry,
    aws_provider_spec,
)
from openshift_credentials.platforms.go.json import marshal
from openshift_credentials.platforms.kubernetes.names import subject
from openshift_credentials.systems.token_issuer.rules.issuers import aws_resource_tags

from . import aws_roles
from .names import ROLE_NAME_LIMIT, identity_name, role_name_problem
from .planned import Planned, decode_requests, name_warnings, shared_names, token_path_faults
from .secret_manifests import TOKEN_PATH, aws_secret

PROVIDER_ARN: Final = re.compile(
    r"arn:(?P<partition>[a-z0-9-]+):iam::(?P<account>[0-9]{12}):oidc-provider/(?P<issuer>[!-~]+)"
)
_UNSAFE_IN_JSON: Final = re.compile(r'["\\<>]')


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleOptions:
    """The options that all roles of a cluster share.

    ``provider_arn`` names the issuer, its account and its partition. ``compatible_names`` truncates
    long names as ccoctl does.
    """

    name: str
    provider_arn: str
    issuer_url: str
    audiences: tuple[str, ...] = (aws_roles.COMPONENT_AUDIENCE,)
    permissions_boundary_arn: str = ""
    compatible_names: bool = False

    @property
    def issuer(self) -> str:
        """The issuer as it appears in condition keys."""
        return self.issuer_url.removeprefix("https://")

    def problems(self) -> list[Notice]:
        """Why no role can trust the provider."""
        if not PROVIDER_ARN.fullmatch(self.provider_arn) or _UNSAFE_IN_JSON.search(self.provider_arn):
            return [
                input_problem(
                    f"provider ARN {self.provider_arn!a} is not the ARN of an IAM OIDC provider",
                    'set it, for example, to "arn:aws:iam::123456789012:oidc-provider/issuer.example.com"',
                )
            ]
        return []

    def warnings(self) -> list[Notice]:
        """Why tokens of the issuer would be rejected."""
        registered = issuer_in(self.provider_arn)
        if registered != self.issuer:
            return [
                input_problem(
                    f"provider {registered} does not match issuer {self.issuer}: no token could "
                    "satisfy the trust policies"
                )
            ]
        return []


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentRole:
    """A role in the form of IAM and the installer."""

    request: str
    secret: SecretRef
    where: str
    role_name: str
    role_arn: str
    description: str
    tags: dict[str, str]
    subjects: tuple[str, ...]
    statements: Sequence[StatementEntry]
    trust_policy: aws_roles.Document
    permission_policy: aws_roles.Document
    cloud_token_path: str
    manifest: str


def plan_roles(requests: Sequence[CredentialsRequest], options: RoleOptions) -> Planned[ComponentRole]:
    """One role per request, or all problems of the requests."""
    problems = options.problems()
    pairs = list(decode_requests(requests, aws_provider_spec, problems, _faults, kind=ProviderKind.AWS))
    names = [(request, _role_name(options, request)) for request, _ in pairs]
    problems += shared_names("role", names, _way_out(options))
    if problems:
        return Planned((), tuple(problems))
    roles = tuple(_role(request, spec, options) for request, spec in pairs)
    return Planned(roles, (), tuple(_warnings(pairs, roles, options)))


def _faults(request: CredentialsRequest, spec: AWSProviderSpec) -> Iterator[str]:
    yield from token_path_faults(request, spec)
    if not request.service_accounts:
        yield aws_roles.NO_SERVICE_ACCOUNTS


def _warnings(
    pairs: Sequence[tuple[CredentialsRequest, AWSProviderSpec]], roles: Sequence[ComponentRole], options: RoleOptions
) -> list[Notice]:
    warnings = [*options.warnings(), *name_warnings(request for request, _ in pairs)]
    for (request, spec), role in zip(pairs, roles, strict=True):
        faults = aws_roles.statement_problems(spec.statement_entries)
        warnings += [fault.at(request.where) for fault in faults]
        if problem := role_name_problem(role.role_name):
            why = f"role name {role.role_name!a} {problem}"
            warnings.append(input_problem(why, place=request.where))
        warnings += _sizes(role)
    return warnings


def _sizes(role: ComponentRole) -> Iterator[Notice]:
    """Documents that are longer than IAM accepts."""
    for kind, document, limit in (
        ("trust", role.trust_policy, TRUST_POLICY_LIMIT),
        ("permission", role.permission_policy, INLINE_POLICIES_LIMIT),
    ):
        if (size := len(marshal(document))) > limit:
            yield input_problem(
                f"results in a {kind} policy of {size} characters, but IAM accepts {limit}",
                "shorten the request",
                place=role.where,
            )


def _role(request: CredentialsRequest, spec: AWSProviderSpec, options: RoleOptions) -> ComponentRole:
    secret = request.secret
    role_name = _role_name(options, request)
    subjects = tuple(subject(secret.namespace, account) for account in request.service_accounts)
    _, partition, _, _, account, _ = options.provider_arn.split(":", 5)
    role_arn = f"arn:{partition}:iam::{account}:role/{role_name}"
    token_path = request.cloud_token_path or TOKEN_PATH
    return ComponentRole(
        request=request.name,
        secret=secret,
        where=request.where,
        role_name=role_name,
        role_arn=role_arn,
        description=aws_roles.role_description(secret.namespace, secret.name),
        tags=aws_resource_tags(options.name),
        subjects=subjects,
        statements=spec.statement_entries,
        trust_policy=aws_roles.component_trust(options.provider_arn, options.issuer, subjects, options.audiences),
        permission_policy=aws_roles.permission_policy(spec.statement_entries),
        cloud_token_path=token_path,
        manifest=aws_secret(role_arn, secret.namespace, secret.name, cloud_token_path=token_path),
    )


def _role_name(options: RoleOptions, request: CredentialsRequest) -> str:
    return identity_name(
        options.name,
        request.secret.namespace,
        request.secret.name,
        ROLE_NAME_LIMIT,
        compatible=options.compatible_names,
    )


def _way_out(options: RoleOptions) -> str:
    if options.compatible_names:
        return "use a shorter name, or names with a hash instead of ccoctl's names"
    return "move one of them to a separate folder, with another name for its identities"
