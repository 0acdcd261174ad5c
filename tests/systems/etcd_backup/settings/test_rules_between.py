"""Rules between settings, from both sides."""

import pytest
from hypothesis import given, strategies as st

from tests.kit.trees import ABSENT, AWS, AZURE, Tree, changed, load, paths, problems

MODES = {
    "S3": ["aws-sts", "aws-static"],
    "AzureBlob": ["azure-workload-identity", "azure-client-secret", "azure-managed-identity"],
}
KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"


def test_the_branch_of_the_other_storage_type_is_forbidden() -> None:
    both = changed(AWS, storage__azureBlob=AZURE["storage"]["azureBlob"])

    assert paths(both) == ["etcdBackup.storage.azureBlob"]
    assert paths(changed(both, storage__storageType="AzureBlob")) == ["etcdBackup.storage.s3"]


@pytest.mark.parametrize("mode", ["aws-sts"])
def test_a_mode_of_the_storage_type_is_taken(mode: str) -> None:
    assert paths(changed(AWS, credentials={"mode": mode})) == []
    assert load(changed(AWS, credentials={"mode": mode})).mode == mode


@pytest.mark.parametrize("mode", MODES["AzureBlob"])
def test_a_mode_of_azure_does_not_go_with_s3(mode: str) -> None:
    assert "etcdBackup.credentials.mode" in paths(changed(AWS, credentials={"mode": mode}))


@pytest.mark.parametrize("mode", MODES["S3"])
def test_a_mode_of_aws_does_not_go_with_azure(mode: str) -> None:
    assert "etcdBackup.credentials.mode" in paths(changed(AZURE, credentials={"mode": mode}))


@pytest.mark.parametrize("mode", ["AWS-STS", "sts", "", "unknown", 1])
def test_a_mode_is_one_of_the_five(mode: object) -> None:
    (problem,) = problems(changed(AWS, credentials={"mode": mode}))

    assert problem.startswith("etcdBackup.credentials.mode")
    for each in (*MODES["S3"], *MODES["AzureBlob"]):
        assert each in problem


def test_an_identity_has_no_meaning_on_aws_nor_a_role_on_azure() -> None:
    assert paths(changed(AWS, credentials={"identityName": "abc"})) == ["etcdBackup.credentials.identityName"]
    assert paths(changed(AZURE, credentials={"roleName": "abc"})) == ["etcdBackup.credentials.roleName"]


@pytest.mark.parametrize(
    ("region", "key", "right"),
    [
        ("us-east-1", KEY, True),
        ("us-west-2", KEY, False),
        ("us-gov-west-1", KEY, False),
        ("us-gov-west-1", KEY.replace("aws:", "aws-us-gov:").replace("east", "gov-west"), True),
        ("cn-north-1", KEY.replace("aws:", "aws-cn:").replace("us-east", "cn-north"), True),
        ("cn-north-1", KEY.replace("us-east", "cn-north"), False),
    ],
)
def test_a_kms_key_is_in_the_region_and_partition_of_the_bucket(region: str, key: str, right: bool) -> None:
    tree = changed(AWS, storage__s3__region=region, storage__s3__kmsKeyARN=key)

    assert paths(tree) == ([] if right else ["etcdBackup.storage.s3.kmsKeyARN"])


def with_clusters(*clusters: str) -> Tree:
    return changed(AWS, backups=[{"hostedCluster": cluster, "trigger": "1"} for cluster in clusters])


def test_a_hosted_cluster_is_listed_once() -> None:
    assert paths(with_clusters("a/one", "a/two", "b/one")) == []
    assert paths(with_clusters("a/one", "a/two", "a/one")) == ["etcdBackup.backups[2].hostedCluster"]


def test_two_clusters_with_the_same_control_plane_namespace_are_the_same() -> None:
    assert paths(with_clusters("a/b-c", "a-b/c")) == ["etcdBackup.backups[1].hostedCluster"]
    assert paths(with_clusters("a/b.c", "a/b-c")) == ["etcdBackup.backups[1].hostedCluster"]


@given(st.integers(1, 62))
def test_a_control_plane_namespace_fits_into_63_characters(length: int) -> None:
    tree = with_clusters(f"{'a' * length}/{'b' * (62 - length)}" if length < 62 else "a/b")
    too_long = with_clusters(f"{'a' * length}/{'b' * (63 - length)}")

    assert paths(tree) == []
    assert paths(too_long) == ["etcdBackup.backups[0].hostedCluster"]


def test_the_prefix_of_a_backup_follows_the_storage() -> None:
    for_s3 = changed(AWS, backups__0__keyPrefix="etcd-backups/a!b")
    for_azure = changed(AZURE, backups__0__keyPrefix="etcd-backups/a!b")

    assert paths(for_s3) == []
    assert paths(for_azure) == ["etcdBackup.backups[0].keyPrefix"]


def test_storage_without_any_branch_is_one_problem() -> None:
    assert paths(changed(AWS, storage__s3=ABSENT)) == ["etcdBackup.storage.s3"]
