from typing import Any

from openshift_credentials.base.terminal import Style
from openshift_credentials.stack.explanation import Explanation, to_json, to_text
from openshift_credentials.systems.etcd_backup.explain import explain
from tests.kit.trees import AWS, changed, load


def explained(**changes: Any) -> Explanation:  # noqa: ANN401 - any setting
    return explain(load(changed(AWS, **changes)))


def test_every_way_in_is_reported_with_its_reason() -> None:
    accounts = ["tools/a", "clusters-1/b"]
    explanation = explained(credentials={"restore": True, "serviceAccounts": accounts})

    assert {way.subject.removeprefix("system:serviceaccount:"): way.why for way in explanation.ways} == {
        "hypershift:etcd-backup-job": "the backup Job uploads with it",
        "openshift-adp:velero": "OADP's plugin signs restores with it (etcdBackup.credentials.restore)",
        "tools:a": "etcdBackup.credentials.serviceAccounts[0]",
        "clusters-1:b": "etcdBackup.credentials.serviceAccounts[1]",
    }
    assert "it cannot list or delete snapshots" in explanation.remarks[0]


def test_statements_of_the_caller_are_reported_for_what_they_are() -> None:
    statements = [
        {"Sid": "Tag", "Effect": "Allow", "Action": "s3:PutObjectTagging", "Resource": "arn:aws:s3:::b/*"},
        {"Effect": "Deny", "Action": "s3:Delete*", "Resource": "*"},
        {
            "Effect": "Allow",
            "NotAction": ["iam:*", "s3:*"],
            "NotResource": "arn:aws:s3:::b/*",
            "Condition": {"Bool": {"aws:SecureTransport": "true"}},
        },
    ]
    explanation = explained(credentials={"extraStatements": statements})

    assert explanation.permissions[1].why == "etcdBackup.credentials.extraStatements requires it (Tag)"
    assert explanation.permissions[2].actions == ("everything but iam:*, s3:*",)
    assert explanation.permissions[2].scope == "everything but arn:aws:s3:::b/*"
    assert explanation.permissions[2].conditions == ("Bool aws:SecureTransport true",)
    assert any(each.startswith("it never can: s3:Delete* on *") for each in explanation.remarks)
    assert not any("it cannot" in remark for remark in explanation.remarks)


def test_static_keys_have_no_ways_and_no_limits_that_are_known() -> None:
    credentials = {
        "mode": "aws-static",
        "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
        "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    }
    explanation = explained(credentials=credentials)

    assert (explanation.ways, explanation.permissions) == ((), ())
    assert "wJalr" not in to_json({"etcdBackup": explanation}) + to_text(explanation, Style())
