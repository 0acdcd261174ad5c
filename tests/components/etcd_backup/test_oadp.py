"""Backups through OADP: the whole program and the component, in both time frames."""

from tests.components.etcd_backup.oadp_program import run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.systems.etcd_backup.settings.test_oadp_settings import AWS, AZURE


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
