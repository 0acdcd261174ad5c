from typing import Any

from openshift_credentials.platforms.kubernetes.cron import resolve
from openshift_credentials.systems.etcd_backup.plan.oadp import plan_location, plan_schedules
from openshift_credentials.systems.etcd_backup.plan.prefixes import upload_prefixes
from tests.kit.nonempty import nonempty
from tests.systems.etcd_backup.settings.test_oadp_settings import (
    AWS,
    AZURE,
    BACKUPS,
    LOCATION,
    changed,
    load,
)

EXISTING = {LOCATION: {"existing": True, "name": "dpa-1", "prefix": "hcp"}}


def test_every_hosted_cluster_has_its_own_schedule() -> None:
    planned = list(plan_schedules(load(AWS)))
    namespaces = [each.spec["template"]["includedNamespaces"] for each in planned]
    assert namespaces == [["shop", "shop-prod"], ["bank", "bank-prod"]]
    assert len({each.name for each in planned}) == 2


def test_the_time_follows_from_hosted_cluster_and_name() -> None:
    times = [schedule.spec["schedule"] for schedule in plan_schedules(load(AWS))]
    assert times == [
        resolve("H 2 * * *", f"{cluster}/nightly") for cluster in ("shop/prod", "bank/prod")
    ]


def test_a_hosted_cluster_added_in_front_moves_no_other() -> None:
    clusters = {"etcdBackup.oadp.schedules.0.hostedClusters": ["new/one", "shop/prod", "bank/prod"]}
    before = list(plan_schedules(load(AWS)))
    assert list(plan_schedules(load(changed(AWS, clusters))))[1:] == before


def test_another_time_or_retention_keeps_the_names() -> None:
    changes = {
        "etcdBackup.oadp.schedules.0.schedule": "@hourly",
        "etcdBackup.oadp.schedules.0.ttl": "2h",
    }
    before = [schedule.name for schedule in plan_schedules(load(AWS))]
    assert [each.name for each in plan_schedules(load(changed(AWS, changes)))] == before


def test_the_platform_follows_the_storage_unless_it_is_given() -> None:
    def kinds(tree: dict[str, Any]) -> str:
        template = next(plan_schedules(load(tree))).spec["template"]
        return " ".join(template["includedResources"])

    assert "awsmachines" in kinds(AWS)
    assert "azuremachines" in kinds(AZURE)
    assert "agentmachines" in kinds(changed(AWS, {"etcdBackup.oadp.schedules.0.platform": "Agent"}))
    own = {
        "etcdBackup.oadp.schedules.0.includedResources": ["hostedclusters", "hostedcontrolplanes"]
    }
    assert kinds(changed(AWS, own)) == "hostedclusters hostedcontrolplanes"


def test_only_kubevirt_needs_a_volume_policy() -> None:
    kubevirt = load(changed(AWS, {"etcdBackup.oadp.schedules.0.platform": "KubeVirt"}))
    assert all(each.volume_policy for each in nonempty(plan_schedules(kubevirt)))
    assert not any(schedule.volume_policy for schedule in plan_schedules(load(AWS)))


def test_an_existing_location_is_named_and_not_made() -> None:
    settings = load(changed(AWS, EXISTING))
    assert plan_location(settings) is None
    template = next(plan_schedules(settings)).spec["template"]
    assert template["storageLocation"] == "dpa-1"


def test_the_job_may_write_where_the_plugin_sends_it() -> None:
    assert upload_prefixes(load(AWS)) == ("velero/backups",)
    assert upload_prefixes(load(changed(AWS, {"backups": BACKUPS}))) == (
        "etcd-backups",
        "velero/backups",
    )
    assert upload_prefixes(load(changed(AWS, {f"{LOCATION}.prefix": ""}))) == ("backups",)
    assert upload_prefixes(load(changed(AWS, EXISTING))) == ("hcp/backups",)
    off = changed(AWS, {"oadp": {}, "etcdBackup.storage.s3.keyPrefix": "etcd/"})
    assert upload_prefixes(load(off)) == ("etcd",)
    below = [{**BACKUPS[0], "keyPrefix": "etcd-backups/a"}]
    assert upload_prefixes(load(changed(AWS, {"oadp": {}, "backups": below}))) == ("etcd-backups",)
