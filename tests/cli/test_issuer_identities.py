"""``issuer identities``: what is printed, written and refused."""

import json
from pathlib import Path
from typing import Any, cast

import boto3
import pytest
from moto import mock_aws

from tests.cli.issuer_arguments import IDENTITIES
from tests.cli.running import Runner
from tests.systems.token_issuer.stacks import aws_request, write_requests
from tests.systems.token_issuer.test_tokens import ISSUER

NUTANIX = """\
credentials:
- type: basic_auth
  data:
    prismCentral: {username: admin, password: hunter2}
"""


def test_all_unusable_requests_are_listed_before_any_is_used(verbs: Runner, tmp_path: Path) -> None:
    folder = write_requests(
        tmp_path / "r",
        aws_request("openshift-one", "creds", "sa"),
        aws_request("openshift-two", "../../evil", "sa"),
        aws_request("openshift-three", "creds"),
    )
    (tmp_path / "r" / "broken.yaml").write_text("a: [1, 2", encoding="utf-8")
    result = verbs.run(*IDENTITIES, "--requests", folder)
    assert result.code == 2
    assert result.out == ""
    assert len(result.err.splitlines()) == 3


def nutanix_request(name: str) -> dict[str, object]:
    request = aws_request("openshift-one", name, "sa")
    spec: Any = request["spec"]
    spec["providerSpec"] = {"kind": "NutanixProviderSpec"}
    return request


def test_secrets_of_nutanix_are_written_and_not_shown(verbs: Runner, tmp_path: Path) -> None:
    folder = write_requests(tmp_path / "r", nutanix_request("a"), nutanix_request("b"))
    file = verbs.file("credentials.yaml", NUTANIX)
    out = tmp_path / "out"
    result = verbs.in_both_forms(
        *("issuer", "identities", "--cloud", "nutanix", "--requests", folder),
        *("--credentials-file", file, "--out", str(out)),
    )
    assert result.code == 0
    assert [each["secret"] for each in result.json] == ["openshift-one/a", "openshift-one/b"]
    assert "hunter2" not in result.out + result.err
    assert all((out / each["file"]).stat().st_mode & 0o777 == 0o600 for each in result.json)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "credentials: []",
        "credentials: [{type: hunter2}]",
        "credentials: [{type: basic_auth, data: {prismCentral: {username: hunter2}}}]",
        "credentials: [{type: basic_auth, data: {prismCentral: {password: [hunter2]}}}]",
        "hunter2: [",
    ],
)
def test_wrong_credentials_of_nutanix_are_refused_and_not_shown(content: str, verbs: Runner, tmp_path: Path) -> None:
    folder = write_requests(tmp_path / "r", nutanix_request("a"))
    result = verbs.run(
        *("issuer", "identities", "--cloud", "nutanix", "--requests", folder),
        *("--credentials-file", verbs.file("c.yaml", content), "--out", str(tmp_path / "out")),
    )
    assert result.code == 2
    assert "hunter2" not in result.out + result.err
    assert not (tmp_path / "out").exists()


def test_files_of_the_aws_cli_are_written_with_the_commands(verbs: Runner, tmp_path: Path) -> None:
    folder = write_requests(tmp_path / "r", aws_request("openshift-one", "creds", "sa"))
    out = tmp_path / "out"
    boundary = ("--permissions-boundary-arn", "arn:aws:iam::123456789012:policy/b")
    call = (*IDENTITIES, *boundary, "--requests", folder, "-o", "cli-input")
    result = verbs.run(*call, "--out", str(out))
    assert result.code == 0, result.err
    whole = "mycluster-openshift-one-creds"
    assert result.out.splitlines() == [
        f"aws iam create-role --cli-input-json file://{out}/05-0-{whole}-role.json",
        f"aws iam put-role-policy --cli-input-json file://{out}/06-0-{whole}-policy.json",
    ]
    role = json.loads((out / f"05-0-{whole}-role.json").read_text())
    assert role["RoleName"] == whole
    assert role["PermissionsBoundary"] == boundary[1]
    assert f"{ISSUER.removeprefix('https://')}:aud" in role["AssumeRolePolicyDocument"]
    policy = json.loads((out / f"06-0-{whole}-policy.json").read_text())
    assert policy["PolicyName"] == policy["RoleName"] == whole
    assert (out / "manifests" / "openshift-one-creds-credentials.yaml").exists()


def test_the_calls_are_those_that_the_aws_sdk_takes(verbs: Runner, tmp_path: Path) -> None:
    folder = write_requests(tmp_path / "r", aws_request("openshift-one", "creds", "sa"))
    out = tmp_path / "out"
    verbs.run(*IDENTITIES, "--requests", folder, "-o", "cli-input", "--out", str(out))
    with mock_aws():
        make = cast("Any", boto3.client)  # pyright: ignore[reportUnknownMemberType]
        iam: Any = make("iam", region_name="us-west-2")
        for file in sorted(out.glob("0*.json")):
            operation = iam.create_role if file.name.startswith("05-") else iam.put_role_policy
            operation(**json.loads(file.read_text()))
        found = iam.get_role_policy(
            RoleName="mycluster-openshift-one-creds", PolicyName="mycluster-openshift-one-creds"
        )
    assert found["PolicyDocument"]["Statement"][0]["Action"] == ["s3:GetObject"]


@pytest.mark.parametrize("cloud", ["aws", "gcp", "nutanix"])
def test_a_request_without_a_kind_is_refused_as_upstream_does(cloud: str, verbs: Runner, tmp_path: Path) -> None:
    request = aws_request("openshift-one", "creds", "sa")
    request["spec"]["providerSpec"] = {"apiVersion": "cloudcredential.openshift.io/v1"}
    folder = write_requests(tmp_path / "r", request)
    file = verbs.file("credentials", NUTANIX)
    more = ("--project", "p", "--credentials-file", file, "--out", str(tmp_path / "out"))
    result = verbs.run(*IDENTITIES, "--cloud", cloud, "--requests", folder, *more)
    assert result.code == 2
    assert "spec.providerSpec.kind is missing; set it to " in result.err
