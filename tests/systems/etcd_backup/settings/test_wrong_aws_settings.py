"""Wrong settings on AWS: what is said, where, and that it is all that is said.

Each row was read for sense: the setting by its path, the rule in words, and a way out.
"""

import pytest

from tests.kit.tables import read_rows
from tests.kit.trees import AWS, changed, problems
from tests.systems.etcd_backup.settings.wrong_aws_samples import SECRET

S3_ROWS: list[tuple[str, object, str, str]] = [
    *read_rows(__file__, "wrong_aws_settings.json"),
    ("keyPrefix", "a" * 1011, "keyPrefix", "at most 1010 characters"),
]


def test_a_wrong_setting_of_the_bucket() -> None:
    for name, value, path, words in S3_ROWS:
        found = problems(changed(AWS, **{f"storage__s3__{name}": value}))

        assert len(found) == 1, f"{name} = {value!r}: {found}"
        assert found[0].startswith(f"etcdBackup.storage.s3.{path}"), (name, value, path)
        assert words in found[0], f"{name} = {value!r}: {found[0]}"
        assert ";" in found[0], f"no way out: {found[0]}"


@pytest.mark.parametrize(
    ("issuer", "words"),
    [
        ("http://oidc.example.com", "https URL"),
        ("https://OIDC.example.com", "lower case"),
        ("https://oidc.example.com?a=b", "no query"),
        ("https://oidc.example.com/a b", "white space"),
        (f"https://oidc.example.com/{'a' * 300}", "IAM accepts 255"),
    ],
)
def test_an_issuer_that_iam_cannot_trust(issuer: str, words: str) -> None:
    (problem,) = problems(changed(AWS, cluster__oidcIssuer=issuer))

    assert problem.startswith("cluster.oidcIssuer")
    assert words in problem


def test_all_problems_are_reported_at_once() -> None:
    wrong = changed(
        AWS,
        storage__s3__region="virginia",
        storage__s3__tags={"aws:a": "b"},
        storage__s3__objectLock={"days": 5},
        credentials={"rolePath": "x", "secretAccessKey": SECRET, "serviceAccounts": ["*"]},
    )

    found = problems(wrong)
    assert len(found) == 6
    assert SECRET not in "".join(found)
