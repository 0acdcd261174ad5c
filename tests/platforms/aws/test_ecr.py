"""Repositories of ECR and who may pull from them, judged by moto's evaluation of IAM policies."""

import pytest
from hypothesis import given, strategies as st
from moto.iam.access_control import IAMPolicy, PermissionResult

from openshift_credentials.platforms.aws.ecr import PULL_ACTIONS, parse_repository, pull_policy
from openshift_credentials.platforms.aws.policies import split_by_trust, trust_policy

ISSUER = "https://my-oidc.s3.us-east-1.amazonaws.com/mycluster-abcde"
REGISTRY = "123456789012.dkr.ecr.eu-west-1.amazonaws.com"
ARN = "arn:aws:ecr:eu-west-1:123456789012:repository"


def allowed(policy: str, action: str, resource: str) -> bool:
    """What IAM would answer, as moto evaluates it."""
    answer = IAMPolicy(policy).is_action_permitted(action, resource)
    return answer is PermissionResult.PERMITTED


def policy_of(*images: str) -> str:
    repositories = [parse_repository(image) for image in images]
    return pull_policy([each for each in repositories if each])


def test_a_workload_pulls_its_repositories_and_does_nothing_else() -> None:
    policy = policy_of(f"{REGISTRY}/team/app")
    assert allowed(policy, "ecr:GetAuthorizationToken", "*")
    for action in PULL_ACTIONS:
        assert allowed(policy, action, f"{ARN}/team/app"), action
        for other in ("team/application", "team", "team/app/more", "other/team/app"):
            assert not allowed(policy, action, f"{ARN}/{other}"), other
        assert not allowed(policy, action, f"{ARN.replace('eu-west-1', 'us-east-1')}/team/app"), action
    for action in ("ecr:PutImage", "ecr:DescribeImages", "ecr:CreateRepository", "s3:GetObject"):
        assert not allowed(policy, action, f"{ARN}/team/app"), action


@pytest.mark.parametrize(
    ("image", "arn"),
    [
        (f"{REGISTRY}/a", f"{ARN}/a"),
        (
            "123456789012.dkr.ecr-fips.us-gov-west-1.amazonaws.com/a/b",
            "arn:aws-us-gov:ecr:us-gov-west-1:123456789012:repository/a/b",
        ),
        ("123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn/a", "arn:aws-cn:ecr:cn-north-1:123456789012:repository/a"),
        ("123456789012.dkr.ecr.cn-north-1.amazonaws.com/a", None),
        (f"{REGISTRY}.cn/a", None),
        (f"{REGISTRY}/A", None),
        (f"{REGISTRY}/a:1", None),
        (f"{REGISTRY}/a/*", None),
        (f"{REGISTRY}/{'a' * 257}", None),
        ("public.ecr.aws/a/b", None),
        (REGISTRY, None),
    ],
)
def test_an_image_names_its_repository(image: str, arn: str | None) -> None:
    repository = parse_repository(image)
    assert (repository.arn if repository else None) == arn


def test_a_trust_policy_takes_46_subjects_of_33_characters() -> None:
    subjects = [f"system:serviceaccount:team-{number:02}:app" for number in range(47)]
    runs = split_by_trust("aws", "123456789012", ISSUER, subjects)
    assert [len(run) for run in runs] == [46, 1]
    assert len(trust_policy("aws", "123456789012", ISSUER, runs[0])) == 2040


@given(
    st.lists(st.from_regex(r"[a-z]{1,40}", fullmatch=True), min_size=1, max_size=80, unique=True),
    st.integers(600, 3000),
)
def test_runs_hold_every_subject_once_and_fit(names: list[str], limit: int) -> None:
    subjects = [f"system:serviceaccount:{name}:app" for name in names]
    runs = split_by_trust("aws", "123456789012", ISSUER, subjects, limit)
    assert [subject for run in runs for subject in run] == subjects
    assert all(len(trust_policy("aws", "123456789012", ISSUER, run)) <= limit for run in runs)


def test_a_subject_that_fits_no_policy_is_an_error() -> None:
    with pytest.raises(ValueError, match="characters"):
        split_by_trust("aws", "123456789012", ISSUER, ["system:serviceaccount:a:b"], 100)
