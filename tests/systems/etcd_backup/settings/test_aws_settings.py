"""Any settings on AWS; ``wrong_settings.txt`` has those that were chosen."""

from typing import Any

from hypothesis import given, settings, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.systems.etcd_backup.settings import S3Storage
from openshift_credentials.systems.etcd_backup.settings.identity import Credentials
from tests.kit.frames import EXAMPLES
from tests.kit.trees import AWS, Tree, backup_settings, changed, config, problems


def test_the_policy_of_a_role_has_the_size_that_iam_takes() -> None:
    statement = {
        "Effect": "Allow",
        "Action": "s3:PutObjectTagging",
        "Resource": "arn:aws:s3:::snapshots/etcd-backups/*",
    }
    many = [{**statement, "Sid": f"S{number}"} for number in range(90)]
    (problem,) = problems(changed(AWS, credentials={"extraStatements": many}))
    assert problem.startswith("etcdBackup.credentials.extraStatements")
    assert "permission policy of" in problem


# Any value anywhere in the AWS settings: problems in words or settings, never a traceback.

_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5000),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["*", "a/*", "aws-static", "aws-sts", "us-gov-west-1", "arn:aws:s3:::b/*", "s3:*", "Allow"]),
)
_WORDS = st.sampled_from(
    [
        *("create", "alias", "mode", "days", "bucket", "prefix", "sourceVpce", "Sid", "Effect"),
        *("Action", "Resource", "Condition", "StringEquals", "aws:SourceVpce", "resourceOrgID"),
    ]
)
ANYTHING = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.one_of(_WORDS, st.text(max_size=5)), inner, max_size=4)
    ),
    max_leaves=8,
)


def problems_or_none(tree: Tree) -> tuple[str, ...] | None:
    """What is said of a tree, or ``None`` if it is right; any other error is a traceback."""
    try:
        backup_settings(config(tree))
    except UnusableInputError as error:
        return tuple(map(str, error.problems))
    return None


def names(model: type[Any]) -> list[str]:
    return [field.alias for field in model.model_fields.values()]


@settings(max_examples=4 * EXAMPLES)
@given(
    st.dictionaries(st.sampled_from(names(S3Storage)), ANYTHING, max_size=5),
    st.dictionaries(st.sampled_from(names(Credentials)), ANYTHING, max_size=5),
)
def test_any_values_are_settings_or_problems(s3: dict[str, object], credentials: dict[str, object]) -> None:
    tree = changed(AWS, credentials=credentials)
    tree["storage"]["s3"].update(s3)

    told = problems_or_none(tree)

    assert told is None or (told and all("; " in problem for problem in told))


@settings(max_examples=4 * EXAMPLES)
@given(
    st.sampled_from(["accessKeyId", "secretAccessKey", "sessionToken", "credentialsFile"]),
    st.sampled_from(["aws-static", "aws-sts", None, 7]),
    st.text('\n !"[]=', max_size=5),
)
def test_no_secret_is_ever_shown(name: str, mode: object, noise: str) -> None:
    marker = "MarkerMarkerMarkerMarker"
    wrong = changed(AWS, credentials={"mode": mode, name: f"{noise}{marker}{noise}"})

    told = problems_or_none(wrong)

    if told is None:
        loaded = backup_settings(config(wrong))
        told = (repr(loaded), str(loaded.model_dump()))
    assert marker not in "".join(told)
