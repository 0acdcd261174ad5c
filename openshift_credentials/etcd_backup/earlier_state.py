"""Convert the state of release 0.1, which was called hcp-etcd-backup, to the current names.

The cloud's and cluster's view of a resource does not change: IDs, inputs and outputs. Only the
engine's names change: project, component types, logical names, and the parent facade. Format:
pulumi/pulumi ``sdk/go/common/apitype/core.go`` (``UntypedDeployment``, ``DeploymentV3``).
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from openshift_credentials.errors import UnusableInputError
from openshift_credentials.etcd_backup.system import SYSTEM

OLD_PROJECT: Final = "hcp-etcd-backup"
PROJECT: Final = "openshift-credentials"

_STACK: Final = "pulumi:pulumi:Stack"
_PROVIDER: Final = "pulumi:providers:"
_BACKUP: Final = "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup"
_BUCKET: Final = "aws:s3/bucket:Bucket"
_OBJECT_LOCK: Final = "objectLockEnabled"
"""Input that release 0.1 gave; now the lock's own configuration switches it on."""
_NAMED_BELOW: Final = {
    _BACKUP: "backups",
    "kubernetes:velero.io/v1:Schedule": "oadp-schedules",
    "kubernetes:core/v1:ConfigMap": "oadp-schedules",
}
"""Resources that have the name of their object below that of their parent."""
_FACADE: Final = f"{PROJECT}:etcd-backup:EtcdBackup"
_MOVED_TYPES: Final = {
    f"{OLD_PROJECT}:aws:UploadRole": f"{PROJECT}:aws:ServiceAccountRole",
    f"{OLD_PROJECT}:azure:UploadIdentity": f"{PROJECT}:azure:FederatedIdentity",
    f"{OLD_PROJECT}:kubernetes:CredentialSecret": f"{PROJECT}:etcd-backup:CredentialSecret",
    f"{OLD_PROJECT}:kubernetes:EtcdBackups": f"{PROJECT}:etcd-backup:EtcdBackups",
}
_MOVED_NAMES: Final = {"management-cluster": "cluster", "management-cluster-issuer": "issuer"}
_WAIT_FOR: Final = "pulumi.com/waitFor"
"""Annotation by which the Kubernetes provider waited; the program waits now."""

_URN: Final = re.compile(r"urn:pulumi:(?P<stack>[^:]+)::hcp-etcd-backup::(?P<types>[^\"]*)")

_NO_STATE: Final = (
    f"this is not a state of project {OLD_PROJECT} (release 0.1): use the output of 'pulumi stack "
    "export' of its stack"
)
_PENDING: Final = (
    "the state has pending operations of an interrupted update: run 'pulumi refresh' with release "
    "0.1 first to resolve them"
)

State = dict[str, Any]


def upgraded(exported: State) -> State:
    """Rewrite the output of ``pulumi stack export``; the argument is not changed.

    Raises :class:`~openshift_credentials.errors.UnusableInputError` for anything else than an
    export of a stack of the old project.
    """
    deployment = _group(exported.get("deployment"))
    resources = deployment.get("resources")
    found = cast("list[object]", resources) if isinstance(resources, list) else []
    root = next((each for each in map(_group, found) if each.get("type") == _STACK), State())
    if f"::{OLD_PROJECT}::" not in str(root.get("urn")):
        raise UnusableInputError([_NO_STATE])
    if deployment.get("pending_operations"):
        raise UnusableInputError([_PENDING])
    renamed: State = json.loads(_URN.sub(_renamed_urn, json.dumps(exported)))
    state = renamed["deployment"]
    state["resources"] = list(_resources(state["resources"]))
    return renamed


def _group(value: object) -> State:
    return cast("State", value) if isinstance(value, dict) else State()


def _resources(resources: list[State]) -> Iterator[State]:
    root = next(each for each in resources if each["type"] == _STACK)
    facade = _urn_below(root["urn"])
    for each in resources:
        old_type = each["type"]
        each["type"] = _type(old_type)
        if f"::{_FACADE}$" in each["urn"] and each.get("parent") in (None, root["urn"]):
            each["parent"] = facade
        if old_type == _BACKUP:
            _without_wait(each)
        if old_type == _BUCKET:
            each.get("inputs", {}).pop(_OBJECT_LOCK, None)
        yield each
        if old_type == _STACK:
            yield {
                "urn": facade, "custom": False, "type": _FACADE, "parent": root["urn"],
            }  # fmt: skip


def _urn_below(root: str) -> str:
    return f"{root.partition(f'::{_STACK}::')[0]}::{_FACADE}::{SYSTEM.resource_name}"


def _without_wait(backup: State) -> None:
    """Remove the provider's wait settings and the result of its wait."""
    backup.pop("initErrors", None)
    for side in ("inputs", "outputs"):
        metadata: State = backup.get(side, {}).get("metadata", {})
        annotations: State = metadata.get("annotations", {})
        annotations.pop(_WAIT_FOR, None)
        if not annotations:
            metadata.pop("annotations", None)


def _renamed_urn(match: re.Match[str]) -> str:
    """A URN anywhere in the text: as such, or in front of a provider's ID."""
    types, _, rest = match["types"].partition("::")
    name, separator, identifier = rest.partition("::")
    if types == _STACK:
        name = f"{PROJECT}{name.removeprefix(OLD_PROJECT)}"
    elif not (types.startswith(_PROVIDER) and name.startswith("default")):
        chain = [_type(each) for each in types.split("$")]
        name, types = _name(name, chain[-1]), "$".join((_FACADE, *chain))
    return f"urn:pulumi:{match['stack']}::{PROJECT}::{types}::{name}{separator}{identifier}"


def _type(token: str) -> str:
    moved: Mapping[str, str] = _MOVED_TYPES
    if token in moved:
        return moved[token]
    return re.sub(f"^{OLD_PROJECT}:", f"{PROJECT}:", token)


def _name(name: str, token: str) -> str:
    prefix = SYSTEM.resource_name
    if token in _NAMED_BELOW:
        return f"{prefix}-{_NAMED_BELOW[token]}/{name}"
    return f"{prefix}-{_MOVED_NAMES.get(name, name)}"
