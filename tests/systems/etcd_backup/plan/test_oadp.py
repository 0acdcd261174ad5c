from openshift_credentials.systems.etcd_backup.plan.oadp import plan_location, plan_schedules
from openshift_credentials.systems.etcd_backup.plan.prefixes import upload_prefixes
from tests.systems.etcd_backup.settings.test_oadp_settings import AWS, BACKUPS, LOCATION, changed, load

EXISTING = {LOCATION: {"existing": True, "name": "dpa-1", "prefix": "hcp"}}


def test_a_hosted_cluster_added_in_front_moves_no_other() -> None:
    clusters = {"etcdBackup.oadp.schedules.0.hostedClusters": ["new/one", "shop/prod", "bank/prod"]}
    before = list(plan_schedules(load(AWS)))
    assert list(plan_schedules(load(changed(AWS, clusters))))[1:] == before


def test_another_time_or_retention_keeps_the_names() -> None:
    changes = {"etcdBackup.oadp.schedules.0.schedule": "@hourly", "etcdBackup.oadp.schedules.0.ttl": "2h"}
    before = [schedule.name for schedule in plan_schedules(load(AWS))]
    assert [each.name for each in plan_schedules(load(changed(AWS, changes)))] == before


def test_an_existing_location_is_named_and_not_made() -> None:
    settings = load(changed(AWS, EXISTING))
    assert plan_location(settings) is None
    template = next(plan_schedules(settings)).spec["template"]
    assert template["storageLocation"] == "dpa-1"


def test_the_job_may_write_where_the_plugin_sends_it() -> None:
    assert upload_prefixes(load(AWS)) == ("velero/backups",)
    assert upload_prefixes(load(changed(AWS, {"backups": BACKUPS}))) == ("etcd-backups", "velero/backups")
    assert upload_prefixes(load(changed(AWS, {f"{LOCATION}.prefix": ""}))) == ("backups",)
    assert upload_prefixes(load(changed(AWS, EXISTING))) == ("hcp/backups",)
    off = changed(AWS, {"oadp": {}, "etcdBackup.storage.s3.keyPrefix": "etcd/"})
    assert upload_prefixes(load(off)) == ("etcd",)
    below = [{**BACKUPS[0], "keyPrefix": "etcd-backups/a"}]
    assert upload_prefixes(load(changed(AWS, {"oadp": {}, "backups": below}))) == ("etcd-backups",)
