"""``preflight --cloud`` for an IAM role that exists, beside a stand-in of IAM."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import pytest
from moto.core.responses import ActionResult
from moto.iam.exceptions import NotFoundException as IAMNotFoundException
from moto.iam.responses import IamResponse

from openshift_credentials.live.check import Check, State, unread
from openshift_credentials.live.clouds import observe_aws
from openshift_credentials.live.observed import AwsCall, Observed, Obstacle
from openshift_credentials.systems.etcd_backup.live import OPERATION
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import AWS, Tree, changed, load
from tests.live.api_server import passing_without_an_answer
from tests.systems.etcd_backup.live.test_in_aws import aws, client, make_provider, plan_for

__all__ = ["aws"]

KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
TREE: Tree = changed(AWS, credentials={"existingRole": True, "roleName": "shared"})
SETTINGS = load(TREE)
TRUST, ALLOWED = "cloud-role-trust", "cloud-role-permissions"
OBJECTS = "arn:aws:s3:::snapshots/etcd-backups/*"
PUT, ABORT = "s3:PutObject", "s3:AbortMultipartUpload"
DECISIONS = ("allowed", "explicitDeny", "implicitDeny")


class Simulator:
    """``SimulatePrincipalPolicy``, which moto does not have.

    It refuses what IAM refuses, and answers in IAM's form what a test has decided.

    Source: IAM API reference, "SimulatePrincipalPolicy" and "EvaluationResult".
    """

    def __init__(self) -> None:
        self.decisions: dict[str, tuple[str, list[str]]] = {}
        self.asked: list[Mapping[str, Any]] = []

    def decide(self, decision: str, *actions: str, missing: Sequence[str] = ()) -> None:
        assert decision in DECISIONS
        self.decisions |= dict.fromkeys(actions, (decision, list(missing)))

    def answer(self, response: IamResponse) -> ActionResult:
        asked = {
            name: response._get_param(name)
            for name in ("PolicySourceArn", "ActionNames", "ResourceArns", "ContextEntries")
        }
        self.asked.append(asked)
        roles = {role.arn for role in response.backend.get_roles()}
        if asked["PolicySourceArn"] not in roles:
            raise IAMNotFoundException("the role cannot be found")
        for entry in asked["ContextEntries"]:
            assert set(entry) == {"ContextKeyName", "ContextKeyValues", "ContextKeyType"}
            assert entry["ContextKeyType"] in ("string", "boolean")
        (resource,) = asked["ResourceArns"]
        return ActionResult(
            {
                "EvaluationResults": [
                    {
                        "EvalActionName": action,
                        "EvalResourceName": resource,
                        "EvalDecision": decision,
                        "MatchedStatements": [],
                        "MissingContextValues": missing,
                    }
                    for action in asked["ActionNames"]
                    if action in self.decisions
                    for decision, missing in [self.decisions[action]]
                ],
                "IsTruncated": False,
            }
        )


@pytest.fixture
def simulator(monkeypatch: pytest.MonkeyPatch) -> Simulator:
    """A simulator for which the role may upload."""
    made = Simulator()
    made.decide("allowed", PUT, ABORT)

    def simulate(response: IamResponse) -> ActionResult:
        return made.answer(response)

    monkeypatch.setattr(IamResponse, "simulate_principal_policy", simulate, raising=False)
    return made


def make_role(trust: str | None = None, path: str = "/") -> None:
    client("iam").create_role(
        RoleName="shared", Path=path, AssumeRolePolicyDocument=trust or plan_for(SETTINGS).trust_policy
    )


def observe(settings: EtcdBackupSettings = SETTINGS) -> Observed:
    return observe_aws(cast("list[AwsCall]", OPERATION.cloud_reads(settings)), 5)


def found(settings: EtcdBackupSettings = SETTINGS) -> dict[str, Check]:
    judged = OPERATION.cloud(settings, observe(settings))
    return {check.code: check for check in judged}


@pytest.fixture(autouse=True)
def provider(aws: None, simulator: Simulator) -> None:
    assert aws is None
    assert simulator.decisions
    make_provider("sts.amazonaws.com")


def test_a_role_that_admits_the_job_and_may_upload_passes(simulator: Simulator) -> None:
    make_role()
    checks = found()
    assert checks[TRUST].state is State.PASSED
    assert checks[ALLOWED].state is State.PASSED
    assert "cloud-exists" not in checks, "the update creates no role"
    (asked,) = simulator.asked
    assert asked["PolicySourceArn"] == "arn:aws:iam::123456789012:role/shared"
    assert asked["ActionNames"] == [ABORT, PUT]
    assert asked["ResourceArns"] == [OBJECTS]
    context = {
        entry["ContextKeyName"]: (entry["ContextKeyType"], entry["ContextKeyValues"])
        for entry in asked["ContextEntries"]
    }
    assert context == {
        "aws:SecureTransport": ("boolean", ["true"]),
        "aws:ResourceAccount": ("string", ["123456789012"]),
    }


def test_each_prefix_and_the_key_are_simulated(simulator: Simulator) -> None:
    oadp = {"enabled": True, "secretName": "cloud-credentials"}
    credentials = {**TREE["credentials"], "restore": True}
    tree = changed(TREE, storage__s3__kmsKeyARN=KEY, oadp=oadp, credentials=credentials)
    tree = changed(tree, storage__s3__keyPrefix="b*", backups__0__keyPrefix="b*")
    simulator.decide("allowed", "s3:GetObject", "kms:Decrypt", "kms:GenerateDataKey")
    make_role()
    assert found(load(tree))[ALLOWED].state is State.PASSED
    by_resource = {each["ResourceArns"][0]: each for each in simulator.asked}
    (key,) = (resource for resource in by_resource if ":kms:" in resource)
    assert by_resource[key]["ActionNames"] == ["kms:Decrypt", "kms:GenerateDataKey"]
    assert {
        "ContextKeyName": "kms:ViaService",
        "ContextKeyType": "string",
        "ContextKeyValues": ["s3.us-east-1.amazonaws.com"],
    } in by_resource[key]["ContextEntries"]
    below = [resource for resource in by_resource if ":s3:" in resource]
    assert "arn:aws:s3:::snapshots/b*/*" in below
    assert len(below) == 2, "direct backups, and those through OADP"
    for resource in below:
        assert by_resource[resource]["ActionNames"] == [ABORT, PUT, "s3:GetObject"]


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_that_depends_on_a_request_is_not_known(simulator: Simulator, decision: str) -> None:
    simulator.decide(decision, PUT, missing=["aws:SourceVpce"])
    make_role()
    check = found()[ALLOWED]
    assert check.state is State.UNKNOWN
    assert "aws:SourceVpce" in check.detail


def test_a_denial_is_a_failure_whatever_another_policy_may_allow(simulator: Simulator) -> None:
    existing_bucket = load(changed(TREE, storage__s3__existing=True))
    simulator.decide("explicitDeny", PUT)
    make_role()
    check = found(existing_bucket)[ALLOWED]
    assert check.state is State.FAILED
    assert check.detail == f"{PUT} on {OBJECTS}: a policy denies it"


@pytest.mark.parametrize(
    ("bucket", "actions", "state"),
    [
        ({"existing": True}, (PUT,), State.UNKNOWN),
        ({"existing": True, "bucketAccountId": "999999999999"}, (PUT,), State.FAILED),
        ({"kmsKeyARN": KEY}, ("kms:GenerateDataKey",), State.UNKNOWN),
        ({"kmsKeyARN": KEY.replace("123456789012", "999999999999")}, ("kms:GenerateDataKey",), State.FAILED),
    ],
)
def test_the_policy_of_an_existing_bucket_or_key_may_allow_it(
    simulator: Simulator, bucket: dict[str, Any], actions: tuple[str, ...], state: State
) -> None:
    simulator.decide("allowed", "kms:Decrypt", "kms:GenerateDataKey")
    simulator.decide("implicitDeny", *actions)
    make_role()
    settings = load(changed(TREE, storage__s3={**TREE["storage"]["s3"], **bucket}))
    check = found(settings)[ALLOWED]
    assert check.state is state
    assert actions[0] in check.detail


def test_a_key_that_the_stack_makes_is_no_matter_of_the_role(simulator: Simulator) -> None:
    with_key = changed(TREE, storage__s3__kms={"create": True})
    make_role()
    assert found(load(with_key))[ALLOWED].state is State.PASSED
    assert [each["ResourceArns"] for each in simulator.asked] == [[OBJECTS]]


def test_without_the_right_to_simulate_nothing_is_judged() -> None:
    make_role()
    seen = observe()
    name = f"AWS simulation of the role on {OBJECTS}"
    answers = {key: value for key, value in seen.answers.items() if key != name}
    refused = Observed(answers, {**seen.obstacles, name: Obstacle.FORBIDDEN})
    assert ALLOWED not in {check.code for check in OPERATION.cloud(SETTINGS, refused)}
    reads = [read for read in OPERATION.cloud_reads(SETTINGS) if read.name == name]
    (check,) = unread(reads, refused)
    assert check.state is State.UNKNOWN
    assert "iam:SimulatePrincipalPolicy" in check.detail


@pytest.mark.parametrize(
    ("old", "new", "state"),
    [
        ("hypershift:etcd", "other:etcd", State.FAILED),
        ("sts.amazonaws.com", "openshift", State.FAILED),
        ("oidc.example.com/abc", "oidc.example.com/other", State.FAILED),
        ('"StringEquals":{', '"StringEquals":{"aws:SourceIdentity":"x",', State.UNKNOWN),
        ("StringEquals", "StringLike", State.PASSED),
        ("hypershift:etcd-backup-job", "*:etcd-backup-job", State.FAILED),
    ],
)
def test_issuer_subject_and_audience_decide(old: str, new: str, state: State) -> None:
    make_role(plan_for(SETTINGS).trust_policy.replace(old, new))
    assert found()[TRUST].state is state


def test_a_trust_that_admits_more_is_a_warning() -> None:
    trust = plan_for(SETTINGS).trust_policy.replace("StringEquals", "StringLike")
    make_role(trust.replace("hypershift:etcd-backup-job", "*:etcd-backup-job"))
    assert found()[TRUST].state is State.WARNING


def test_a_role_that_is_not_there_or_has_another_path_fails() -> None:
    assert found()["cloud-no-role"].state is State.FAILED
    make_role(path="/platform/")
    assert found()["cloud-role-arn"].state is State.FAILED


def test_nothing_passes_that_rests_on_a_refused_read() -> None:
    make_role()

    def judge(observed: Observed) -> Iterator[Check]:
        return OPERATION.cloud(SETTINGS, observed)

    seen = observe()
    assert {check.code for check in judge(seen) if check.state is State.PASSED} >= {TRUST, ALLOWED}
    assert list(passing_without_an_answer(judge, seen)) == []
