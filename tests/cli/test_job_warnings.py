"""Verb ``job``: warnings about objects with which the backup would fail."""

import pytest

from tests.cli.job_objects import CLIENT_ID, STS, account, predict, secret
from tests.cli.running import Runner
from tests.systems.etcd_backup.rules.backup_samples import Json, backup


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"name": "other"}, "the Secret is called 'other', and the operator reads "),
        ({"name": None}, "the Secret has no name, and the operator reads "),
        ({"namespace": "clusters-a"}, "the Secret is in namespace 'clusters-a'"),
    ],
)
def test_a_misplaced_secret_is_a_warning(verbs: Runner, metadata: Json, said: str) -> None:
    result = predict(verbs, backup(), secret(STS, **metadata))

    assert result.code == 0
    assert f"warning: {said}" in result.err


@pytest.mark.parametrize(
    ("service_account", "code", "said"),
    [
        (account(name="other"), 0, "the ServiceAccount is called 'other'"),
        (account(namespace="other"), 0, "the ServiceAccount is in namespace 'other'"),
        (account(annotations={CLIENT_ID: 5}), 2, f"metadata.annotations.{CLIENT_ID} must be text"),
        ({**account(), "kind": "Role"}, 2, "is not a ServiceAccount"),
    ],
)
def test_the_service_account_is_checked(verbs: Runner, service_account: Json, code: int, said: str) -> None:
    result = predict(verbs, backup(), secret(STS), service_account=service_account)

    assert result.code == code
    assert said in result.err
