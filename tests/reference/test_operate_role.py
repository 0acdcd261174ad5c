"""The ClusterRole under deploy/: enough for every request of the verbs, and for nothing else."""

from typing import Any

import pytest
import yaml

from openshift_credentials.live.observed import Read
from openshift_credentials.platforms.kubernetes.rbac import AccessRequest, allows
from openshift_credentials.reference.pages import all_reads, permission_of
from tests.kit.places import REPOSITORY

USER = "operator"
ROLE: dict[str, Any] = yaml.safe_load((REPOSITORY / "deploy" / "operate-clusterrole.yaml").read_text(encoding="utf-8"))
BINDING = {
    "kind": "ClusterRoleBinding",
    "metadata": {"name": "operators"},
    "roleRef": {"kind": "ClusterRole", "name": ROLE["metadata"]["name"]},
    "subjects": [{"kind": "User", "name": USER}],
}
VERBS = ("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection")
READS = {read.path: read for read in all_reads()}


def may(verb: str, group: str, resource: str, name: str = "") -> bool:
    access = AccessRequest(
        user=USER, groups=(), verb=verb, resource=resource, namespace="any", name=name, api_group=group
    )
    return allows([ROLE, BINDING], access)


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_every_request_is_allowed(read: Read) -> None:
    needed = permission_of(read)
    if needed.path:
        assert any(needed.path in rule.get("nonResourceURLs", ()) for rule in ROLE["rules"])
        return
    assert may(needed.verb, needed.group, needed.resource, needed.name)


def test_nothing_else_is_allowed() -> None:
    needed = {permission_of(read) for read in READS.values()}
    allowed = {
        (group, resource, verb, name)
        for rule in ROLE["rules"]
        for group in rule.get("apiGroups", ())
        for resource in rule["resources"]
        for verb in rule["verbs"]
        for name in rule.get("resourceNames", ("",))
    }
    paths = {path for rule in ROLE["rules"] for path in rule.get("nonResourceURLs", ())}
    wanted = {(each.group, each.resource, each.verb, each.name) for each in needed if not each.path}
    anywhere = {each[:3] for each in wanted if not each[3]}
    assert allowed == {each for each in wanted if not each[3] or each[:3] not in anywhere}
    assert paths == {each.path for each in needed if each.path}


@pytest.mark.parametrize("verb", VERBS[2:])
def test_no_verb_changes_or_watches_anything(verb: str) -> None:
    assert all(verb not in rule["verbs"] for rule in ROLE["rules"])


@pytest.mark.parametrize("verb", ["get", "list"])
def test_secrets_of_other_names_stay_closed(verb: str) -> None:
    assert not may(verb, "", "secrets", "somebody-elses")
    assert not may(verb, "", "secrets")
