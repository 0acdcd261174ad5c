import json
from typing import Any

from openshift_credentials.base.terminal import Style
from openshift_credentials.stack.explanation import Explanation
from openshift_credentials.stack.explanation_text import to_json, to_text
from openshift_credentials.systems.etcd_backup.explain import explain
from openshift_credentials.systems.etcd_backup.plan.aws import uploading_role
from openshift_credentials.systems.etcd_backup.settings import S3Upload
from tests.kit.trees import AWS, changed, load

KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"


def explained(**changes: Any) -> Explanation:  # noqa: ANN401 - any setting
    return explain(load(changed(AWS, **changes)))


def test_the_smallest_stack_has_one_way_in_and_two_actions() -> None:
    explanation = explained()

    assert explanation.identity == "IAM role arn:aws:iam::123456789012:role/mc-1-etcd-backup"
    (way,) = explanation.ways
    assert way.issuer == "https://oidc.example.com/abc"
    assert way.subject == "system:serviceaccount:hypershift:etcd-backup-job"
    assert way.audience == "sts.amazonaws.com"
    (permission,) = explanation.permissions
    assert permission.actions == ("s3:AbortMultipartUpload", "s3:PutObject")
    assert permission.scope == "arn:aws:s3:::snapshots/etcd-backups/*"
    assert "it cannot list, read or delete snapshots" in explanation.remarks[0]


def test_every_way_in_is_reported_with_its_reason() -> None:
    credentials = {
        "restore": True,
        "serviceAccounts": ["tools/a", "clusters-*/b"],
        "allowWildcardSubjects": True,
    }
    explanation = explained(credentials=credentials)

    assert {
        way.subject.removeprefix("system:serviceaccount:"): way.why for way in explanation.ways
    } == {
        "hypershift:etcd-backup-job": "the backup Job uploads with it",
        "openshift-adp:velero": "OADP's plugin signs restores with it "
        "(etcdBackup.credentials.restore)",
        "tools:a": "etcdBackup.credentials.serviceAccounts[0]",
        "clusters-*:b": "etcdBackup.credentials.serviceAccounts[1]",
    }
    assert any("clusters-*/b" in remark for remark in explanation.remarks)
    assert "it cannot list or delete snapshots" in explanation.remarks[0]


def test_a_slash_at_the_end_of_the_issuer_is_one_way_and_not_two() -> None:
    (way,) = explained(cluster__oidcIssuer="https://oidc.example.com/abc/").ways

    assert way.issuer == "https://oidc.example.com/abc/"


def test_permissions_are_those_of_the_document() -> None:
    changes: dict[str, Any] = {
        "storage__s3__kmsKeyARN": KEY,
        "storage__s3__conditions": {
            "secureTransport": True,
            "sourceVpce": ["vpce-01234567", "vpce-89abcdef"],
            "resourceOrgID": "o-a1b2c3d4e5",
            "principalOrgID": "o-a1b2c3d4e6",
        },
        "credentials": {"restore": True},
    }
    settings = load(changed(AWS, **changes))
    upload = settings.upload
    assert isinstance(upload, S3Upload)
    role = uploading_role(settings, upload)
    assert role

    document = role.permission_policy(KEY)
    told = [
        (tuple([s["Action"]] if isinstance(s["Action"], str) else s["Action"]), s["Resource"])
        for s in json.loads(document)["Statement"]
    ]
    explanation = explain(settings)
    assert [
        (permission.actions, permission.scope) for permission in explanation.permissions
    ] == told
    assert explanation.permissions[0].conditions == (
        "only over TLS",
        "only while the role belongs to organization o-a1b2c3d4e6",
        "only in buckets of account 123456789012",
        "only if the bucket belongs to organization o-a1b2c3d4e5",
        "only through VPC endpoint vpce-01234567 or vpce-89abcdef",
    )
    assert explanation.permissions[2].conditions == ("only through s3.us-east-1.amazonaws.com",)


def test_a_key_of_the_stack_has_an_id_that_is_not_known_yet() -> None:
    scopes = [
        permission.scope for permission in explained(storage__s3__kms={"create": True}).permissions
    ]

    assert "arn:aws:kms:us-east-1:123456789012:key/KEY-OF-THIS-STACK" in scopes


def test_statements_of_the_caller_are_reported_for_what_they_are() -> None:
    statements = [
        {
            "Sid": "Tag",
            "Effect": "Allow",
            "Action": "s3:PutObjectTagging",
            "Resource": "arn:aws:s3:::b/*",
        },
        {"Effect": "Deny", "Action": "s3:Delete*", "Resource": "*"},
    ]
    explanation = explained(credentials={"extraStatements": statements})

    assert (
        explanation.permissions[1].why == "etcdBackup.credentials.extraStatements requires it (Tag)"
    )
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


def test_the_text_has_sentences_and_a_table_of_the_same() -> None:
    text = to_text(explained(), Style())

    assert "\nWho can use it\n  - Any holder of a token of https://oidc.example.com/abc" in text
    assert "\nWhat it can do\n  - On arn:aws:s3:::snapshots/etcd-backups/*, only in buckets" in text
    rows = [line.split() for line in text.splitlines() if line.startswith(("become", "do "))]
    assert [row[:2] for row in rows] == [
        ["become", "system:serviceaccount:hypershift:etcd-backup-job"],
        ["do", "s3:AbortMultipartUpload"],
        ["do", "s3:PutObject"],
    ]
    assert "\x1b" not in text


def test_json_has_the_members_of_the_model() -> None:
    document = json.loads(to_json({"etcdBackup": explained()}))["etcdBackup"]

    assert list(document) == ["identity", "ways", "permissions", "remarks", "access"]
    assert list(document["ways"][0]) == ["issuer", "subject", "audience", "why"]
    assert list(document["permissions"][0]) == ["actions", "scope", "why", "conditions"]


def test_an_existing_role_is_reported_by_what_its_policies_must_allow() -> None:
    explanation = explained(credentials={"existingRole": True, "roleName": "shared"})

    assert explanation.identity == "IAM role arn:aws:iam::123456789012:role/shared"
    assert [permission.actions for permission in explanation.permissions] == [
        ("s3:AbortMultipartUpload", "s3:PutObject")
    ]
    assert "writes none of its policies" in explanation.remarks[0]
    assert not any("it cannot" in remark for remark in explanation.remarks)
