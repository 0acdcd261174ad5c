"""Names, subjects and Secrets as the API server sees them."""

import base64
from typing import Any, Final

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.go.numbers import parse_rfc3339
from openshift_credentials.platforms.kubernetes.admission import LABEL_VALUE, QUALIFIED_NAME
from openshift_credentials.platforms.kubernetes.rbac import AccessRequest, allows, groups_of
from openshift_credentials.platforms.kubernetes.schema import quote
from openshift_credentials.platforms.kubernetes.secrets import (
    Content,
    Known,
    WrittenSecret,
    content_of,
    obstacle,
    writers,
)
from openshift_credentials.systems.etcd_backup.rules.backup import StatusCause, validate
from tests.kit.tables import rows_beside
from tests.systems.etcd_backup.rules.backup_samples import S3, backup, changed

# Names, times, types and values in the words of the API server.


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a", '"a"'),
        ('"', '"\\""'),
        ("\n\x07é", '"\\n\\x07\\xe9"'),
        ("a" * 120, f'"{"a" * 120}"'),
        ("a" * 121, f'"{"a" * 120}..."'),
    ],
)
def test_values_are_quoted_on_one_line(text: str, shown: str) -> None:
    assert quote(text) == shown


@pytest.mark.parametrize(
    ("problem", "text"), [(StatusCause("a.b", "is bad"), "a.b: is bad"), (StatusCause("", "is bad"), "is bad")]
)
def test_a_problem_reads_as_one_line(problem: StatusCause, text: str) -> None:
    assert str(problem) == text


@rows_beside("text, is_time")
def test_times_are_those_that_go_parses(text: str, is_time: bool) -> None:
    assert (parse_rfc3339(text) is not None) is is_time


@pytest.mark.parametrize(
    ("rule", "taken", "refused"),
    [
        (LABEL_VALUE, ["", "a" * 63, "A.b_c-9"], ["a" * 64, "a b", "-a", "a.", "é", "a\n"]),
        (QUALIFIED_NAME, ["a", "x" * 63, "A.b_c", "a.b/C_d-e.f", f"{'a' * 253}/{'b' * 63}"],
         ["", "a" * 64, "a b", "/a", "a/", "A/a", "a/b/c", "a./b", f"{'a' * 254}/b", "a/b\n"]),
    ],
)  # fmt: skip
def test_names_are_taken_or_refused(rule: TextRule, taken: list[str], refused: list[str]) -> None:
    assert [value for value in taken if rule.problem(value)] == []
    assert [value for value in refused if not rule.problem(value)] == []


@given(st.text(max_size=300))
def test_long_and_odd_values_are_shown_on_one_line(value: str) -> None:
    for error in validate(changed(backup(), f"{S3}.bucket", value)).errors:
        assert error.message.isprintable(), error
        assert len(error.message) < 2000


# Access control by roles and bindings.

ACCESS = AccessRequest(
    user="system:serviceaccount:a:b",
    groups=groups_of("system:serviceaccount:a:b"),
    verb="create",
    resource="serviceaccounts",
    subresource="token",
    namespace="a",
    name="c",
)


def granted(rule: dict[str, Any], subject: dict[str, str], kind: str = "RoleBinding") -> bool:
    role = "Role" if kind == "RoleBinding" else "ClusterRole"
    place = {"name": "x", **({"namespace": "a"} if role == "Role" else {})}
    whole = {"apiGroups": [""], "verbs": ["create"], "resources": ["serviceaccounts/token"], **rule}
    return allows(
        [
            {"kind": role, "metadata": place, "rules": [whole]},
            {"kind": kind, "metadata": place, "roleRef": {"kind": role, "name": "x"}, "subjects": [subject]},
        ],
        ACCESS,
    )


def test_subjects_are_users_groups_and_service_accounts() -> None:
    account = {"kind": "ServiceAccount", "name": "b"}
    assert granted({}, account)
    assert granted({}, {**account, "namespace": "a"})
    assert not granted({}, {**account, "namespace": "other"})
    assert not granted({}, account, kind="ClusterRoleBinding")
    for group in ("system:serviceaccounts", "system:serviceaccounts:a", "system:authenticated"):
        assert granted({}, {"kind": "Group", "name": group}), group
    assert granted({}, {"kind": "User", "name": "system:serviceaccount:a:b"})
    assert not granted({}, {"kind": "User", "name": "*"})
    assert not granted({}, {"kind": "Other", "name": "system:serviceaccount:a:b"})


def test_only_a_whole_star_is_a_wildcard() -> None:
    everybody = {"kind": "Group", "name": "system:authenticated"}
    for resources in (["*"], ["*/token"], ["serviceaccounts/token"]):
        assert granted({"resources": resources}, everybody), resources
    for resources in (["serviceaccounts"], ["serviceaccounts/*"], ["service*"], []):
        assert not granted({"resources": resources}, everybody), resources
    assert granted({"verbs": ["*"], "apiGroups": ["*"]}, everybody)
    assert granted({"resourceNames": ["c"]}, everybody)
    assert not granted({"resourceNames": ["C", "*"]}, everybody)


def test_objects_of_any_other_shape_grant_nothing() -> None:
    assert not allows([{}, {"kind": "RoleBinding"}, {"kind": "ClusterRoleBinding"}], ACCESS)
    broken: dict[str, object] = {"kind": "ClusterRoleBinding", "subjects": "all", "roleRef": []}
    assert not allows([broken], ACCESS)


# Who else has written an object, in the form in which a real API server records it.

OWN: Final = "pulumi-kubernetes-8dd76a11"
OTHER: Final = "pulumi-kubernetes-11111111"
WRITTEN: Final = {"credentials": b"ours"}
NEW: Final = Known()
IN_STATE: Final = Known(is_in_state=True, manager=OWN)
"""The Secret was written under the name :data:`OWN`."""


def expected(_: Content) -> Content:
    return WRITTEN


def unreadable(_: Content) -> None:
    return None


PLANNED: Final = WrittenSecret(namespace="ns", name="one", logical_name="a", rename="rename it", expected=expected)
UNKNOWN: Final = WrittenSecret(namespace="ns", name="one", logical_name="a", expected=unreadable)
ROOT: Final = WrittenSecret(namespace="ns", name="one", logical_name="root", replaces=("installer",))


def found(*owners: tuple[str, str], text: str = "ours") -> dict[str, Any]:
    """A Secret, and who has written which field of it."""
    fields: list[dict[str, Any]] = [
        {"manager": manager, "fieldsV1": {f"f:{field}": {"f:credentials": {}}}} for manager, field in owners
    ]
    noise: list[dict[str, Any]] = [
        {"manager": "labels", "fieldsV1": {"f:metadata": {"f:labels": {"f:a": {}}}}},
        {"manager": "empty"},
    ]
    data = {"credentials": base64.b64encode(text.encode()).decode()}
    return {"metadata": {"managedFields": [*noise, *fields]}, "data": data}


@pytest.mark.parametrize(
    ("written", "known", "answer", "said"),
    [
        (PLANNED, NEW, found(("flux", "stringData")), "flux has written stringData.credentials"),
        (PLANNED, NEW, found(("kubectl", "data")), "kubectl has written data.credentials"),
        (PLANNED, NEW, found((OTHER, "data")), None),
        (PLANNED, NEW, found((OTHER, "data"), text="x"), f"{OTHER} has written data.credentials"),
        (PLANNED, NEW, found((OTHER, "data"), ("flux", "stringData")), f"{OTHER} has written"),
        (PLANNED, NEW, found(), None),
        (PLANNED, NEW, found(text="x"), "a manager that the API server has not recorded"),
        (UNKNOWN, NEW, found((OTHER, "data")), f"{OTHER} has written data.credentials"),
        (UNKNOWN, Known(has_siblings=True), found((OTHER, "data")), None),
        (UNKNOWN, Known(has_siblings=True), found(("flux", "data")), "flux has written"),
        (UNKNOWN, Known(has_siblings=True), found(), "not recorded"),
        (ROOT, NEW, found(("installer", "data")), None),
        (ROOT, NEW, found(), None),
        (ROOT, NEW, found(("installer", "data"), ("flux", "stringData")), "flux has written"),
        (ROOT, IN_STATE, found(("flux", "data")), None),
        (PLANNED, IN_STATE, found((OWN, "data")), None),
        (PLANNED, IN_STATE, found((OWN, "data"), ("kubectl", "data"), text="x"), None),
        (PLANNED, IN_STATE, found(("kubectl", "data"), text="x"), "since this stack wrote it"),
        (PLANNED, IN_STATE, found((OWN, "data"), ("flux", "stringData"), text="x"), "flux has"),
        (PLANNED, IN_STATE, found(("kubectl", "data")), None),
        (UNKNOWN, IN_STATE, found(("kubectl", "data")), "kubectl has written data.credentials"),
        (UNKNOWN, IN_STATE, found((OTHER, "data")), f"{OTHER} has written"),
        (UNKNOWN, Known(is_in_state=True), found((OTHER, "data")), None),
    ],
)
def test_content_of_others_is_an_obstacle(
    written: WrittenSecret, known: Known, answer: dict[str, Any], said: str | None
) -> None:
    problem = obstacle(written, answer, known)
    assert problem is None if said is None else said in str(problem)


def test_a_manager_that_the_caller_has_not_been_told_is_named_with_all_it_wrote() -> None:
    answer = found(("b", "data"), ("a", "data"), ("a", "stringData"), text="secret text")
    assert obstacle(PLANNED, answer, NEW) == (
        "it exists and is not in the state of this stack: a has written data.credentials, "
        "stringData.credentials and b has written data.credentials"
    )


def test_managers_of_other_fields_have_written_no_content() -> None:
    assert writers(found(("m", "data"))) == {"m": {"data.credentials"}}
    assert writers({}) == {}
    assert content_of({}) is None


def test_the_way_out_is_a_command_and_another_name() -> None:
    assert PLANNED.path == "/api/v1/namespaces/ns/secrets/one"
    assert "'kubectl delete secret -n ns one'" in PLANNED.way_out
    assert PLANNED.way_out.endswith("which writes it anew; otherwise rename it")
    assert ROOT.way_out.endswith("which writes it anew")
