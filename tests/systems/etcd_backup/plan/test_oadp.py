from openshift_credentials.systems.etcd_backup.plan import plan_of
from tests.systems.etcd_backup.settings.test_oadp_settings import AWS, BACKUPS, LOCATION, changed, load

EXISTING = {LOCATION: {"existing": True, "name": "dpa-1", "prefix": "hcp"}}


def test_a_hosted_cluster_added_in_front_moves_no_other() -> None:
    clusters = {"etcdBackup.oadp.schedules.0.hostedClusters": ["new/one", "shop/prod", "bank/prod"]}
    before = plan_of(load(AWS)).schedules
    assert plan_of(load(changed(AWS, clusters))).schedules[1:] == before


def test_another_time_or_retention_keeps_the_names() -> None:
    changes = {"etcdBackup.oadp.schedules.0.schedule": "@hourly", "etcdBackup.oadp.schedules.0.ttl": "2h"}
    before = [schedule.name for schedule in plan_of(load(AWS)).schedules]
    assert [each.name for each in plan_of(load(changed(AWS, changes))).schedules] == before


def test_an_existing_location_is_named_and_not_made() -> None:
    settings = load(changed(AWS, EXISTING))
    assert plan_of(settings).location is None
    template = plan_of(settings).schedules[0].spec["template"]
    assert template["storageLocation"] == "dpa-1"


def test_the_job_may_write_where_the_plugin_sends_it() -> None:
    assert plan_of(load(AWS)).upload_prefixes == ("velero/backups",)
    assert plan_of(load(changed(AWS, {"backups": BACKUPS}))).upload_prefixes == ("etcd-backups", "velero/backups")
    assert plan_of(load(changed(AWS, {f"{LOCATION}.prefix": ""}))).upload_prefixes == ("backups",)
    assert plan_of(load(changed(AWS, EXISTING))).upload_prefixes == ("hcp/backups",)
    off = changed(AWS, {"oadp": {}, "etcdBackup.storage.s3.keyPrefix": "etcd/"})
    assert plan_of(load(off)).upload_prefixes == ("etcd",)
    below = [{**BACKUPS[0], "keyPrefix": "etcd-backups/a"}]
    assert plan_of(load(changed(AWS, {"oadp": {}, "backups": below}))).upload_prefixes == ("etcd-backups",)
