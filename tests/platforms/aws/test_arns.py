import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.aws import names as aws
from openshift_credentials.platforms.kubernetes.names import within

KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"


@pytest.mark.parametrize(
    ("region", "partition"),
    [("us-east-1", "aws"), ("eu-central-2", "aws"), ("us-gov-west-1", "aws-us-gov"), ("cn-northwest-1", "aws-cn")],
)
def test_the_partition_follows_from_the_region(region: str, partition: str) -> None:
    assert aws.partition_of(region) == partition
    assert aws.region_problem(region) is None


@pytest.mark.parametrize("region", ["us-iso-east-1", "us-isob-east-1", "eusc-de-east-1"])
def test_a_partition_that_backups_do_not_know_is_a_problem(region: str) -> None:
    assert "HCPEtcdBackup does not support" in (aws.region_problem(region) or "")


@pytest.mark.parametrize(
    ("issuer", "provider"),
    [
        ("https://oidc.example.com", "oidc.example.com"),
        ("https://oidc.example.com/", "oidc.example.com"),
        ("https://oidc.example.com/a/b", "oidc.example.com/a/b"),
        ("https://oidc.example.com/a/b/", "oidc.example.com/a/b"),
        ("https://oidc.example.com:8443/a", "oidc.example.com:8443/a"),
    ],
)
def test_the_provider_is_the_issuer_without_its_scheme(issuer: str, provider: str) -> None:
    assert aws.provider_of(issuer) == provider
    assert aws.oidc_provider_arn("aws-cn", "123456789012", issuer) == (
        f"arn:aws-cn:iam::123456789012:oidc-provider/{provider}"
    )


def test_an_issuer_with_a_trailing_slash_has_two_possible_providers() -> None:
    arns = aws.oidc_provider_arns("aws", "123456789012", "https://oidc.example.com/a/")

    assert [arn.partition("oidc-provider/")[2] for arn in arns] == ["oidc.example.com/a", "oidc.example.com/a/"]


@pytest.mark.parametrize(
    ("issuer", "words"),
    [(f"https://oidc.example.com/{'a' * 250}", "has 275 characters"), ("https://oidc.example.com/a", None)],
)
def test_iam_takes_no_long_url(issuer: str, words: str | None) -> None:
    problem = aws.issuer_problem(issuer)

    assert words in problem if words and problem else problem is words


@pytest.mark.parametrize(
    ("region", "words"), [("us-east-1", None), ("us-east-2", "region us-east-1"), ("cn-north-1", "partition aws")]
)
def test_a_key_is_beside_its_bucket(region: str, words: str | None) -> None:
    problem = aws.kms_key_problem(KEY, region)

    assert words in problem if words and problem else problem is words


def test_an_arn_that_was_not_announced_is_an_error_that_names_both() -> None:
    assert aws.assert_same_role("arn:a", "arn:a") == "arn:a"
    with pytest.raises(ContractError, match=r"arn:b.*arn:a"):
        aws.assert_same_role("arn:a", "arn:b")
    with pytest.raises(ContractError, match="OIDC provider"):
        aws.assert_same_provider(("arn:a", "arn:a/"), "arn:b")


_NAMES = st.text("ab-0123456789", min_size=1, max_size=90)


@given(_NAMES, _NAMES)
def test_two_names_are_never_cut_to_the_same(first: str, second: str) -> None:
    cut = within(64, first)

    assert len(cut) <= 64
    assert cut == first or len(first) >= 64
    assert (cut == within(64, second)) == (first == second)


@given(st.text("ab", min_size=65, max_size=90))
def test_a_name_that_looks_like_a_cut_one_is_reported_from_it(long: str) -> None:
    cut = within(64, long)

    assert within(64, cut) != cut
