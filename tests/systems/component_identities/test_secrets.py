"""A Secret in a cluster has the content of the manifest for the installer, in every cloud."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, SecretRef
from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.component_identities.live import judge
from openshift_credentials.systems.component_identities.rules.aws_roles import RoleOptions, plan_roles
from openshift_credentials.systems.component_identities.rules.requests import TOKEN_PATH
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.harness import record_stack
from tests.kit.stacks import example_stack
from tests.systems.token_issuer.stacks import aws_request, issuer, recorded, write_requests

Data = dict[str, str]
EXAMPLES = ["sts-aws-public", "workload-id-azure", pytest.param("sts-gcp", marks=NEEDS_SDK)]


def updated(name: str, *changes: str) -> tuple[dict[str, str], dict[str, Data]]:
    """Manifests by file name, and the data of Secrets by the same name, after an update."""
    stack = record_stack(example_stack(name, *changes), preview=False)
    secrets = {
        "{namespace}-{name}-credentials.yaml".format_map(each.inputs["metadata"]): dict(each.inputs["stringData"])
        for each in stack.resources
        if each.type == tokens.SECRET
    }
    return stack.only(tokens.STACK).outputs.values_.get("componentManifests", {}), secrets


def content(manifest: str) -> Data:
    """What a Secret's manifest has in it, as text."""
    secret = yaml.safe_load(manifest)
    data = secret.get("data", {})
    return {**secret.get("stringData", {}), **{key: base64.b64decode(value).decode() for key, value in data.items()}}


@pytest.mark.parametrize("name", EXAMPLES)
def test_secrets_in_a_cluster_are_those_of_the_installer(name: str) -> None:
    manifests, none = updated(name)
    no_more, secrets = updated(name, "componentIdentities.secretsIn=cluster", "cluster.name=mc-1")
    assert len(manifests) > 1
    assert {file: content(text) for file, text in manifests.items()} == secrets
    assert (none, no_more) == ({}, {})


# A request's ``cloudTokenPath``: where its component mounts the token is what its Secret names.

ELSEWHERE = "/var/run/secrets/elsewhere/token"


def settings_of(stack: Mapping[str, object]) -> ComponentIdentitiesSettings:
    config = {f"openshift-credentials:{key}": json.dumps(value) for key, value in stack.items()}
    (found,) = (
        each.settings for each in load_settings(config, ()) if isinstance(each.settings, ComponentIdentitiesSettings)
    )
    return found


def request(path: str | None) -> dict[str, Any]:
    made = aws_request("openshift-one", "creds", "sa")
    if path is not None:
        made["spec"]["cloudTokenPath"] = path
    return made


def branches(folder: Path, path: str | None, **changes: object) -> dict[str, Any]:
    identities = {"requests": write_requests(folder, request(path)), **changes}
    return {"tokenIssuer": issuer(), "componentIdentities": identities}


@pytest.mark.parametrize(("path", "named"), [(None, TOKEN_PATH), ("", TOKEN_PATH), (ELSEWHERE, ELSEWHERE)])
def test_the_secret_of_a_component_on_aws_names_it(tmp_path: Path, path: str | None, named: str) -> None:
    stack = recorded(branches(tmp_path / "r", path), preview=False)
    (manifest,) = stack.only(tokens.STACK).outputs["componentManifests"].values()
    lines = yaml.safe_load(manifest)["stringData"]["credentials"].split("\n")
    assert f"web_identity_token_file = {named}" in lines


def test_an_operator_of_olm_is_reported_it(tmp_path: Path) -> None:
    stack = branches(tmp_path / "r", ELSEWHERE, olmOperators=["openshift-one-creds"])
    outputs = recorded(stack, preview=False).only(tokens.STACK).outputs
    assert outputs["olmOperators"]["openshift-one-creds"]["cloudTokenPath"] == ELSEWHERE


@pytest.mark.parametrize("path", ["relative/token", "/a\nrole_arn = arn:other", '/a"', "/a b"])
def test_a_path_that_breaks_the_secret_is_refused(path: str) -> None:
    provider = "arn:aws:iam::123456789012:oidc-provider/o.example.com"
    options = RoleOptions(name="a", provider_arn=provider, issuer_url="https://o.example.com")
    spec = '{"kind": "AWSProviderSpec"}'
    made = CredentialsRequest(
        file="r.yaml",
        document=1,
        name="r",
        secret=SecretRef("ns", "s"),
        service_accounts=("sa",),
        provider_spec=spec,
        cloud_token_path=path,
    )
    (problem,) = plan_roles([made], options).problems
    assert "spec.cloudTokenPath" in str(problem)
    assert "is not an absolute path" in str(problem)
    assert "\n" not in str(problem)


def test_a_secret_in_the_cluster_with_another_path_does_not_pass(tmp_path: Path) -> None:
    settings = settings_of(branches(tmp_path / "r", ELSEWHERE))
    arn = "arn:aws:iam::123456789012:role/mycluster-openshift-one-creds"

    def passes(path: str) -> bool:
        text = f"[default]\nrole_arn = {arn}\nweb_identity_token_file = {path}\nsts_regional_endpoints = regional\n"
        answers = judge(settings, {"openshift-one/creds": {"credentials": text.encode()}})
        (answer,) = (each for each in answers if each.about == "openshift-one/creds")
        return answer.passes

    assert passes(ELSEWHERE)
    assert not passes(TOKEN_PATH)


def test_the_stack_refuses_such_a_path_too(tmp_path: Path) -> None:
    with pytest.raises(UnusableInputError, match="cloudTokenPath"):
        settings_of(branches(tmp_path / "r", "relative"))
