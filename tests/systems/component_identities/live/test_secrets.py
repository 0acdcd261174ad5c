"""Secrets of components in a cluster, beside the identities of the stack."""

import json
from collections.abc import Mapping
from functools import cache

import pytest

from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.component_identities.live import judge
from openshift_credentials.systems.component_identities.plan import plan_service_accounts
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from tests.kit.stacks import example_stack

AZURE = dict.fromkeys(
    ("azure_client_id", "azure_tenant_id", "azure_region", "azure_subscription_id", "azure_federated_token_file"), b"x"
)


@cache
def settings_of(name: str) -> ComponentIdentitiesSettings:
    read = example_stack(name)
    deployments = load_settings(read.config, read.secret_keys, directory=read.program)
    found = settings_in(deployments, ComponentIdentitiesSettings)
    assert found
    return found


def judged(name: str, live: Mapping[str, Mapping[str, bytes]]) -> dict[str, tuple[bool, str]]:
    return {answer.about: (answer.passes, answer.why) for answer in judge(settings_of(name), live)}


@pytest.mark.parametrize(
    ("name", "root"),
    [
        ("sts-aws-public", "kube-system/aws-creds"),
        ("workload-id-azure", "kube-system/azure-credentials"),
        ("sts-gcp", "kube-system/gcp-credentials"),
    ],
)
def test_a_root_secret_must_not_exist(name: str, root: str) -> None:
    absent, present = judged(name, {}), judged(name, {root: {}})
    assert absent[root] == (True, "does not exist, as expected")
    assert present[root] == (False, "exists: remove it, because it contains a long-lived key")
    others = {about: answer for about, answer in absent.items() if about != root}
    assert set(others.values()) == {(False, "does not exist: its component has no identity")}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (AZURE, "contains its identity and no key"),
        ({**AZURE, "azure_client_secret": b""}, "contains a long-lived client secret"),
        ({**AZURE, "azure_region": b""}, "has an empty value"),
        (dict.fromkeys(sorted(AZURE)[2:], b"x"), "has no azure_client_id, azure_federated_token_file"),
    ],
)
def test_a_secret_on_azure_has_an_identity_and_no_key(data: dict[str, bytes], why: str) -> None:
    name = next(about for about in judged("workload-id-azure", {}) if "kube-system" not in about)
    passes = data is AZURE
    assert judged("workload-id-azure", {name: data})[name] == (passes, why)


def test_a_secret_on_google_cloud_has_an_identity_and_no_key() -> None:
    settings = settings_of("sts-gcp")
    assert settings.gcp
    account, *_ = plan_service_accounts(settings, settings.gcp).identities
    name, good = str(account.secret), account.credentials_config
    other = json.dumps({**json.loads(good), "audience": "other"})
    key = "contains a long-lived key, or no credential"
    for content, expected in {
        good: (True, "contains its identity and no key"),
        other: (False, "contains a different service account or pool"),
        json.dumps({"type": "service_account"}): (False, key),
        "{}": (False, key),
        "": (False, "contains no JSON in key service_account.json"),
    }.items():
        live = {name: {"service_account.json": content.encode()}}
        assert judged("sts-gcp", live)[name] == expected, content
    assert not judged("sts-gcp", {name: {}})[name][0]
