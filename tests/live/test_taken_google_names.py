"""What is printed where Google Cloud says that a name is taken, or still reserved."""

import shlex

import pytest

from openshift_credentials.live.taken_names import NOT_IN_THE_STATE, Refused, import_id, way_out
from tests.kit import tokens

EXISTS = "googleapi: Error 409: Requested entity already exists"
POOL = {"project": "my-project", "workloadIdentityPoolId": "mycluster"}
PROVIDER = {**POOL, "workloadIdentityPoolProviderId": "own"}
ROLE = {"project": "my-project", "roleId": "myproject_one"}
POOL_NAME = "projects/my-project/locations/global/workloadIdentityPools/mycluster"
ROLE_EXISTS = "Custom project role projects/my-project/roles/myproject_one already exists and must be imported"


def refused(type_: str, inputs: dict[str, str], error: str = EXISTS) -> Refused:
    return Refused(
        stack="prod",
        type=type_,
        name="one",
        parent=None,
        provider="urn:pulumi:prod::p::pulumi:providers:gcp::gcp",
        inputs=inputs,
        error=error,
    )


@pytest.mark.parametrize(
    ("type_", "inputs", "expected"),
    [
        (tokens.GCP_POOL, POOL, POOL_NAME),
        (tokens.GCP_POOL_PROVIDER, PROVIDER, f"{POOL_NAME}/providers/own"),
        (tokens.GCP_BUCKET, {"project": "my-project", "name": "b"}, "my-project/b"),
        (
            tokens.GCP_SERVICE_ACCOUNT,
            {"project": "example.com:mine", "accountId": "sa-one"},
            ("projects/example.com:mine/serviceAccounts/sa-one@mine.example.com.iam.gserviceaccount.com"),
        ),
        (tokens.GCP_CUSTOM_ROLE, ROLE, "projects/my-project/roles/myproject_one"),
    ],
)
def test_the_id_is_what_the_provider_imports(type_: str, inputs: dict[str, str], expected: str) -> None:
    each = refused(type_, inputs)
    assert import_id(each) == expected
    told = way_out(each)
    assert told
    assert NOT_IN_THE_STATE in told
    (command,) = (line for line in told.splitlines() if line.startswith("    pulumi import"))
    assert shlex.split(command)[-3:] == [type_, "one", expected]


@pytest.mark.parametrize(
    ("type_", "inputs", "command"),
    [
        (tokens.GCP_POOL, POOL, "undelete mycluster --location global --project my-project"),
        (
            tokens.GCP_POOL_PROVIDER,
            PROVIDER,
            ("providers undelete own --workload-identity-pool mycluster --location global --project my-project"),
        ),
    ],
)
def test_a_deleted_pool_is_restored_before_it_is_imported(type_: str, inputs: dict[str, str], command: str) -> None:
    told = way_out(refused(type_, inputs))
    assert told
    assert f"\n    gcloud iam workload-identity-pools {command}\n" in told
    assert told.index("undelete") < told.index("pulumi import")


def test_a_custom_role_of_another_cluster_is_granted_as_it_is() -> None:
    told = way_out(refused(tokens.GCP_CUSTOM_ROLE, ROLE, ROLE_EXISTS))
    assert told
    assert "set componentIdentities.gcp.customRoles to existing" in told


@pytest.mark.parametrize(
    "error",
    [
        "Error 400: You can't create a role_id (a_b) which has been marked for deletion.",
        (
            "You can't create a role with role_id (a_b) where there is an existing role with that "
            "role_id in a deleted state."
        ),
        "Error undeleting the custom project role a-b: googleapi: Error 400",
    ],
)
def test_a_custom_role_that_cannot_be_restored_has_no_command(error: str) -> None:
    told = way_out(refused(tokens.GCP_CUSTOM_ROLE, ROLE, error))
    assert told
    assert "up to 37 days" in told
    assert "pulumi import" not in told


def test_a_bucket_of_another_project_has_another_name() -> None:
    error = "Error 409: The requested bucket name is not available. The bucket namespace is shared"
    told = way_out(refused(tokens.GCP_BUCKET, {"project": "p", "name": "b"}, error))
    assert told
    assert "Choose another name in the settings" in told
    assert "pulumi import" not in told


def test_an_own_bucket_is_imported() -> None:
    error = "Error 409: Your previous request to create the named bucket succeeded and you already"
    told = way_out(refused(tokens.GCP_BUCKET, {"project": "p", "name": "b"}, f"{error} own it."))
    assert told
    assert told.count("pulumi import") == 1


@pytest.mark.parametrize("error", ["Error 403: Permission denied", "Error 404: not found"])
def test_every_other_error_is_left_alone(error: str) -> None:
    assert way_out(refused(tokens.GCP_CUSTOM_ROLE, ROLE, error)) is None
    assert way_out(refused(tokens.GCP_POOL, POOL, error)) is None


@pytest.mark.parametrize(
    "error",
    [
        (
            "googleapi: Error 412: One or more users named in the policy do not belong to a "
            "permitted customer,  perhaps due to an organization policy., conditionNotMet"
        ),
        (
            "googleapi: Error 412: The member bindings allUsers and allAuthenticatedUsers are not "
            "allowed since public access prevention is enforced., conditionNotMet"
        ),
    ],
)
def test_an_organization_without_public_buckets_is_reported_the_other_place_of_the_keys(error: str) -> None:
    told = way_out(refused(tokens.GCP_BUCKET_MEMBER, {"bucket": "b"}, error))
    assert told
    assert "tokenIssuer.gcp.keyStorage to pool-jwk-file" in told
    assert way_out(refused(tokens.GCP_PROJECT_MEMBER, {}, error)) is None
