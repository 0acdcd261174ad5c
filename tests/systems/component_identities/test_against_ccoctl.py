"""Identities of CredentialsRequests beside what the real ccoctl wrote and made for them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import pytest
from _pytest.mark import ParameterSet

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, aws_provider_spec, load_requests
from openshift_credentials.platforms.go.json import marshal
from openshift_credentials.platforms.kubernetes.names import subject
from openshift_credentials.systems.component_identities.rules import aws as aws_roles
from openshift_credentials.systems.component_identities.rules.aws import (
    ComponentRole,
    RoleOptions,
    cli_inputs,
    plan_roles,
)
from openshift_credentials.systems.component_identities.rules.requests import aws_data, aws_secret, file_name
from openshift_credentials.systems.token_issuer.rules.issuers import TAG_PREFIX
from tests.cco_samples import Row, request_folder, rows, sample
from tests.kit.tables import nonempty
from tests.systems.component_identities.ccoctl_samples import loaded, with_requests

REFUSED_HERE = {
    "aws-roles-secretref-dots": "leaves the output folder",
    "aws-roles-collide-64": "two requests would share a role",
    "aws-roles-seven-name-64": "all requests would share a role",
}
"""Cases in which ccoctl goes on, and a stack must not."""


@pytest.mark.parametrize("case", with_requests("aws.json.gz", "create-iam-roles"), ids=lambda case: case["id"])
def test_roles_are_those_of_ccoctl(case: Row) -> None:
    found = loaded(case)
    provider_arn = case["args"]["identity-provider-arn"]
    options = RoleOptions(
        name=case["args"]["name"],
        provider_arn=provider_arn,
        issuer_url="https://issuer.example.com",
        compatible_names=True,
    )
    planned = plan_roles(found.requests, options)
    if case["exit"] or case["id"] in REFUSED_HERE:
        assert planned.problems or found.errors
        return
    assert not planned.problems
    assert _role_files(found.requests, planned.identities, options) == case["files"]


def _role_files(
    requests: Sequence[CredentialsRequest], roles: Sequence[ComponentRole], options: RoleOptions
) -> dict[str, str]:
    """What ``--dry-run`` writes, made of our roles."""
    files: dict[str, str] = {}
    for index, request in enumerate(requests):
        secret = request.secret
        trust = aws_roles.create_role_policy_document(
            options.provider_arn, "<enter_issuer_url_here>", secret.namespace, request.service_accounts
        )
        call, policy = cli_inputs(roles, options)[2 * index : 2 * index + 2]
        members = {**json.loads(call.text), "AssumeRolePolicyDocument": trust}
        files[f"out/{call.file}"] = marshal(members)
        files[f"out/{policy.file}"] = policy.text
        manifest = aws_secret(aws_data(""), secret, role_is_known=False)
        files[f"out/manifests/{file_name(secret)}"] = manifest
    return files


def made_roles() -> Iterator[ParameterSet]:
    for scenario in sample("live-aws.json"):
        for step in scenario["steps"]:
            folder = step.get("request_files")
            if step.get("exit") == 0 and isinstance(folder, str) and isinstance(step["state"], dict):
                yield pytest.param(step, id=f"{scenario['id']} {step['args']['name']}")


@pytest.mark.parametrize("step", list(made_roles()))
def test_roles_are_those_that_ccoctl_made_with_the_audience_added(step: Row) -> None:
    state, name = step["state"], step["args"]["name"]
    found = load_requests(request_folder(step["request_files"]))
    tag = f"{TAG_PREFIX}/{name}"
    arn, provider = next(
        (arn, provider)
        for arn, provider in state["oidc_providers"].items()
        if tag in provider["tags"] or arn == step["args"].get("identity-provider-arn")
    )
    options = RoleOptions(name=name, provider_arn=arn, issuer_url=f"https://{provider['url']}")
    planned = plan_roles(found.requests, options)
    assert not planned.problems
    for role in nonempty(planned.identities):
        made = state["roles"][role.name]
        assert role.role_arn == made["arn"]
        assert role.description == made["description"]
        assert role.tags == made["tags"]
        assert {role.name: role.permission_policy} == made["inline_policies"]
        assert _without_audience(role.trust_policy) == made["assume_role_policy"]
        file = f"out/manifests/{file_name(role.secret)}"
        assert step["files_written_or_changed"].get(file, role.manifest) == role.manifest


def _without_audience(trust: Mapping[str, object]) -> Row:
    document = json.loads(json.dumps(trust))
    condition = document["Statement"][0]["Condition"]["StringEquals"]
    audience = next(key for key in condition if key.endswith(":aud"))
    assert condition.pop(audience) == ["openshift"]
    return document


@pytest.mark.parametrize("row", rows("aws-policies-regions", "aws_trust_policy"), ids=lambda row: row["id"])
def test_trust_documents_are_upstreams(row: Row) -> None:
    given = row["in"]
    arguments = (
        given["provider_arn"],
        given["provider_url"],
        given["namespace"],
        cast("list[str]", given["service_accounts"] or []),
    )
    if row["out"]["error"]:
        with pytest.raises(UnusableInputError):
            aws_roles.create_role_policy_document(*arguments)
        return
    assert aws_roles.create_role_policy_document(*arguments) == row["out"]["text"]
    provider, issuer, namespace, accounts = arguments
    subjects = [subject(namespace, account) for account in accounts]
    ours = aws_roles.component_trust(provider, issuer, subjects)
    assert _without_audience(ours) == row["out"]["parsed"]


@pytest.mark.parametrize("row", rows("aws-policies-regions", "aws_permission_policy"), ids=lambda row: row["id"])
def test_permission_documents_are_upstreams(row: Row) -> None:
    spec = f'{{"statementEntries": {row["in"]["statement_entries"]}}}'
    statements = aws_provider_spec(spec).statement_entries
    assert aws_roles.create_role_policy(statements) == row["out"]["policy"]
