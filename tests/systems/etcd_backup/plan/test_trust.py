"""Whose tokens the roles on AWS accept, by the rules of STS."""

import json
from typing import Final

import pytest

from openshift_credentials.systems.etcd_backup.plan import S3Plan, plan_of
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.systems.token_issuer.rules.exchange import Token, trusts
from tests.kit.trees import AWS, changed, load

JOB: Final = "system:serviceaccount:hypershift:etcd-backup-job"
VELERO: Final = "system:serviceaccount:openshift-adp:velero"
STS, OPENSHIFT = "sts.amazonaws.com", "openshift"


def lets_in(trust_policy: str, subject: str, audience: str) -> bool:
    token = Token(
        algorithm="RS256",
        kid="k",
        issuer=AWS["cluster"]["oidcIssuer"],
        subject=subject,
        audiences=(audience,),
        expires=None,
        signed=b"",
        signature=b"",
    )
    return trusts(json.loads(trust_policy), token).passes


def upload_trust(settings: EtcdBackupSettings) -> str:
    plan = plan_of(settings)
    assert isinstance(plan, S3Plan)
    assert plan.role
    return plan.role.trust_policy


@pytest.mark.parametrize("credentials", [{"restore": True}, {"serviceAccounts": ["openshift-adp/velero"]}])
def test_velero_restores_with_the_token_of_oadp_or_of_the_webhook(credentials: dict[str, object]) -> None:
    trust = upload_trust(load(changed(AWS, credentials=credentials)))

    assert lets_in(trust, VELERO, OPENSHIFT), "OADP projects it for this audience"
    assert lets_in(trust, VELERO, STS), "so does the pod identity webhook for this one"
    assert lets_in(trust, JOB, STS)
    assert not lets_in(trust, JOB, OPENSHIFT), "other tokens of the Job are not for AWS"
    assert not lets_in(trust, VELERO, "api")


def test_nobody_but_velero_is_let_in_with_the_audience_of_openshift() -> None:
    accounts = {"serviceAccounts": ["openshift-adp/other", "backup-1/uploader"], "restore": True}
    trust = upload_trust(load(changed(AWS, credentials=accounts)))

    for subject in ("openshift-adp:other", "backup-1:uploader"):
        assert lets_in(trust, f"system:serviceaccount:{subject}", STS)
        assert not lets_in(trust, f"system:serviceaccount:{subject}", OPENSHIFT)
