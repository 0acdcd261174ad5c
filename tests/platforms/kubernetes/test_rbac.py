"""Access control by roles and bindings."""

from typing import Any

from openshift_credentials.platforms.kubernetes.rbac import AccessRequest, allows, groups_of

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
