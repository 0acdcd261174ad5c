"""Documents, URLs, manifests and policies of an issuer, beside those of ccoctl."""

import json
from collections.abc import Iterator, Mapping
from typing import cast

import pytest

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.systems.token_issuer.rules import issuers
from openshift_credentials.systems.token_issuer.rules.issuers import (
    CLUSTER_AUTHENTICATION_FILE,
    WEBHOOK_CONFIGURATION_FILE,
    IssuerCloud,
    build_json_web_key_set,
    create_cluster_authentication,
    create_pod_identity_webhook_config_secret,
    discovery_document,
    keys_path,
)
from openshift_credentials.systems.token_issuer.rules.signing_keys import read_public_key
from tests.cco_samples import Row, public_key, rows, sample
from tests.kit.tables import nonempty, rows_beside

CASES = [
    case
    for cloud in ("aws.json.gz", "azure.json", "gcp.json")
    for case in sample(f"cases-{cloud}")
    if any("openid-configuration" in file for file in case["files"]) and not case["exit"]
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_documents_and_manifests_are_those_of_ccoctl(case: Row) -> None:
    files = {file.removeprefix("out/"): text for file, text in case["files"].items()}
    arguments, cloud = case["args"], IssuerCloud(case["cloud"])
    url = _issuer_url(cloud, arguments)
    keys = [read_public_key(public_key(case["given"]["public_key"]))]
    expected = {
        IssuerCloud.AWS: ("02-openid-configuration", "03-keys.json"),
        IssuerCloud.AZURE: ("openid-configuration", "jwks"),
        IssuerCloud.GCP: ("03-openid-configuration", "04-keys.json"),
    }[cloud]
    assert files[expected[0]] == discovery_document(cloud, url)
    assert files[expected[1]] == build_json_web_key_set(keys)
    assert files[f"manifests/{CLUSTER_AUTHENTICATION_FILE}"] == create_cluster_authentication(url)
    if cloud is IssuerCloud.AZURE:
        webhook = create_pod_identity_webhook_config_secret(arguments["tenant-id"])
        assert files[f"manifests/{WEBHOOK_CONFIGURATION_FILE}"] == webhook


def _issuer_url(cloud: IssuerCloud, arguments: Row) -> str:
    name = arguments["name"]
    if cloud is IssuerCloud.AZURE:
        account = arguments.get("storage-account-name", name)
        return issuers.blob_issuer_url(account, arguments.get("blob-container-name", name))
    if cloud is IssuerCloud.GCP:
        return issuers.storage_issuer_url(name)
    if arguments.get("create-private-s3-bucket"):
        return issuers.UNKNOWN_CLOUDFRONT_URL
    return issuers.s3_issuer_url(name, arguments["region"])


@pytest.mark.parametrize("row", rows("aws-policies-regions", "aws_region"), ids=lambda row: row["in"]["region"])
def test_suffix_and_partition_of_a_region_are_upstreams(row: Row) -> None:
    region, out = row["in"]["region"], row["out"]
    assert issuers.get_partition(region) == out["partition"]
    if out["dns_error"]:
        with pytest.raises(UnusableInputError):
            issuers.get_dns_suffix(region)
    else:
        assert issuers.get_dns_suffix(region) == out["dns_suffix"]


@pytest.mark.parametrize(
    ("region", "suffix"),
    [
        ("us-gov-west-1", "amazonaws.com"),
        ("eusc-de-east-1", "amazonaws.eu"),
        ("us-isob-east-1", "sc2s.sgov.gov"),
        ("eu-isoe-west-1", "cloud.adc-e.uk"),
        ("us-isof-south-1", "csp.hci.ic.gov"),
        ("us-iso-west-1", "c2s.ic.gov"),
        ("aws-cn-global", "amazonaws.com.cn"),
        ("aws-iso-global", "c2s.ic.gov"),
        ("aws-iso-b-global", "sc2s.sgov.gov"),
        ("aws-iso-e-global", "cloud.adc-e.uk"),
        ("aws-iso-f-global", "csp.hci.ic.gov"),
        ("aws-global", "com"),
        ("US-EAST-1", "amazonaws.com"),
        ("mars-1", "amazonaws.com"),
        ("a.b", "b.amazonaws.com"),
        ("x" * 63, "amazonaws.com"),
        (f"a.{'x' * 63}", f"{'x' * 63}.amazonaws.com"),
    ],
)
def test_the_sdk_knows_a_region_by_its_form(region: str, suffix: str) -> None:
    assert issuers.get_dns_suffix(region) == suffix


@rows_beside("region, partition")
def test_arns_of_a_region_are_in_its_partition(region: str, partition: str) -> None:
    assert issuers.get_partition(region) == partition


@pytest.mark.parametrize("region", ["", "us east", "us_east", "us/east", "a..b", "é", "x" * 64, f"a.{'x' * 64}"])
def test_what_is_no_host_label_is_no_region(region: str) -> None:
    with pytest.raises(UnusableInputError, match="is not a region"):
        issuers.get_dns_suffix(region)


def public_buckets() -> Iterator[tuple[str, str, Row]]:
    """Region, name and recorded state of every bucket with a policy."""
    for scenario in sample("live-aws.json"):
        for step in scenario["steps"]:
            if isinstance(state := step.get("state"), dict):
                for name, bucket in cast("Mapping[str, Row]", state["buckets"]).items():
                    if isinstance(bucket["policy_text"], str):
                        yield scenario["region"], name, bucket


def test_policy_and_access_block_of_a_public_bucket_are_those_of_ccoctl() -> None:
    block = issuers.PUBLIC_ACCESS
    for region, name, bucket in nonempty(public_buckets()):
        partition = issuers.get_partition(region)
        policy = json.loads(bucket["policy_text"])
        assert policy["Statement"] == [issuers.public_read(partition, name)], name
        assert bucket["public_access_block"] == {
            "BlockPublicAcls": block["block_public_acls"],
            "IgnorePublicAcls": block["ignore_public_acls"],
            "BlockPublicPolicy": block["block_public_policy"],
            "RestrictPublicBuckets": block["restrict_public_buckets"],
        }, name


def test_the_policy_for_an_origin_access_identity_is_that_of_ccoctl() -> None:
    case = next(each for each in sample("cases-aws.json.gz") if "private" in each["id"])
    file = "out/06-put-bucket-policy-to-allow-origin-access-identity.json"
    call = json.loads(case["files"][file])
    identity = "<enter_cloudfront_origin_access_identity_here>"
    (statement,) = json.loads(call["Policy"])["Statement"]
    assert statement == issuers.origin_access_identity_read("aws", call["Bucket"], identity)


def test_key_sets_lie_where_ccoctl_puts_them() -> None:
    assert [keys_path(cloud) for cloud in IssuerCloud] == ["keys.json", "openid/v1/jwks", "keys.json"]


@rows_beside("name, found")
def test_a_pool_of_another_project_is_not_trusted(name: str | None, found: str | None) -> None:
    if found is None:
        issuers.assert_in_project("my-project", "111", name)
        return
    with pytest.raises(ContractError) as raised:
        issuers.assert_in_project("my-project", "111", name)
    assert str(raised.value) == (
        "project my-project has the number 222, but tokenIssuer.gcp.projectNumber is 111: "
        "identities would trust a pool of another project; set tokenIssuer.gcp.projectNumber to "
        '"222"'
    )


@pytest.mark.parametrize(
    ("name", "taken"), [("abc", True), ("a" * 24, True), ("a" * 25, False), ("ab", False), ("My-Storage", False)]
)
def test_storage_accounts_have_lower_case_letters_and_digits(name: str, taken: bool) -> None:
    assert (issuers.validate_storage_account_name(name) is None) is taken
