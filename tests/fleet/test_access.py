"""What the ServiceAccounts of a fleet may do in their management clusters."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from openshift_credentials.fleet.rendering import OTHER_SYSTEMS, rights
from tests.fleet.rows import aws_row, azure_row, fleet_of
from tests.kit.places import REPOSITORY

_TOKEN: Final = re.compile(r"kubernetes:([a-z0-9./-]+:\w+)")


def test_every_kind_that_a_system_registers_is_in_its_table() -> None:
    looked_at: set[str] = set()
    for golden in (REPOSITORY / "tests" / "examples" / "golden").glob("*.yaml"):
        folder = REPOSITORY / "examples" / golden.stem
        stack = folder / f"Pulumi.{golden.stem}.yaml"
        branches = re.findall(r"^  openshift-credentials:(\w+):", stack.read_text(), re.MULTILINE)
        systems = OTHER_SYSTEMS.keys() & set(branches)
        registered = set(_TOKEN.findall(golden.read_text()))
        if "etcdBackup" in branches or not registered:
            continue
        known = {token for system in systems for token in OTHER_SYSTEMS[system]}
        assert registered <= known, (golden.stem, registered - known)
        looked_at |= systems
    assert looked_at >= {"componentIdentities", "cloudCredentials", "imagePulls"}, looked_at


CHANGED: Final = ("create", "get", "patch")
REMOVED: Final = (*CHANGED, "delete", "list", "watch")


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (
            {"etcdBackup": {}},
            {
                "hcpetcdbackups": {"/": CHANGED},
                "secrets": {"hypershift/": ("list", "watch"), "hypershift/cloud-credentials": (*CHANGED, "delete")},
                "serviceaccounts": {},
                "schedules": {},
            },
        ),
        ({"etcdBackup": {"backupPolicy": {"keepPrevious": True}}}, {"hcpetcdbackups": {"/": CHANGED}}),
        ({"etcdBackup": {"backupPolicy": {"keepPrevious": False}}}, {"hcpetcdbackups": {"/": REMOVED}}),
        ({"etcdBackup": {"oadp": {}}}, {"schedules": {}}),
        ({"etcdBackup": {"oadp": {"enabled": False}}}, {"schedules": {}}),
        ({"etcdBackup": {"oadp": {"enabled": True}}}, {"schedules": {"openshift-adp/": REMOVED}}),
        (
            {"etcdBackup": {"oadp": {"enabled": True}}, "cluster": {"oadpNamespace": "velero"}},
            {"schedules": {"velero/": REMOVED}},
        ),
        ({"cloudCredentials": {}}, {"namespaces": {"/": ("get",)}, "cloudcredentials": {"/": ("get", "patch")}}),
    ],
)
def test_the_rights_follow_from_the_settings(
    tmp_path: Path, config: dict[str, Any], expected: dict[str, dict[str, tuple[str, ...]]]
) -> None:
    (member,) = fleet_of(tmp_path / "fleet.yaml", [aws_row()]).members
    given = rights(replace(member, config=config))
    for resource, places in expected.items():
        found: dict[str, set[str]] = {}
        for right in given:
            if right.resource == resource:
                found.setdefault(f"{right.namespace}/{right.name}", set()).add(right.verb)
        assert found == {place: {*verbs} for place, verbs in places.items()}, resource


def test_the_secret_of_backups_is_named_and_azure_annotates_its_account(tmp_path: Path) -> None:
    secrets: dict[str, set[str]] = {}
    (member,) = fleet_of(tmp_path / "fleet.yaml", [azure_row()]).members
    named = replace(member, config={"etcdBackup": {"credentials": {"secretName": "own"}}})
    for member_ in (member, named):
        given = [right for right in rights(member_) if right.namespace == "hypershift"]
        secrets |= {
            right.name: {item.verb for item in given if item.name == right.name}
            for right in given
            if right.resource == "secrets" and right.name
        }
        accounts = {right.verb for right in given if right.resource == "serviceaccounts"}
        assert accounts == {*CHANGED}
    assert secrets == {name: {*CHANGED, "delete"} for name in ("cloud-credentials", "own")}
