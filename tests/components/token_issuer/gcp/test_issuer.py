"""An issuer on Google Cloud, in both time frames: pool, documents, provider, and their order."""

import json
from collections.abc import Mapping
from typing import Any, Final

import pulumi
import pytest
import requests

from openshift_credentials.live import clouds
from openshift_credentials.live.clouds import RestClient
from openshift_credentials.systems.token_issuer.rules.issuers import assert_in_project
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.harness import record_stopped, run_main
from tests.kit.recorded import Recorded
from tests.live.api_server import ApiServer, serving
from tests.systems.token_issuer.stacks import SIGNER, recorded

pytestmark = NEEDS_SDK

GCP: Final = {"project": "my-project", "projectNumber": "123456789012"}
ISSUER: Final = "https://storage.googleapis.com/mycluster-oidc"


def branch(gcp: Mapping[str, object] | None = None, **more: object) -> dict[str, object]:
    keys = [{"name": "a", "publicKey": SIGNER}]
    return {"tokenIssuer": {"name": "mycluster", "gcp": {**GCP, **(gcp or {})}, "keys": keys} | more}


@FRAMES
def test_the_documents_are_public_before_the_provider_trusts_them(preview: bool) -> None:
    stack = recorded(branch(), preview=preview)
    objects = stack.all(tokens.GCP_BUCKET_OBJECT)
    reader = stack.only(tokens.GCP_BUCKET_MEMBER)
    assert (reader.inputs["role"], reader.inputs["member"]) == ("roles/storage.objectViewer", "allUsers")
    assert stack.only(tokens.GCP_BUCKET).inputs["uniformBucketLevelAccess"] is True
    assert {each.inputs["name"]: each.inputs["contentType"] for each in objects} == {
        ".well-known/openid-configuration": "application/json",
        "keys.json": "application/json",
    }
    for each in objects:
        assert reader.urn in each.request.dependencies
        assert each.delete_before_replace
    provider = stack.only(tokens.GCP_POOL_PROVIDER)
    assert {each.urn for each in objects} <= set(provider.request.dependencies)
    assert provider.inputs["oidc"] == {"issuerUri": ISSUER, "allowedAudiences": ["openshift"]}
    assert provider.inputs["attributeMapping"] == {"google.subject": "assertion.sub"}
    (wait,) = stack.all(tokens.SLEEP)
    assert provider.urn in wait.request.dependencies
    pool = "projects/my-project/locations/global/workloadIdentityPools/mycluster"
    assert wait.inputs["triggers"] == {"url": ISSUER, "provider": f"{pool}/providers/mycluster"}


@FRAMES
@pytest.mark.parametrize("protect", [True, False])
def test_protection_is_that_of_everything_in_the_cloud(preview: bool, protect: bool) -> None:
    stack = recorded(branch(protect=protect), preview=preview)
    on_google = [each for each in stack.resources if each.type.startswith("gcp:")]
    assert len(on_google) == 6
    assert {each.protect for each in on_google} == {protect}


@pytest.mark.parametrize("existing", ["keep", "repair"])
def test_an_issuer_of_ccoctl_is_imported_by_the_id_of_its_project(existing: str) -> None:
    stack = recorded(branch(existing=existing), preview=True)
    pool = "projects/my-project/locations/global/workloadIdentityPools/mycluster"
    imports = {each.name: each.import_id for each in stack.resources if each.import_id}
    assert imports == {
        "token-issuer-pool": pool,
        "token-issuer-provider": f"{pool}/providers/mycluster",
        "token-issuer-bucket": "mycluster-oidc",
        "token-issuer-bucket-readers": "mycluster-oidc roles/storage.objectViewer allUsers",
    }
    kept = {each.type: set(each.ignore_changes) for each in stack.resources if each.import_id}
    assert bool(kept[tokens.GCP_POOL_PROVIDER]) == (existing == "keep")
    assert read(stack) == (
        {
            "token-issuer-bucket-discovery": "mycluster-oidc-.well-known/openid-configuration",
            "token-issuer-bucket-keys": "mycluster-oidc-keys.json",
        }
        if existing == "keep"
        else {}
    )


def read(stack: Recorded) -> dict[str, str]:
    return {urn.rpartition("::")[2]: identifier for urn, identifier in stack.reads.items()}


def test_a_pool_in_a_project_with_another_number_stops_the_stack() -> None:
    wrong = branch({"projectNumber": "999999999999"})
    stopped = record_stopped(
        run_main,
        preview=False,
        config={f"openshift-credentials:{key}": json.dumps(value) for key, value in wrong.items()},
    )
    assert isinstance(stopped.error, pulumi.RunError)
    assert "project my-project has the number 123456789012" in str(stopped.error)
    assert 'set tokenIssuer.gcp.projectNumber to "123456789012"' in str(stopped.error)
    assert tokens.GCP_POOL_PROVIDER not in stopped.types, "nothing trusts the issuer yet"


@pytest.mark.parametrize("name", [None, "", "token-issuer-pool", "projects/my-project/x"])
def test_a_name_without_a_number_says_nothing_about_the_project(name: str | None) -> None:
    assert_in_project("my-project", "123456789012", name)


@pytest.mark.parametrize("state", ["DELETED", "ACTIVE"])
def test_a_preview_stops_at_a_reserved_pool(state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from components.token_issuer import gcp_issuer  # noqa: PLC0415 - needs the SDK

    google: dict[str, Any] = {
        "/iam/v1/projects/my-project/locations/global/workloadIdentityPools/mycluster": {"state": state}
    }
    own = TokenIssuerSettings.model_validate(branch()["tokenIssuer"])
    place = own.gcp
    assert place
    monkeypatch.setattr(gcp_issuer, "runs_on_an_engine", lambda: True)
    monkeypatch.setattr(gcp_issuer, "earlier_resources", dict)
    monkeypatch.setattr(pulumi.runtime, "is_dry_run", lambda: True)
    with serving(ApiServer(google)) as server:
        monkeypatch.setattr(clouds, "google_client", lambda: RestClient(requests.Session(), server.url))
        if state == "ACTIVE":
            gcp_issuer._look_before_creating(own, place)
            return
        with pytest.raises(pulumi.RunError, match=r"was deleted, and its ID stays reserved for 30 days.*undelete"):
            gcp_issuer._look_before_creating(own, place)
