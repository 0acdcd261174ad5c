"""Who else has written an object, in the form in which a real API server records it."""

import base64
from typing import Any, Final

import pytest

from openshift_credentials.platforms.kubernetes.secrets import (
    Content,
    Known,
    WrittenSecret,
    content_of,
    obstacle,
    writers,
)

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
