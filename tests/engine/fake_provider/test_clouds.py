"""The directory that stands for the clouds: what is busy, what fails on demand, what is noted."""

from pathlib import Path
from typing import Final

import pytest

from tests.engine.fake_provider import aws, azure
from tests.engine.fake_provider.acting import refused
from tests.engine.fake_provider.cloud import Action, Clouds
from tests.engine.fake_provider.world import RefusedError
from tests.kit import tokens

SERVICE: Final = {
    "resourceGroupName": "backups",
    "accountName": "snapshots",
    "blobServicesName": "default",
}


def test_a_bucket_takes_one_write_at_a_time(tmp_path: Path) -> None:
    clouds = Clouds(tmp_path / "clouds")
    place = aws.occupied(tokens.S3_BUCKET_POLICY, {"bucket": "snapshots"})
    assert place == aws.occupied(tokens.S3_BUCKET, {"bucket": "snapshots"}) == "snapshots"
    assert aws.occupied(tokens.S3_OBJECT, {"bucket": "snapshots"}) is None
    with clouds.occupying(place), refused("bucket-is-written"), clouds.occupying(place):
        pass


def test_an_account_takes_one_write_at_a_time(tmp_path: Path) -> None:
    clouds = Clouds(tmp_path / "clouds")
    identifier = azure.occupied(tokens.BLOB_SERVICE_PROPERTIES, SERVICE)
    assert identifier
    assert identifier.endswith("/storageAccounts/snapshots")
    endpoint = {"privateLinkServiceConnections": [{"privateLinkServiceId": identifier}]}
    assert azure.occupied(tokens.PRIVATE_ENDPOINT, endpoint) == identifier
    writes = (clouds.occupying(identifier) for _ in range(3))
    with next(writes), refused("operation-in-progress"), next(writes):
        pass
    with next(writes):
        pass


def test_a_call_fails_once_as_it_is_reported_and_changes_nothing(tmp_path: Path) -> None:
    clouds = Clouds(tmp_path / "clouds")
    for action in (Action.REFUSE, Action.THROTTLE):
        clouds.fail("create", tokens.IAM_ROLE, action)
        with pytest.raises(RefusedError):
            clouds.serve("create", tokens.IAM_ROLE, "r", lambda world: world.upload("x", "y"))
    assert clouds.world.resources == {}
    clouds.serve("create", tokens.IAM_ROLE, "r", lambda world: world.upload("x", "y"))
    assert clouds.journal() == ["create r"]
    assert list(clouds.world.resources) == ["x y"]


def test_what_exists_in_the_name_of_others_has_inputs_and_outputs(tmp_path: Path) -> None:
    clouds = Clouds(tmp_path / "clouds")
    clouds.sign_in("210987654321", "eu-central-1")
    clouds.exists(tokens.S3_BUCKET, "snapshots", {"bucket": "snapshots"})
    found = clouds.world.get(tokens.S3_BUCKET, "snapshots")
    assert found
    assert found.given == {"bucket": "snapshots", "region": "eu-central-1"}
    assert found.computed["bucketRegion"] == "eu-central-1"
