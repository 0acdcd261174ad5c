"""Backups through OADP: the whole program and the component, in both time frames."""

from tests.components.etcd_backup.oadp_program import content, run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.nonempty import nonempty
from tests.kit.recorded import UNKNOWN
from tests.systems.etcd_backup.settings.test_oadp_settings import AWS, AZURE, BACKUPS, LOCATION


@FRAMES
def test_a_stack_without_backups_of_its_own_writes_nothing_for_the_operator(preview: bool) -> None:
    recorded = run(AWS, preview=preview)

    assert tokens.HCP_ETCD_BACKUP not in recorded.types
    assert tokens.BACKUPS not in recorded.types
    assert "backupNames" not in recorded.exports
    assert "secretName" not in recorded.exports


@FRAMES
def test_backups_of_the_stack_stand_beside_those_through_oadp(preview: bool) -> None:
    recorded = run(AWS, {"backups": BACKUPS}, preview=preview)

    assert len(recorded.all(tokens.SECRET)) == 2
    assert set(content(recorded, "etcd-backup-credentials")) == {"credentials"}
    assert set(content(recorded)) == {"cloud"}
    assert recorded.only(tokens.HCP_ETCD_BACKUP)
    assert len(recorded.all(tokens.VELERO_SCHEDULE)) == 2


@FRAMES
def test_without_oadp_there_is_nothing_of_it(preview: bool) -> None:
    recorded = run(AWS, {"oadp": {}, "backups": BACKUPS}, preview=preview)

    assert not [each for each in recorded.types if "velero" in each or "oadp" in each]
    assert not {tokens.CONFIG_MAP, tokens.CONFIG_MAP_PATCH} & recorded.types
    assert not recorded.warnings


@FRAMES
def test_azure_knows_the_client_id_once_the_cloud_has_given_it(preview: bool) -> None:
    recorded = run(AZURE, preview=preview)
    verdict = recorded.only(tokens.CREDENTIAL_SECRET).outputs

    assert verdict["predictedMode"] == "azure-workload-identity"
    if preview:
        assert verdict["detectedMode"] == UNKNOWN
        assert recorded.only(tokens.SECRET).inputs["data"] == UNKNOWN
    else:
        assert verdict["detectedMode"] == "azure-workload-identity"
        assert f"AZURE_CLIENT_ID={verdict['clientId']}\n" in content(recorded)["cloud"]


@FRAMES
def test_the_location_has_what_plugin_and_velero_read(preview: bool) -> None:
    s3 = run(AWS, preview=preview).only(tokens.BACKUP_STORAGE_LOCATION)
    azure = run(AZURE, preview=preview).only(tokens.BACKUP_STORAGE_LOCATION)

    assert s3.inputs["metadata"] == {"name": "etcd-snapshots", "namespace": "openshift-adp"}
    assert s3.inputs["spec"]["config"] == {"region": "us-east-1"}
    assert s3.inputs["spec"]["objectStorage"] == {"bucket": "snapshots", "prefix": "velero"}
    assert "credential" not in s3.inputs["spec"]
    assert azure.inputs["spec"]["config"]["useAAD"] == "true"
    assert azure.inputs["spec"]["config"]["storageAccount"] == "snapshots"
    assert azure.inputs["spec"]["credential"] == {
        "name": "etcd-snapshot-credentials",
        "key": "cloud",
    }


@FRAMES
def test_an_existing_location_is_not_touched(preview: bool) -> None:
    existing = {LOCATION: {"existing": True, "name": "dpa-1", "prefix": "hcp"}}
    recorded = run(AWS, existing, preview=preview)

    assert tokens.BACKUP_STORAGE_LOCATION not in recorded.types
    for schedule in recorded.all(tokens.VELERO_SCHEDULE):
        assert schedule.inputs["spec"]["template"]["storageLocation"] == "dpa-1"
    assert any("dpa-1 is not read" in warning for warning in recorded.warnings)


@FRAMES
def test_the_plugins_config_map_is_patched_and_not_owned(preview: bool) -> None:
    changes = {"cluster.operatorNamespace": "ho", "cluster.oadpNamespace": "dp"}
    patch = run(AWS, changes, preview=preview).only(tokens.CONFIG_MAP_PATCH)

    assert patch.inputs["metadata"] == {"name": "hypershift-oadp-plugin-config", "namespace": "dp"}
    assert patch.inputs["data"] == {"etcdBackupMethod": "etcdSnapshot", "hoNamespace": "ho"}


@FRAMES
def test_everything_a_backup_needs_is_there_before_its_schedule(preview: bool) -> None:
    recorded = run(AWS, preview=preview)
    schedules = recorded.all(tokens.VELERO_SCHEDULE)

    assert len(schedules) == 2
    for schedule in schedules:
        assert recorded.waits_for(
            schedule,
            [
                *recorded.all(tokens.SECRET),
                *recorded.all(tokens.BACKUP_STORAGE_LOCATION),
                *recorded.all(tokens.CONFIG_MAP_PATCH),
                *recorded.all(tokens.IAM_ROLE_POLICY),
                *recorded.all(tokens.S3_BUCKET_POLICY),
            ],
        ), schedule


@FRAMES
def test_the_location_waits_for_the_secret_that_it_may_name(preview: bool) -> None:
    recorded = run(AZURE, preview=preview)
    location = recorded.only(tokens.BACKUP_STORAGE_LOCATION)

    assert recorded.waits_for(location, recorded.all(tokens.SECRET))


@FRAMES
def test_a_kubevirt_schedule_waits_for_its_own_volume_policy(preview: bool) -> None:
    recorded = run(AWS, {"etcdBackup.oadp.schedules.0.platform": "KubeVirt"}, preview=preview)

    for schedule in recorded.all(tokens.VELERO_SCHEDULE):
        policy = recorded.named(tokens.CONFIG_MAP, f"{schedule.name}-volumes")
        assert recorded.waits_for(schedule, [policy]), schedule
        named = schedule.inputs["spec"]["template"]["resourcePolicy"]["name"]
        assert named == policy.inputs["metadata"]["name"]
    assert len(recorded.all(tokens.CONFIG_MAP)) == 2


@FRAMES
def test_all_of_it_is_in_the_management_cluster_and_below_one_component(preview: bool) -> None:
    recorded = run(AWS, preview=preview)
    kubernetes = [
        resource for resource in recorded.resources if resource.type.startswith("kubernetes:")
    ]

    assert {recorded.provider(kubernete).name for kubernete in kubernetes} == {
        "etcd-backup-cluster"
    }
    for each in nonempty(kubernetes):
        assert "openshift-credentials:oadp:BackupsThroughOadp$" in each.urn


@FRAMES
def test_the_names_are_exported_and_nothing_secret(preview: bool) -> None:
    exports = run(AWS, preview=preview).exports

    assert len(exports["scheduleNames"]) == 2
    assert exports["backupStorageLocation"] == "etcd-snapshots"
    assert not exports.secret_paths
