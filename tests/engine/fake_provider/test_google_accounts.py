"""The life of service accounts and custom roles on the stand-in of Google Cloud."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.engine.fake_provider.gcp import POLICY
from tests.engine.fake_provider.lives import Life
from tests.engine.fake_provider.world import RefusedError, World
from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.recorded import Recorded
from tests.systems.component_identities.google_cloud import branches, google_request, stack_of

pytestmark = NEEDS_SDK

PROJECT: Final = "my-project"
ROLE: Final = "projects/my-project/roles/myproject_one"
PERMISSIONS: Final = ("compute.disks.get",)
BOTH: Final = google_request("roles/storage.admin", permissions=PERMISSIONS)
OF_OTHERS: Final = {"roles/storage.admin": ["user:somebody@example.com"]}


def stack(folder: Path, *requests: dict[str, Any], **changes: object) -> Recorded:
    """A stack whose issuer can be deleted."""
    given = branches(folder, *requests, **changes)  # pyright: ignore[reportArgumentType]
    given["tokenIssuer"]["protect"] = False
    return stack_of(given)


@pytest.fixture
def world() -> World:
    """A project in which others have roles too."""
    found = World()
    found.put(POLICY, PROJECT, OF_OTHERS)
    return found


def policy(world: World) -> dict[str, Any]:
    return dict(world.find(POLICY, PROJECT) or {})


def permissions(world: World) -> list[str]:
    return list((world.find(tokens.GCP_CUSTOM_ROLE, ROLE) or {})["permissions"])


def test_a_changed_request_is_an_update_and_others_keep_their_grants(world: World, tmp_path: Path) -> None:
    life = Life(stack(tmp_path / "a", BOTH), world)
    assert set(policy(world)) == {"roles/storage.admin", ROLE}
    assert len(policy(world)["roles/storage.admin"]) == 2

    more = google_request("roles/viewer", permissions=("dns.changes.get",), accounts=("other",))
    life.update(stack(tmp_path / "b", more))

    assert permissions(world) == ["dns.changes.get"]
    assert policy(world)["roles/storage.admin"] == OF_OTHERS["roles/storage.admin"]
    assert len(policy(world)["roles/viewer"]) == 1
    ((account, users),) = [item for item in world.all(POLICY) if "/serviceAccounts/" in item[0]]
    assert "mycluster-one-" in account
    (member,) = users["roles/iam.workloadIdentityUser"]
    assert member.endswith("/subject/system:serviceaccount:openshift-one:other")
    assert list(life.changes()) == []


def test_a_removed_request_leaves_its_custom_role_alone(world: World, tmp_path: Path) -> None:
    two = google_request("roles/viewer", name="two")
    life = Life(stack(tmp_path / "a", BOTH, two), world)
    life.update(stack(tmp_path / "b", two))

    assert permissions(world) == [*PERMISSIONS]
    assert set(policy(world)) == {"roles/storage.admin", "roles/viewer"}
    assert policy(world)["roles/storage.admin"] == OF_OTHERS["roles/storage.admin"]
    assert len(list(world.all(tokens.GCP_SERVICE_ACCOUNT))) == 1


def test_clusters_of_a_project_share_custom_roles(world: World, tmp_path: Path) -> None:
    first = Life(stack(tmp_path / "first", BOTH), world)
    with pytest.raises(RefusedError, match="already exists and must be imported"):
        Life(stack(tmp_path / "no", BOTH, name="other"), first.copy().world)

    shares = {"customRoles": "existing"}
    second = Life(stack(tmp_path / "second", BOTH, name="other", gcp=shares), world)
    assert len(policy(world)[ROLE]) == 2
    first.destroy()

    assert permissions(world) == [*PERMISSIONS]
    assert len(policy(world)[ROLE]) == 1
    assert list(second.changes()) == []
    second.destroy()
    assert policy(world) == OF_OTHERS


def test_the_stack_that_created_a_role_can_leave_it_to_the_project(world: World, tmp_path: Path) -> None:
    life = Life(stack(tmp_path / "a", BOTH), world)
    life.update(stack(tmp_path / "b", BOTH, gcp={"customRoles": "existing"}))

    assert permissions(world) == [*PERMISSIONS]
    assert len(policy(world)[ROLE]) == 1


def test_custom_roles_are_deleted_where_the_settings_say_so_and_restored_when_needed(
    world: World, tmp_path: Path
) -> None:
    life = Life(stack(tmp_path / "a", BOTH), world)
    life.update(stack(tmp_path / "b", BOTH, gcp={"deleteCustomRoles": True}))
    world.empty_stores()
    life.destroy()

    assert world.find(tokens.GCP_CUSTOM_ROLE, ROLE) is None
    assert policy(world) == OF_OTHERS
    more = google_request(permissions=("dns.changes.get",))
    again = stack(tmp_path / "c", more, name="another")
    Life(again, world)
    assert permissions(world) == ["dns.changes.get"]
