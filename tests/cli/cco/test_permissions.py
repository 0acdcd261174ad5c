"""``cco permissions``: what is needed, by whom, and what a policy lacks."""

import json
from collections.abc import Callable
from itertools import chain, combinations
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.cli.cco.objects import ISSUER, MARK, ROOT, FakeCluster, answer, requests_folder, write
from tests.cli.cco.test_files import live_objects, remade
from tests.cli.command import Outcome, call, call_in_both_forms
from tests.kit.frames import EXAMPLES
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


# Verb ``cco`` and input that cannot be used.

WRONG: list[tuple[tuple[str, ...], str]] = [
    (("mode", "absent.yaml"), "does not exist"),
    (("mode", "live", "absent.yaml"), "cannot be combined with files"),
    (("mode", "{empty}"), "is empty"),
    (("mode", "{issuer}"), "neither CloudCredential cluster nor an install-config"),
    (("requests", "absent"), "the folder does not exist"),
    (("requests", "{issuer}"), "is a file"),
    (("secrets", "absent.yaml"), "does not exist"),
    (("permissions", "--cloud", "azure", "--mode", "mint"), "does not support mint mode"),
    (("permissions", "--cloud", "vsphere", "--mode", "manual"), "does not support this mode"),
    (("permissions", "--cloud", "aws", "--mode", "mint", "--policy", "absent"), "does not exist"),
    (("permissions", "--cloud", "aws", "--mode", "mint", "--policy", "{issuer}"), "is not JSON"),
    (("permissions", "--cloud", "moon", "--mode", "mint"), "invalid choice"),
    (("diff", "{folder}", "absent"), "the folder does not exist"),
    (("diff", "{folder}", "{secrets}"), "is not a CredentialsRequest"),
    (("permissions", "--cloud", "gcp", "--mode", "manual", "--requests", "{folder}"), "contains no request for gcp"),
    (("rotate", "--cloud", "aws"), "one of the arguments --list --apply is required"),
    (("rotate", "--cloud", "aws", "--list", "--requests", "{folder}", "--secret", "a/b"), "no request"),
    (("rotate", "--cloud", "aws", "--apply", "--timeout", "0"), "from 1 to 3600"),
    ((), "ACTION"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_input_is_named_and_unusable(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    places = {
        "{issuer}": write(tmp_path / "issuer.yaml", ISSUER),
        "{folder}": requests_folder(tmp_path / "folder", "one"),
        "{empty}": str(tmp_path / "empty.yaml"),
        "{secrets}": str(tmp_path / "secrets"),
    }
    (tmp_path / "empty.yaml").touch()
    (tmp_path / "secrets").mkdir()
    write(tmp_path / "secrets" / "a.yaml", ROOT)
    outcome = call("cco", *(places.get(each, each) for each in arguments))
    assert outcome.code == 2
    assert message in outcome.others
    assert "Traceback" not in outcome.others


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=2 * EXAMPLES)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.just(MARK),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["kind", "metadata", "spec", "status", "data", "stringData", "name", "history"])
                | st.text(max_size=4),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    ),
    st.sampled_from(["Secret", "CloudCredential", "Infrastructure", "ClusterVersion", "ConfigMap"]),
)
def test_no_manifest_makes_a_verb_fail(tmp_path: Path, content: object, kind: str) -> None:
    whole: object = {"kind": kind, "metadata": content, "spec": content, "data": content}
    if not isinstance(content, dict):
        whole = content
    file = tmp_path / "a.json"
    file.write_text(json.dumps([whole] if isinstance(whole, str) else whole), encoding="utf-8")
    (tmp_path / "r").mkdir(exist_ok=True)
    (tmp_path / "r" / "a.yaml").write_bytes(file.read_bytes())
    folder_, name = str(tmp_path / "r"), str(file)
    for arguments in (
        ("mode", name),
        ("secrets", name),
        ("requests", folder_),
        ("diff", folder_, folder_),
        ("permissions", "--cloud", "aws", "--mode", "manual", "--requests", folder_),
        ("permissions", "--cloud", "aws", "--mode", "mint", "--policy", name),
        ("permissions", "--cloud", "azure", "--mode", "manual", "--policy", name),
        ("rotate", "--cloud", "aws", "--list", "--requests", folder_),
    ):
        outcome = call("cco", *arguments)
        assert outcome.code in (0, 1, 2)


COMMANDS: Final = (("mode", "live"), ("secrets", "live"), ("requests", "live"), ("rotate", "--cloud", "aws", "--list"))
STATUSES: Final = (401, 403, 406, 500, 503)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_is_answered_that_rests_on_a_refused_read(
    command: tuple[str, ...], live: Callable[..., FakeCluster]
) -> None:
    def outcome(refused: dict[str, int]) -> Outcome:
        cluster = live(*live_objects(), remake=remade)
        cluster.refused = refused
        told = call_in_both_forms("cco", *command)
        asked.update(cluster.asked)
        return told

    asked: set[str] = set()
    whole = outcome({})
    assert whole.code == 0, whole.others
    reads = sorted(asked)
    assert "CredentialsRequest" in reads
    subsets = chain.from_iterable(combinations(reads, size) for size in (1, 2, len(reads)))
    for number, refused in enumerate(subsets):
        status = STATUSES[number % len(STATUSES)]
        told = outcome(dict.fromkeys(refused, status))
        assert told.code == 2, refused
        (problem,) = answer(told)["errors"]
        assert f"the API server returns {status}" in problem["message"]
