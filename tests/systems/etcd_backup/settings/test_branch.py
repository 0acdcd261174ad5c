"""What follows from several settings of the branch."""

from typing import Any, Final

import pytest

from openshift_credentials.systems.etcd_backup.plan import plan_of
from tests.kit.trees import AWS, AZURE, Tree, changed, load

RENDERED: Final = {"kubernetes": {"renderTo": "out"}}
OADP: Final = {"oadp": {"enabled": True, "secretName": "cloud-credentials"}}


@pytest.mark.parametrize(
    ("changes", "waits", "keeps"),
    [
        ({}, True, True),
        ({"backupPolicy": {"wait": False}}, False, True),
        ({"backupPolicy": {"keepPrevious": False}}, True, False),
        (RENDERED, False, False),
        ({**RENDERED, "backupPolicy": {"wait": False}}, False, False),
        ({**RENDERED, "backupPolicy": {"keepPrevious": False}}, False, False),
    ],
)
def test_manifests_end_in_no_cluster_and_only_the_newest_backup_is_one(
    changes: dict[str, Any], waits: bool, keeps: bool
) -> None:
    settings = load(changed(AWS, **changes))
    assert (settings.waits_for_backups, settings.keeps_previous_backups) == (waits, keeps)


@pytest.mark.parametrize(
    ("changes", "directly"), [({}, True), (OADP, True), ({"backups": []}, True), ({**OADP, "backups": []}, False)]
)
def test_only_oadp_alone_needs_no_secret_of_the_stack(changes: dict[str, Any], directly: bool) -> None:
    assert load(changed(AWS, **changes)).backs_up_directly is directly


@pytest.mark.parametrize(
    ("tree", "credentials", "cluster", "name"),
    [
        (AWS, {}, "mc.one", "mc-one-etcd-backup"),
        (AWS, {"roleName": "r" * 64}, "mc", "r" * 64),
        (AZURE, {"identityName": "own"}, "mc", "own"),
    ],
)
def test_an_identity_has_the_name_of_the_settings_or_of_the_cluster(
    tree: Tree, credentials: dict[str, Any], cluster: str, name: str
) -> None:
    plan = plan_of(load(changed(tree, credentials=credentials, cluster__name=cluster)))
    assert plan.identity_name == name
