"""Verb ``cco``, as a user runs it: files, a live cluster, wrong input, and no secret anywhere."""

import base64
import io
import json
import sys
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.command import Outcome, call, run
from tests.kit.cco import folder
from tests.kit.nonempty import nonempty

MARK = "MarkerMarkerMarker"


def write(path: Path, *documents: object) -> str:
    path.write_text(yaml.safe_dump_all(documents), encoding="utf-8")
    return str(path)


def requests_folder(path: Path, name: str) -> str:
    path.mkdir(exist_ok=True)
    for file, content in folder(name):
        (path / file).write_bytes(content)
    return str(path)


def answer(outcome: Outcome) -> Any:  # noqa: ANN401 - any JSON
    return json.loads(outcome.results)


def cloud_credential(mode: str, **annotations: str) -> dict[str, Any]:
    return {
        "apiVersion": "operator.openshift.io/v1",
        "kind": "CloudCredential",
        "metadata": {"name": "cluster", "annotations": annotations},
        "spec": {"credentialsMode": mode},
    }


INFRASTRUCTURE = {
    "kind": "Infrastructure",
    "metadata": {"name": "cluster"},
    "status": {"platformStatus": {"type": "AWS"}},
}
ISSUER = {
    "kind": "Authentication",
    "metadata": {"name": "cluster"},
    "spec": {"serviceAccountIssuer": "https://issuer.example.com"},
}
VERSION = {
    "kind": "ClusterVersion",
    "metadata": {"name": "version"},
    "status": {"history": [{"state": "Completed", "version": "4.17.3"}]},
}


def secret(name: str, namespace: str, content: Mapping[str, str], **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": name, "namespace": namespace, **more},
        "data": {key: base64.b64encode(text.encode()).decode() for key, text in content.items()},
    }


ROOT = secret(
    "aws-creds",
    "kube-system",
    {"aws_access_key_id": "AKIAIOSFODNN7EXAMPLE", "aws_secret_access_key": MARK},
    annotations={"cloudcredential.openshift.io/mode": "mint"},
)


def test_the_mode_is_told_with_every_key(tmp_path: Path) -> None:
    files = write(tmp_path / "a.yaml", cloud_credential("Manual"), INFRASTRUCTURE, ISSUER, VERSION)
    outcome = call("cco", "mode", files, "-o", "json")
    assert outcome.code == 0
    found = answer(outcome)
    assert found["rootSecret"] == {
        "namespace": "kube-system",
        "name": "aws-creds",
        "present": False,
        "annotation": None,
    }
    assert found["upgradeable"].pop("message").startswith("Upgradeable annotation")
    assert {key: found[key] for key in found if key not in ("rootSecret", "path", "warnings")} == {
        "platform": "AWS",
        "configuredMode": "Manual",
        "effectiveMode": "Manual",
        "conflict": False,
        "tokenCluster": True,
        "issuer": "https://issuer.example.com",
        "metric": "manual",
        "upgradeable": {"status": "False", "reason": "MissingUpgradeableAnnotation"},
        "mode": "manual short-term",
    }
    assert found["path"][-1] == "the mode is manual short-term"


def test_the_root_secret_says_what_the_default_mode_is(tmp_path: Path) -> None:
    files = write(tmp_path / "a.yaml", cloud_credential(""), INFRASTRUCTURE, ROOT)
    outcome = call("cco", "mode", files)
    assert outcome.code == 0
    assert "mode           mint" in outcome.results
    assert MARK not in outcome.results + outcome.others


@pytest.mark.parametrize("wrapped", [False, True])
def test_an_install_config_says_the_mode_of_a_cluster_to_come(
    tmp_path: Path, wrapped: bool
) -> None:
    config: dict[str, Any] = {
        "baseDomain": "example.com",
        "credentialsMode": "Manual",
        "platform": {"azure": {"cloudName": "AzureStackCloud"}},
    }
    document = config
    if wrapped:
        document = {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "cluster-config-v1", "namespace": "kube-system"},
            "data": {"install-config": yaml.safe_dump(config)},
        }
    found = answer(call("cco", "mode", write(tmp_path / "a.yaml", document), "-o", "json"))
    assert (found["platform"], found["mode"]) == ("AzureStackHub", "manual long-term")


@pytest.mark.parametrize(("disabled", "code"), [("true", 1), ("yes", 1), ("false", 0)])
def test_a_conflict_and_a_switch_that_cannot_be_read_are_no(
    tmp_path: Path, disabled: str, code: int
) -> None:
    legacy = {
        "kind": "ConfigMap",
        "metadata": {
            "name": "cloud-credential-operator-config",
            "namespace": "openshift-cloud-credential-operator",
        },
        "data": {"disabled": disabled},
    }
    files = write(tmp_path / "a.yaml", cloud_credential("Mint"), INFRASTRUCTURE, legacy, ROOT)
    outcome = call("cco", "mode", files)
    assert outcome.code == code
    if disabled == "yes":
        assert "ParseBool" in outcome.others


def test_requests_are_listed_in_upstreams_order(tmp_path: Path) -> None:
    outcome = call("cco", "requests", requests_folder(tmp_path / "r", "feature-tp"), "-o", "json")
    assert outcome.code == 0
    (plain,) = answer(outcome)["requests"]
    assert plain == {
        "file": "b.yaml",
        "name": "plain",
        "namespace": "openshift-cloud-credential-operator",
        "secret": "ns-plain/creds",
        "serviceAccounts": ["sa1"],
        "cloudTokenPath": "",
        "kind": "AWSProviderSpec",
    }
    assert answer(outcome)["ignored"] == [
        {"file": "a.yaml", "name": "gated", "reason": "with tech-preview annotation"}
    ]
    both = call("cco", "requests", str(tmp_path / "r"), "--enable-tech-preview", "-o", "json")
    assert len(answer(both)["requests"]) == 2


def test_a_file_that_cannot_be_read_is_an_error_beside_the_others(tmp_path: Path) -> None:
    path = requests_folder(tmp_path / "r", "one")
    (tmp_path / "r" / "z.yaml").write_text(f"stringData: [{MARK}", encoding="utf-8")
    outcome = call("cco", "requests", path, "-o", "json")
    assert outcome.code == 2
    found = answer(outcome)
    assert len(found["requests"]) == 1
    assert [each["file"] for each in found["errors"]] == ["z.yaml"]
    assert MARK not in outcome.results + outcome.others


def test_a_document_that_is_no_request_is_listed_and_remarked(tmp_path: Path) -> None:
    outcome = call("cco", "requests", requests_folder(tmp_path / "r", "comment-file"))
    assert outcome.code == 0
    assert "ccoctl crashes on it" in outcome.others


def test_secrets_are_judged_without_being_shown(tmp_path: Path) -> None:
    files = write(
        tmp_path / "a.yaml",
        ROOT,
        secret("c", "ns", {MARK: MARK, "credentials": f"[default]\nrole_arn = {MARK}"}),
    )
    outcome = call("cco", "secrets", files, "-o", "json")
    assert outcome.code == 0
    root, component = answer(outcome)
    assert {key: root[key] for key in ("name", "namespace", "cloud", "kind", "podIdentity")} == {
        "name": "aws-creds",
        "namespace": "kube-system",
        "cloud": "aws",
        "kind": "root",
        "podIdentity": False,
    }
    assert {each["code"] for each in component["findings"]} == {"wrong-role-arn", "incomplete-role"}
    assert MARK not in outcome.results + outcome.others


def test_what_is_no_secret_is_told_after_the_others(tmp_path: Path) -> None:
    broken = {**ROOT, "data": {"aws_access_key_id": f"{MARK}%"}}
    outcome = call("cco", "secrets", write(tmp_path / "a.yaml", ISSUER, broken, ROOT))
    assert outcome.code == 2
    assert "is a Authentication, not a Secret" in outcome.others
    assert "kube-system/aws-creds: root, aws" in outcome.results
    assert MARK not in outcome.results + outcome.others


def policy(path: Path, *actions: str) -> str:
    document = {"Statement": [{"Effect": "Allow", "Action": list(actions), "Resource": "*"}]}
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_what_a_policy_lacks_is_no(tmp_path: Path) -> None:
    arguments = ("cco", "permissions", "--cloud", "aws", "--mode", "mint", "--policy")
    lacking = call(*arguments, policy(tmp_path / "a.json", "iam:*User"), "-o", "json")
    assert lacking.code == 1
    assert len(answer(lacking)["lacking"]) == 7
    whole = call(*arguments, policy(tmp_path / "b.json", "iam:*"))
    assert (whole.code, whole.results) == (0, "none of 11 permissions is missing\n")


def test_the_policy_of_a_release_is_printed(tmp_path: Path) -> None:
    path = requests_folder(tmp_path / "r", "seven-aws")
    arguments = (
        "cco",
        "permissions",
        "--cloud",
        "aws",
        "--mode",
        "passthrough",
        "--requests",
        path,
    )
    found = answer(call(*arguments, "-o", "json"))
    assert found["lacking"] is None
    (tmp_path / "p.json").write_text(json.dumps(found["policy"]), encoding="utf-8")
    assert call(*arguments, "--policy", str(tmp_path / "p.json")).code == 0


def test_work_that_is_due_is_no(tmp_path: Path) -> None:
    one = requests_folder(tmp_path / "one", "one")
    two = requests_folder(tmp_path / "two", "two-sas")
    assert call("cco", "diff", one, one).code == 0
    outcome = call("cco", "diff", one, two, "-o", "json")
    assert outcome.code == 1
    assert {each["change"] for each in answer(outcome)["changes"]} == {"added", "removed"}
    assert "+ serviceAccounts: sa-a" in call("cco", "diff", one, two).results


def test_rotation_is_listed_with_the_operators_own_secret_last(tmp_path: Path) -> None:
    path = requests_folder(tmp_path / "r", "seven-aws")
    outcome = call("cco", "rotate", "--cloud", "aws", "--list", "--requests", path, "-o", "json")
    steps = answer(outcome)
    assert len(steps) == 7
    assert steps[-1]["requests"] == ["cloud-credential-operator-iam-ro"]


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
    (
        ("permissions", "--cloud", "gcp", "--mode", "manual", "--requests", "{folder}"),
        "contains no request for gcp",
    ),
    (("rotate", "--cloud", "aws"), "one of the arguments --list --apply is required"),
    (
        ("rotate", "--cloud", "aws", "--list", "--requests", "{folder}", "--secret", "a/b"),
        "no request",
    ),
    (("rotate", "--cloud", "aws", "--apply", "--timeout", "0"), "from 1 to 3600"),
    ((), "ACTION"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_input_is_named_and_unusable(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
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


def test_the_command_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    outcome = run("cco", "mode", write(tmp_path / "a.yaml", cloud_credential("Mint")))
    assert outcome.code == 0, outcome.others


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.just(MARK),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["kind", "metadata", "spec", "status", "data", "stringData", "name", "history"]
                )
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


class _ApiError(Exception):
    def __init__(self, status: int) -> None:
        super().__init__()
        self.status, self.reason = status, "Refused"


class FakeCluster:
    """Stands for the client library: objects by kind, and a reaction to deletions."""

    def __init__(
        self, objects: list[dict[str, Any]], remake: Callable[[dict[str, Any]], Any]
    ) -> None:
        self.objects = objects
        self.remake = remake
        self.deleted: list[str] = []

    def _find(self, kind: str, name: str, namespace: str | None = None) -> dict[str, Any]:
        for each in self.objects:
            metadata = each["metadata"]
            if (each["kind"], metadata["name"]) == (kind, name) and (
                namespace is None or metadata.get("namespace") == namespace
            ):
                return each
        raise _ApiError(404)

    def get_cluster_custom_object(
        self, _: str, __: str, plural: str, name: str, **___: object
    ) -> Any:  # noqa: ANN401
        kinds = {
            "cloudcredentials": "CloudCredential",
            "infrastructures": "Infrastructure",
            "authentications": "Authentication",
            "clusterversions": "ClusterVersion",
        }
        return self._find(kinds[plural], name)

    def list_cluster_custom_object(self, *_: str, **options: Any) -> Any:  # noqa: ANN401
        requests = [each for each in self.objects if each["kind"] == "CredentialsRequest"]
        start = int(options.get("_continue", 0))
        more = {"continue": str(start + 1)} if start + 1 < len(requests) else {}
        return {"items": requests[start : start + 1], "metadata": more}

    def read_namespaced_config_map(self, name: str, namespace: str, **_: object) -> Any:  # noqa: ANN401
        return self._find("ConfigMap", name, namespace)

    def read_namespaced_secret(self, name: str, namespace: str, **_: object) -> Any:  # noqa: ANN401
        return self._find("Secret", name, namespace)

    def delete_namespaced_secret(self, name: str, namespace: str, body: Any, **_: object) -> Any:  # noqa: ANN401
        found = self._find("Secret", name, namespace)
        assert body["preconditions"] == {"uid": found["metadata"]["uid"]}
        self.objects.remove(found)
        self.deleted.append(f"{namespace}/{name}")
        new = self.remake(found)
        if new is not None:
            self.objects.append(new)
        return {}


def _options(**options: object) -> dict[str, object]:
    return options


def _same(value: object) -> object:
    return value


def never_remade(_: dict[str, Any]) -> None:
    return None


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FakeCluster]:
    def install(*objects: dict[str, Any], remake: Callable[[dict[str, Any]], Any]) -> FakeCluster:
        cluster = FakeCluster(list(objects), remake)

        def api_of(_: object) -> FakeCluster:
            return cluster

        client = types.SimpleNamespace(
            ApiException=_ApiError,
            CoreV1Api=api_of,
            CustomObjectsApi=api_of,
            V1DeleteOptions=_options,
            V1Preconditions=_options,
        )
        api = types.SimpleNamespace(
            sanitize_for_serialization=_same, configuration=types.SimpleNamespace()
        )

        def connect(*_: object) -> object:
            return api

        config = types.SimpleNamespace(new_client_from_config=connect)
        module = types.ModuleType("kubernetes")
        module.__dict__.update(client=client, config=config)
        monkeypatch.setitem(sys.modules, "kubernetes", module)
        return cluster

    return install


def live_objects() -> list[dict[str, Any]]:
    def request(name: str, namespace: str) -> dict[str, Any]:
        return {
            "kind": "CredentialsRequest",
            "metadata": {"name": name, "namespace": "o"},
            "spec": {
                "secretRef": {"name": "creds", "namespace": namespace},
                "providerSpec": {"kind": "AWSProviderSpec"},
            },
        }

    def component(namespace: str) -> dict[str, Any]:
        return secret("creds", namespace, {"aws_secret_access_key": MARK}, uid=f"uid-{namespace}")

    root = {**ROOT, "metadata": {**ROOT["metadata"], "uid": "root"}}
    return [
        cloud_credential("Mint"),
        INFRASTRUCTURE,
        VERSION,
        root,
        request("b", "ns-b"),
        request("a", "ns-a"),
        component("ns-a"),
        component("ns-b"),
    ]


def remade(old: dict[str, Any]) -> dict[str, Any]:
    place = old["metadata"]
    content = {"aws_secret_access_key": f"{MARK}new"}
    return secret(place["name"], place["namespace"], content, uid=f"{place['uid']}-2")


def test_a_live_cluster_is_read_like_files(live: Callable[..., FakeCluster]) -> None:
    live(*live_objects(), remake=remade)
    found = answer(call("cco", "mode", "live", "-o", "json"))
    assert (found["mode"], found["upgradeable"]["status"]) == ("mint", "True")
    judged = call("cco", "secrets", "live", "-o", "json")
    assert [each["namespace"] for each in answer(judged)] == ["kube-system", "ns-b", "ns-a"]
    listed = answer(call("cco", "requests", "live", "-o", "json"))
    assert [each["name"] for each in listed["requests"]] == ["b", "a"]
    assert MARK not in judged.results + judged.others


def test_rotation_deletes_in_order_and_shows_hashes_only(live: Callable[..., FakeCluster]) -> None:
    cluster = live(*live_objects(), remake=remade)
    outcome = call("cco", "rotate", "--cloud", "aws", "--apply", "--yes", "-o", "json")
    assert outcome.code == 0, outcome.others
    assert cluster.deleted == ["ns-a/creds", "ns-b/creds"]
    assert all(
        each["changed"] and each["before"] != each["after"] for each in nonempty(answer(outcome))
    )
    assert MARK not in outcome.results + outcome.others


def test_rotation_asks_and_stops_where_nothing_is_made_anew(
    live: Callable[..., FakeCluster], monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = live(*live_objects(), remake=never_remade)
    monkeypatch.setattr(sys, "stdin", io.StringIO("no\n"))
    declined = call("cco", "rotate", "--cloud", "aws", "--apply")
    assert declined.code == 1
    assert cluster.deleted == []
    monkeypatch.setattr("openshift_credentials.cli.verbs.cco.rotate._POLL", 0.01)
    stopped = call("cco", "rotate", "--cloud", "aws", "--apply", "--yes", "--timeout", "1")
    assert stopped.code == 1
    assert cluster.deleted == ["ns-a/creds"]


def test_rotation_is_refused_where_nobody_makes_secrets(live: Callable[..., FakeCluster]) -> None:
    cluster = live(cloud_credential("Manual"), *live_objects()[1:], remake=remade)
    outcome = call("cco", "rotate", "--cloud", "aws", "--apply", "--yes")
    assert outcome.code == 1
    assert "the operator would not create a deleted Secret" in outcome.others
    assert cluster.deleted == []


def test_what_cannot_be_read_and_an_empty_folder_are_told(tmp_path: Path) -> None:
    outcome = run("cco", "secrets", "absent.yaml", "-o", "json")
    assert outcome.code == 2
    (item,) = json.loads(outcome.results)
    assert item["kind"] is None
    assert "absent.yaml" in item["errors"][0]["message"]
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no CredentialsRequests" in run("cco", "requests", str(empty)).results
