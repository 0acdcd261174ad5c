import pytest
from hypothesis import given

from openshift_credentials.platforms.aws.names import RoleArn, parse_role_arn
from tests.systems.etcd_backup.rules import strategies

PREFIX = "arn:aws-cn:iam::123456789012:role"


@pytest.mark.parametrize(
    ("rest", "path", "name"),
    [
        ("/a", "/", "a"),
        ("/b/!~/a=+,.@_-Z9", "/b/!~/", "a=+,.@_-Z9"),
        (f"/{'b' * 510}/a", f"/{'b' * 510}/", "a"),
        (f"/{'a' * 64}", "/", "a" * 64),
    ],
)
def test_a_role_arn_is_taken_apart(rest: str, path: str, name: str) -> None:
    assert parse_role_arn(PREFIX + rest) == RoleArn("aws-cn", "123456789012", path, name)


@pytest.mark.parametrize("rest", ["", "/", "//a", "/a/", "/a b", f"/{'b' * 511}/a", f"/{'a' * 65}", "/\u00e4", "/a\n"])
def test_what_is_no_role_arn_is_nothing(rest: str) -> None:
    assert parse_role_arn(PREFIX + rest) is None


@given(strategies.role_arns)
def test_the_parts_make_the_arn_again(arn: str) -> None:
    role = parse_role_arn(arn)
    assert role is not None
    assert f"arn:{role.partition}:iam::{role.account}:role{role.path}{role.name}" == arn
