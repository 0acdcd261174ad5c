"""Identities as they are in the cloud, and their Secrets in the cluster."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, cast

import pytest
import requests

from openshift_credentials.live.check import MANAGED, Check, State, unread
from openshift_credentials.live.clouds import RestClient, observe_rest
from openshift_credentials.live.observed import GoogleRead, Observed
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.request_folder import with_requests
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.component_identities.live import OPERATION, judge
from openshift_credentials.systems.component_identities.plan import plan_service_accounts
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from tests.kit.places import REPOSITORY
from tests.kit.stacks import example_stack
from tests.live.api_server import ApiServer, passing_without_an_answer, serving

# Service accounts and custom roles beside a stand-in of Google Cloud.

Google = dict[str, Any]


def settings(*, existing: str | None = None, **gcp: object) -> ComponentIdentitiesSettings:
    folder = "examples/sts-gcp/credrequests"
    place = {
        "project": "my-project",
        "projectNumber": "123456789012",
        "pool": "mycluster",
        "provider": "mycluster",
        **gcp,
    }
    branch = {"name": "mycluster", "requests": folder, "gcp": place, "existing": existing}
    expanded = with_requests(branch, Path(REPOSITORY), path="componentIdentities.requests")
    return ComponentIdentitiesSettings.model_validate(expanded.branch)


SETTINGS: Final = settings()
ACCOUNTS: Final = {
    account.request: account for account in plan_service_accounts(SETTINGS, cast("Any", SETTINGS.gcp)).identities
}
INGRESS: Final = ACCOUNTS["openshift-ingress-gcp"]
ACCOUNT: Final = f"/iam/v1/projects/my-project/serviceAccounts/{INGRESS.email}"
ROLE: Final = f"/iam/v1/{INGRESS.custom_role}"


def good() -> Google:
    """Everything as the stack creates it, by service and path."""
    accounts = {
        f"/iam/v1/projects/my-project/serviceAccounts/{account.email}": {"email": account.email}
        for account in ACCOUNTS.values()
    }
    return {ROLE: {"includedPermissions": list(INGRESS.permissions)}, **accounts}


def observed(google: Google, own: ComponentIdentitiesSettings = SETTINGS) -> Observed:
    reads = [read for read in OPERATION.cloud_reads(own) if isinstance(read, GoogleRead)]
    with serving(ApiServer(google)) as server:
        return observe_rest(reads, RestClient(requests.Session(), server.url), 5)


def checks(google: Google, own: ComponentIdentitiesSettings = SETTINGS) -> list[Check]:
    answers = observed(google, own).together_with(Observed({MANAGED: []}))
    found = [*unread(OPERATION.cloud_reads(own), answers), *OPERATION.cloud(own, answers)]
    return [check for check in found if check.state is not State.PASSED]


def test_an_empty_project_is_ready_for_the_first_update() -> None:
    assert checks({}) == []


def without(path: str) -> Google:
    return {key: value for key, value in good().items() if key != path}


@pytest.mark.parametrize(
    ("google", "code", "said"),
    [
        (without(ACCOUNT), "cloud-absent", "does not exist"),
        ({**good(), ACCOUNT: {"disabled": True}}, "cloud-disabled", "disabled"),
        (
            {**good(), ROLE: {"includedPermissions": ["dns.changes.create"]}},
            "cloud-role-permissions",
            "dns.resourceRecordSets.create, dns.resourceRecordSets.list",
        ),
        ({**good(), ROLE: {"deleted": True}}, "cloud-role", "is deleted"),
        (without(ROLE), "cloud-role", "does not exist"),
    ],
)
def test_what_exists_is_reported_if_it_cannot_be_used(google: Google, code: str, said: str) -> None:
    own = settings(existing="keep")
    assert checks(good(), own) == []
    (found,) = checks(google, own)
    assert (found.code, found.state) == (code, State.FAILED)
    assert said in found.detail
    assert found.way_out


def test_what_was_not_read_is_unknown_and_never_passed() -> None:
    answers = observed(good())

    def judge(found: Observed) -> Iterator[Check]:
        return OPERATION.cloud(SETTINGS, found)

    assert list(passing_without_an_answer(judge, answers)) == []
    refused = checks(dict.fromkeys(good(), HTTPStatus.FORBIDDEN))
    assert {check.state for check in refused} == {State.UNKNOWN}


# Secrets of components in a cluster, beside the identities of the stack.

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
