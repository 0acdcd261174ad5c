"""``cco permissions``: what is needed, by whom, and what a policy lacks."""

import json
from pathlib import Path

from tests.cli.cco.objects import answer, requests_folder
from tests.cli.command import call, call_in_both_forms
from tests.systems.token_issuer.stacks import component_request, write_requests


def policy(path: Path, *actions: str) -> str:
    document = {"Statement": [{"Effect": "Allow", "Action": list(actions), "Resource": "*"}]}
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_what_a_policy_lacks_is_no(tmp_path: Path) -> None:
    arguments = ("cco", "permissions", "--cloud", "aws", "--mode", "mint", "--policy")
    lacking = call_in_both_forms(*arguments, policy(tmp_path / "a.json", "iam:*User"))
    assert lacking.code == 1
    assert len(answer(lacking)["lacking"]) == 7
    whole = call(*arguments, policy(tmp_path / "b.json", "iam:*"))
    assert (whole.code, whole.results) == (0, "none of 11 permissions is missing\n")


def test_the_policy_of_a_release_is_printed(tmp_path: Path) -> None:
    path = requests_folder(tmp_path / "r", "seven-aws")
    arguments = ("cco", "permissions", "--cloud", "aws", "--mode", "passthrough", "--requests", path)
    found = answer(call_in_both_forms(*arguments))
    assert found["lacking"] is None
    (tmp_path / "p.json").write_text(json.dumps(found["policy"]), encoding="utf-8")
    assert call(*arguments, "--policy", str(tmp_path / "p.json")).code == 0


def test_the_operator_of_a_release_tests_its_own_actions(tmp_path: Path) -> None:
    path = requests_folder(tmp_path / "r", "seven-aws")
    arguments = ("cco", "permissions", "--cloud", "aws", "--mode", "passthrough", "-o", "json")

    def needs(*version: str) -> set[str]:
        return set(answer(call(*arguments, "--requests", path, *version))["needed"])

    assert needs("--openshift-version", "4.14") - needs() == {"s3:HeadBucket"}
    refused = call(*arguments, "--openshift-version", "4.13")
    assert refused.code == 2
    assert "4.14" in refused.others


def test_components_in_mode_manual_do_not_get_what_the_operator_tests(tmp_path: Path) -> None:
    path = requests_folder(tmp_path / "r", "one")
    command = ("cco", "permissions", "--cloud", "aws", "-o", "json")
    for source in ((), ("--requests", path)):
        manual = answer(call(*command, "--mode", "manual", *source))["needed"]
        root = answer(call(*command, "--mode", "passthrough", *source))["needed"]
        assert "iam:SimulatePrincipalPolicy" in root
        assert "iam:SimulatePrincipalPolicy" not in manual
        assert set(manual) < set(root)


def test_an_action_is_printed_with_its_effect_its_resource_and_its_condition(tmp_path: Path) -> None:
    bucket, region = "arn:aws:s3:::images", {"StringEquals": {"aws:RequestedRegion": "eu-west-1"}}
    entries = [
        {"effect": "Allow", "action": ["s3:GetObject", "s3:PutObject"], "resource": bucket},
        {"effect": "Deny", "action": ["s3:DeleteBucket"], "resource": "*"},
        {"effect": "Deny", "action": ["s3:DeleteObject"], "resource": bucket, "policyCondition": region},
    ]
    request = component_request(
        "AWSProviderSpec", "openshift-image-registry", "creds", (), name="registry",
        statementEntries=entries,
    )  # fmt: skip
    folder = write_requests(tmp_path / "r", request)
    command = ("cco", "permissions", "--cloud", "aws", "--mode", "manual", "--by", "component")
    assert call(*command, "--requests", folder).results.splitlines() == [
        "registry",
        f"  s3:GetObject on {bucket}",
        f"  s3:PutObject on {bucket}",
        "  Deny s3:DeleteBucket",
        f"  Deny s3:DeleteObject on {bucket} where {json.dumps(region, separators=(',', ':'))}",
    ]
