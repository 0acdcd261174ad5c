"""Project, pool, provider and bucket of an issuer beside a stand-in of Google Cloud."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final, cast

import pytest
import requests

from openshift_credentials.live.check import MANAGED, Check, State, unread
from openshift_credentials.live.clouds import RestClient, observe_rest
from openshift_credentials.live.observed import GoogleRead, Observed
from openshift_credentials.systems.token_issuer.live import NEEDED_SERVICES, OPERATION
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings
from tests.live.api_server import ApiServer, passing_without_an_answer, serving
from tests.systems.token_issuer.stacks import SIGNER

Google = dict[str, Any]

POOL: Final = "/iam/v1/projects/my-project/locations/global/workloadIdentityPools/mycluster"
PROVIDER: Final = f"{POOL}/providers/mycluster"
PROJECT: Final = "/cloudresourcemanager/v1/projects/my-project"
SERVICES: Final = "/serviceusage/v1/projects/my-project/services"
BUCKET: Final = "/storage/storage/v1/b/mycluster-oidc"


def settings(*, existing: str | None = None, **gcp: object) -> TokenIssuerSettings:
    place = {"project": "my-project", "projectNumber": "123456789012", **gcp}
    return TokenIssuerSettings.model_validate(
        {"name": "mycluster", "gcp": place, "keys": [{"name": "a", "publicKey": SIGNER}], "existing": existing}
    )


def good() -> Google:
    """Everything as the stack creates it, by service and path."""
    return {
        PROJECT: {"projectNumber": "123456789012", "lifecycleState": "ACTIVE"},
        SERVICES: {"services": [{"config": {"name": name}} for name in NEEDED_SERVICES]},
        POOL: {"state": "ACTIVE"},
        PROVIDER: {
            "state": "ACTIVE",
            "oidc": {"issuerUri": "https://storage.googleapis.com/mycluster-oidc", "allowedAudiences": ["openshift"]},
            "attributeMapping": {"google.subject": "assertion.sub"},
        },
        BUCKET: {"projectNumber": "123456789012"},
    }


def observed(google: Google, own: TokenIssuerSettings) -> Observed:
    reads = [read for read in OPERATION.cloud_reads(own) if isinstance(read, GoogleRead)]
    with serving(ApiServer(google)) as server:
        return observe_rest(reads, RestClient(requests.Session(), server.url), 5)


def checks(google: Google, own: TokenIssuerSettings | None = None) -> dict[str, Check]:
    own = own or settings()
    answers = observed(google, own).together_with(Observed({MANAGED: []}))
    found = [*unread(OPERATION.cloud_reads(own), answers), *OPERATION.cloud(own, answers)]
    return {check.code: check for check in found if check.state is not State.PASSED}


def test_an_empty_project_is_ready_for_the_first_update() -> None:
    google = {PROJECT: good()[PROJECT], SERVICES: good()[SERVICES]}
    assert checks(google) == {}


def changed(path: str, **members: object) -> Google:
    google = good()
    return {**google, path: {**cast("Google", google[path]), **members}}


OIDC: Final = good()[PROVIDER]["oidc"]


@pytest.mark.parametrize(
    ("google", "code", "said"),
    [
        (changed(PROJECT, projectNumber="5"), "cloud-project-number", "not 123456789012"),
        (changed(PROJECT, lifecycleState="DELETE_REQUESTED"), "cloud-project-deleted", "deletion"),
        (changed(SERVICES, services=[]), "cloud-services", "sts.googleapis.com"),
        (changed(POOL, state="DELETED"), "cloud-deleted", "30 days"),
        (changed(POOL, disabled=True), "cloud-disabled", "no token"),
        (changed(PROVIDER, state="DELETED"), "cloud-deleted", "30 days"),
        (changed(PROVIDER, oidc={**OIDC, "issuerUri": "https://x"}), "cloud-issuer", "'https://x'"),
        (changed(PROVIDER, oidc={**OIDC, "allowedAudiences": ["x"]}), "cloud-audience", "openshift"),
        (changed(PROVIDER, oidc={**OIDC, "jwksJson": "{}"}), "cloud-keys", "do not count"),
        (changed(PROVIDER, attributeMapping={"google.subject": "assertion.email"}), "cloud-mapping", "assertion.email"),
        (changed(BUCKET, projectNumber="5"), "cloud-bucket-of-another", "number 5"),
        (changed(BUCKET, iamConfiguration={"publicAccessPrevention": "enforced"}), "cloud-bucket-private", "prevents"),
    ],
)
def test_what_is_kept_is_reported_if_it_cannot_be_used(google: Google, code: str, said: str) -> None:
    found = checks(google, settings(existing="keep"))
    assert list(found) == [code]
    assert said in found[code].detail
    assert found[code].way_out


@pytest.mark.parametrize("path", [POOL, PROVIDER])
def test_a_reserved_id_stops_before_the_update_and_names_the_command(path: str) -> None:
    start = {PROJECT: good()[PROJECT], SERVICES: good()[SERVICES]}
    found = checks({**start, path: {"state": "DELETED"}})
    assert list(found) == ["cloud-deleted"]
    assert "gcloud iam workload-identity-pools" in found["cloud-deleted"].way_out
    assert " undelete mycluster " in found["cloud-deleted"].way_out


def test_what_exists_without_the_stack_is_reported_and_adopted_on_request() -> None:
    assert set(checks(good())) == {"cloud-exists"}
    assert checks(good(), settings(existing="keep")) == {}


def test_what_was_not_read_is_unknown_and_never_passed() -> None:
    own, google = settings(), good()
    answers = observed(google, own)

    def judge(found: Observed) -> Iterator[Check]:
        return OPERATION.cloud(own, found)

    assert list(passing_without_an_answer(judge, answers)) == []
    refused = checks(dict.fromkeys(google, HTTPStatus.FORBIDDEN))
    assert {check.state for check in refused.values()} == {State.UNKNOWN}


def test_the_key_set_of_the_provider_needs_no_bucket() -> None:
    own = settings(existing="keep", keyStorage="pool-jwk-file")
    google = changed(PROVIDER, oidc={**OIDC, "jwksJson": '{"keys": []}'})
    del google[BUCKET]
    assert checks(google, own) == {}
    assert list(checks(good(), own)) == ["cloud-keys"]
