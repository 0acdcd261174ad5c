"""Every policy document, through the IAM linter, and at work on a server that authorizes."""

import json
from collections.abc import Sequence

import pytest
from botocore.exceptions import ClientError
from hypothesis import given, strategies as st

from openshift_credentials.platforms.aws.policies import bucket_policy
from openshift_credentials.platforms.credentials_requests import SecretRef, StatementEntry, load_requests
from openshift_credentials.platforms.go.json import marshal
from openshift_credentials.platforms.kubernetes.names import subject
from openshift_credentials.systems.component_identities.rules import aws as aws_roles
from openshift_credentials.systems.component_identities.rules.aws import RoleOptions, plan_roles
from openshift_credentials.systems.component_identities.rules.requests import (
    ROLE_NAME_LIMIT,
    collisions,
    identity_name,
    role_name_problem,
)
from openshift_credentials.systems.token_issuer.rules import issuers
from tests.kit.moto_server import Aws
from tests.kit.places import REPOSITORY
from tests.platforms.aws.policies.linter import findings
from tests.systems.token_issuer.stacks import aws_request

ISSUER = "mycluster-oidc.s3.us-west-2.amazonaws.com"
PROVIDER = f"arn:aws:iam::123456789012:oidc-provider/{ISSUER}"
OPTIONS = RoleOptions(name="mycluster", provider_arn=PROVIDER, issuer_url=f"https://{ISSUER}")
EXAMPLES = REPOSITORY / "examples" / "sts-aws-public" / "credrequests"
WISHES = ("RESOURCE_STAR", "PERMISSIONS_MANAGEMENT_ACTIONS")
"""What the linter says of the requests themselves, which are upstream's and verbatim."""


def test_policies_of_the_example_are_without_findings() -> None:
    files = [(path.name, path.read_bytes()) for path in EXAMPLES.iterdir()]
    planned = plan_roles(load_requests(files).requests, OPTIONS)
    assert planned.identities
    for role in planned.identities:
        assert findings(marshal(role.trust_policy)) == []
        found = findings(marshal(role.permission_policy))
        assert [each for each in found if not each.startswith(WISHES)] == []


@pytest.mark.parametrize("partition", ["aws", "aws-us-gov", "aws-cn"])
def test_only_reading_is_public(partition: str) -> None:
    statement = issuers.public_read(partition, "b")
    assert statement["Action"] == ["s3:GetObject"]
    assert statement["Resource"] == [f"arn:{partition}:s3:::b/*"]
    arn = f"arn:{partition}:cloudfront::123456789012:distribution/E1"
    reading = issuers.origin_access_control_read(partition, "b", arn)
    assert findings(bucket_policy(partition, "b", extra=[reading])) == []


def test_a_session_may_do_what_the_request_says_and_no_more(aws: Aws) -> None:
    setup = aws.client("s3")
    setup.create_bucket(Bucket="snapshots")
    setup.put_object(Bucket="snapshots", Key="a", Body=b"x")
    (role,) = plan_roles(
        load_requests([("a.yaml", json.dumps(aws_request("openshift-one", "creds", "sa")).encode())]).requests, OPTIONS
    ).identities
    iam = aws.client("iam")
    made = iam.create_role(
        RoleName=role.name,
        AssumeRolePolicyDocument=marshal(role.trust_policy),
        Description=role.description,
        Tags=[{"Key": key, "Value": value} for key, value in role.tags.items()],
    )["Role"]
    assert made["Arn"] == role.role_arn
    iam.put_role_policy(RoleName=role.name, PolicyName=role.name, PolicyDocument=marshal(role.permission_policy))
    session = aws.client("sts").assume_role_with_web_identity(
        RoleArn=role.role_arn, RoleSessionName="component", WebIdentityToken="of-the-pod"
    )["Credentials"]
    aws.authorize_from_now_on()
    s3 = aws.client(
        "s3",
        aws_access_key_id=session["AccessKeyId"],
        aws_secret_access_key=session["SecretAccessKey"],
        aws_session_token=session["SessionToken"],
    )
    assert s3.get_object(Bucket="snapshots", Key="a")["Body"].read() == b"x"
    with pytest.raises(ClientError, match="AccessDenied"):
        s3.put_object(Bucket="snapshots", Key="b", Body=b"y")


LABELS = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", fullmatch=True)


@given(st.lists(st.tuples(LABELS, LABELS), unique=True, max_size=6), LABELS)
def test_names_that_are_cut_never_meet(secrets: Sequence[tuple[str, str]], name: str) -> None:
    names = [
        (f"{namespace}/{secret}", identity_name(name, SecretRef(namespace, secret), ROLE_NAME_LIMIT))
        for namespace, secret in secrets
    ]
    for _, each in names:
        assert role_name_problem(each) is None
    whole = {f"{namespace}-{secret}" for namespace, secret in secrets}
    assert bool(list(collisions(names))) == (len(whole) < len(secrets))


@given(LABELS, LABELS, LABELS)
def test_compatible_names_are_the_first_bytes(name: str, namespace: str, secret: str) -> None:
    whole = f"{name}-{namespace}-{secret}"
    assert identity_name(name, SecretRef(namespace, secret), ROLE_NAME_LIMIT, compatible=True) == whole[:64]


TEXTS = st.text(max_size=20)
CONDITIONS = st.dictionaries(TEXTS, st.dictionaries(TEXTS, st.one_of(TEXTS, st.booleans(), st.integers(), st.none())))
ENTRIES = st.builds(
    StatementEntry,
    effect=TEXTS,
    action=st.one_of(st.none(), st.lists(TEXTS, max_size=3).map(tuple)),
    resource=TEXTS,
    policy_condition=st.one_of(st.none(), CONDITIONS),
)


@given(st.lists(ENTRIES, max_size=4))
def test_a_permission_document_says_what_the_request_says(entries: list[StatementEntry]) -> None:
    document = json.loads(aws_roles.create_role_policy(entries))
    assert len(document["Statement"]) == len(entries)
    for entry, statement in zip(entries, document["Statement"], strict=True):
        assert statement["Effect"] == entry.effect
        assert statement["Resource"] == entry.resource
        assert statement["Action"] == (None if entry.action is None else list(entry.action))
        assert statement.get("Condition") == (entry.policy_condition or None)


@given(st.lists(LABELS, min_size=1, max_size=5), LABELS)
def test_the_trust_of_ccoctl_is_ours_without_the_audience(accounts: list[str], namespace: str) -> None:
    subjects = [subject(namespace, account) for account in accounts]
    ours = json.loads(json.dumps(aws_roles.component_trust(PROVIDER, ISSUER, subjects)))
    equals = ours["Statement"][0]["Condition"]["StringEquals"]
    assert equals.pop(f"{ISSUER}:aud") == ["openshift"]
    upstream = aws_roles.create_role_policy_document(PROVIDER, ISSUER, namespace, accounts)
    assert ours == json.loads(upstream)
