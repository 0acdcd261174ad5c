"""The directory that stands for the clouds: what is busy, what fails on demand, what is noted."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.engine.fake_provider import aws, azure
from tests.engine.fake_provider.acting import refused
from tests.engine.fake_provider.cloud import Action, Clouds
from tests.engine.fake_provider.world import RefusedError
from tests.kit import tokens

KILLED_WHILE_WRITING: Final = (
    "from tests.engine.fake_provider import test_clouds; test_clouds.kill_while_writing"
)
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


def test_nothing_stays_busy_whose_writer_was_killed(tmp_path: Path) -> None:
    clouds = Clouds(tmp_path / "clouds")
    with subprocess.Popen(
        [sys.executable, "-c", f"{KILLED_WHILE_WRITING}({str(clouds.directory)!r})"]
    ) as writer:
        assert writer.wait() == -signal.SIGKILL
    with clouds.occupying("snapshots"):
        pass


def kill_while_writing(directory: str) -> None:
    """Begin a write of a bucket, and get killed."""
    with Clouds(Path(directory)).occupying("snapshots"):
        os.kill(os.getpid(), signal.SIGKILL)


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


def test_an_identity_takes_one_federated_credential_at_a_time(tmp_path: Path) -> None:
    clouds = Clouds(tmp_path / "clouds")
    names = {"resourceGroupName": "backups", "resourceName": "upload"}
    identity = azure.occupied(tokens.FEDERATED_CREDENTIAL, names)
    assert identity
    assert identity.endswith("/userAssignedIdentities/upload")
    write = clouds.occupying(identity)
    with clouds.occupying(identity), refused("concurrent-federated-credentials"), write:
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
