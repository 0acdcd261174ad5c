"""A store for other accounts: what it makes, whom it lets in, and what is wrong with settings."""

import json
from typing import Any

import pytest

from openshift_credentials.stack.load import load_settings
from tests.components.aws.stacks import run as run_backups
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, run_main
from tests.kit.nonempty import nonempty
from tests.kit.recorded import Recorded
from tests.kit.trees import config, problems

UPLOADER = {"roleARN": "arn:aws:iam::123456789012:role/mc-etcd-backup", "keyPrefix": "etcd-backups"}
COPIER = {"roleARN": "arn:aws:iam::123456789012:role/mc-etcd-replication"}


def tree(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any value, right or wrong
    store = {
        "bucket": "vault",
        "region": "us-east-1",
        "accountId": "999999999999",
        "uploadRoles": [UPLOADER],
        **changes,
    }
    return {"snapshotStore": {key: value for key, value in store.items() if value is not None}}


def run(*, preview: bool, **changes: Any) -> Recorded:  # noqa: ANN401 - any value
    return record(run_main, preview=preview, config=config(tree(**changes)))


def policy(recorded: Recorded, token: str) -> dict[str, Any]:
    return {
        each["Sid"]: each for each in json.loads(recorded.only(token).inputs["policy"])["Statement"]
    }


@FRAMES
def test_the_store_grants_what_the_other_stack_prints(preview: bool) -> None:
    key = "arn:aws:kms:us-east-1:999999999999:key/1234abcd-12ab-34cd-56ef-1234567890ab"
    other = {"existing": True, "bucketAccountId": "999999999999", "bucket": "vault"}
    printed = run_backups({**other, "kmsKeyARN": key}, preview=preview).exports
    recorded = run(preview=preview, kms={"create": True})

    (wanted,) = json.loads(printed["statementsForTheBucket"])["Statement"]
    assert policy(recorded, tokens.S3_BUCKET_POLICY)[wanted["Sid"]] == wanted
    (wanted,) = json.loads(printed["statementsForTheKey"])["Statement"]
    assert policy(recorded, tokens.KMS_KEY)[wanted["Sid"]] == wanted
    provider = recorded.only(tokens.AWS_PROVIDER)
    assert provider.inputs["allowedAccountIds"] in (["999999999999"], '["999999999999"]')


@FRAMES
def test_the_store_takes_the_copies_that_the_other_stack_sends(preview: bool) -> None:
    copy = {"bucket": "vault", "region": "us-east-1", "accountId": "999999999999", "existing": True}
    key = "arn:aws:kms:us-east-1:999999999999:key/1234abcd-12ab-34cd-56ef-1234567890ab"
    sent = run_backups(
        {"replication": {**copy, "kmsKeyARN": key}, "kms": {"create": True}}, preview=preview
    )
    recorded = run(preview=preview, uploadRoles=None, copyRoles=[COPIER], kms={"create": True})

    (wanted,) = json.loads(sent.exports["statementsForTheCopy"])["Statement"]
    assert policy(recorded, tokens.S3_BUCKET_POLICY)[wanted["Sid"]] == wanted
    (wanted,) = json.loads(sent.exports["statementsForTheKeyOfTheCopy"])["Statement"]
    assert policy(recorded, tokens.KMS_KEY)[wanted["Sid"]] == wanted


@FRAMES
def test_a_perimeter_lets_the_roles_that_copy_use_the_key(preview: bool) -> None:
    perimeter = {
        "readers": ["arn:aws:iam::999999999999:role/break-glass"],
        "sourceVpce": "vpce-01234567",
    }
    second = {"roleARN": "arn:aws:iam::123456789012:role/mc-2-etcd-replication"}
    recorded = run(
        preview=preview, copyRoles=[COPIER, second], kms={"create": True}, perimeter=perimeter
    )

    for token, sids in (
        (tokens.KMS_KEY, ("DenyDecryptButThese", "DenyOtherNetworks")),
        (tokens.S3_BUCKET_POLICY, ("DenyOtherNetworks",)),
    ):
        for sid in sids:
            let_in = policy(recorded, token)[sid]["Condition"]["ArnNotEquals"]["aws:PrincipalArn"]
            assert {COPIER["roleARN"], second["roleARN"]} <= {*let_in}, (token, sid)


@FRAMES
def test_a_store_is_kept_whole(preview: bool) -> None:
    everything: dict[str, Any] = {
        "kms": {"create": True},
        "objectLock": {"mode": "governance", "days": 7},
        "inventory": {"bucket": "lists"},
        "dataEvents": {"bucket": "trails"},
    }
    recorded = run(preview=preview, **everything)

    for component in (tokens.SNAPSHOT_BUCKET, tokens.SNAPSHOT_KEY):
        for each in nonempty(recorded.children(recorded.only(component))):
            assert each.protect or not each.request.custom, each
    retained = run(preview=preview, retainOnDestroy=True, **everything)
    for each in nonempty(retained.children(retained.only(tokens.SNAPSHOT_RECORDS))):
        assert retained.by_urn(each.request.deletedWith).retain_on_delete, each


ROWS: list[tuple[dict[str, Any], str, str]] = [
    ({"bucket": None}, "bucket", "is required"),
    ({"region": "virginia"}, "region", "an AWS region"),
    ({"region": "us-east-9"}, "region", "snapshotStore.allowUnknownRegion"),
    ({"accountId": "99"}, "accountId", "12 digits"),
    ({"uploadRoles": None}, "uploadRoles", "or copyRoles requires a role"),
    ({"uploadRoles": [UPLOADER, UPLOADER]}, "uploadRoles[1].roleARN", "is already in the list"),
    ({"copyRoles": [COPIER, COPIER]}, "copyRoles[1].roleARN", "is already in the list"),
    (
        {"copyRoles": [{"roleARN": "arn:aws-cn:iam::123456789012:role/r"}]},
        "copyRoles[0].roleARN",
        "is in partition aws-cn",
    ),
    ({"copyRoles": [{"roleARN": "r"}]}, "copyRoles[0].roleARN", "ARN"),
    ({"copyRoles": [{}]}, "copyRoles[0].roleARN", "is required"),
    (
        {"uploadRoles": [{"roleARN": UPLOADER["roleARN"]}]},
        "uploadRoles[0].keyPrefix",
        "is required",
    ),
    (
        {"uploadRoles": None, "copyRoles": [COPIER], "retentionDays": 9},
        "retentionDays",
        "copies are kept",
    ),
    (
        {"uploadRoles": None, "copyRoles": [COPIER], "transition": {"storageClass": "GLACIER_IR"}},
        "transition",
        "copies are kept",
    ),
    ({"inventory": {"bucket": "vault"}}, "inventory.bucket", "is the bucket itself"),
    ({"existing": True}, "existing", "is not a setting"),
    ({"kms": {"alias": "x"}}, "kms.alias", "has no effect: the stack creates no key"),
    ({"objectLock": {"mode": "governance", "days": 9}, "retentionDays": 8}, "retentionDays", "9"),
]


@pytest.mark.parametrize(("changes", "setting", "words"), ROWS)
def test_a_wrong_store_is_refused(changes: dict[str, Any], setting: str, words: str) -> None:
    (problem,) = problems(tree(**changes))
    assert problem.startswith(f"snapshotStore.{setting}"), problem
    assert words in problem


def test_who_is_let_in_is_reported() -> None:
    (deployment,) = load_settings(config(tree(copyRoles=[COPIER])))

    told = deployment.explain()
    assert "999999999999" in told.identity
    assert [each.scope for each in told.permissions] == ["vault/etcd-backups/*", "vault/*"]
    assert "None of them can read a snapshot" in told.remarks
