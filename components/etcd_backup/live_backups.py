"""HCPEtcdBackups in the management cluster as they are now, read by the program itself.

The engine reads an object only when it creates, changes or refreshes it. To wait for a controller
without failing if the controller does nothing, the program itself must read the object.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Protocol

import pulumi
from pulumi import Output

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.base.json_values import text_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.live.client import Access, connect, refusal_of
from openshift_credentials.stack.cluster import Kubernetes
from openshift_credentials.systems.etcd_backup.plan import Plan, PlannedBackup
from openshift_credentials.systems.etcd_backup.plan.earlier import BackupResult
from openshift_credentials.systems.etcd_backup.rules.backup_status import BackupStatus

from ..base.engine import runs_on_an_engine
from ..base.errors import guard_hook, log_notice
from ..kubernetes.look_before_writing import observe_cluster
from .earlier_backups import GROUP, VERSION, EarlierBackups

if TYPE_CHECKING:
    from kubernetes.client import ApiException

_PLURAL: Final = "hcpetcdbackups"

_AT_ONCE: Final = 8
"""Objects that are looked for, or asked about, at a time."""

_TIMEOUT_SECONDS: Final = 10
_REFUSED: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)


def manifest_of(backup: PlannedBackup) -> Mapping[str, object]:
    """The object, as the API server gets it."""
    return {
        "apiVersion": f"{GROUP}/{VERSION}",
        "kind": "HCPEtcdBackup",
        "metadata": {"name": backup.name, "namespace": backup.namespace},
        "spec": backup.spec,
    }


class LiveObjects(Protocol):
    """Reads objects of one kind, and asks whether one can be created."""

    async def read(self, namespace: str, name: str) -> Mapping[str, object] | None:
        """Return the object, or ``None`` if it, its namespace or its kind is absent.

        Raises :class:`ContractError` if it cannot be read.
        """
        ...

    async def refusal(self, namespace: str, manifest: Mapping[str, object]) -> str | None:
        """Return why the API server would not create the object; a dry run changes nothing.

        ``None`` if it would, if the object exists, and if there is no answer.
        """
        ...


class ClusterObjects:
    """Reads through the API server that the Kubernetes provider also uses; the first read connects.

    It uses the same sources as the provider: the setting, ``$KUBECONFIG``, ``~/.kube/config``, the pod.
    """

    def __init__(self, settings: Kubernetes) -> None:
        self._settings = settings

    async def read(self, namespace: str, name: str) -> Mapping[str, object] | None:
        return await asyncio.to_thread(self._read, namespace, name)

    async def refusal(self, namespace: str, manifest: Mapping[str, object]) -> str | None:
        return await asyncio.to_thread(self._refusal, namespace, manifest)

    @cached_property
    def _api(self) -> Any:  # noqa: ANN401 - the client has no types of its own
        from kubernetes.client import CustomObjectsApi  # noqa: PLC0415 - only reading pays for it

        kubeconfig = self._settings.kubeconfig
        content = kubeconfig.get_secret_value() if kubeconfig else None
        return CustomObjectsApi(connect(Access(content=content, context=self._settings.context)))

    def _read(self, namespace: str, name: str) -> Mapping[str, object] | None:
        from kubernetes.client import ApiException  # noqa: PLC0415
        from urllib3.exceptions import HTTPError  # noqa: PLC0415

        try:
            return self._api.get_namespaced_custom_object(
                GROUP, VERSION, namespace, _PLURAL, name, _request_timeout=_TIMEOUT_SECONDS
            )
        except ApiException as error:
            if error.status == HTTPStatus.NOT_FOUND:
                return None
            why = _message(error)
        except UnusableInputError as error:
            why = str(error)
        except (HTTPError, OSError) as error:
            why = f"the API server does not answer: {str(error) or type(error).__name__}"
        raise ContractError(f"{_PLURAL}.{GROUP} in namespace {namespace} cannot be read: {why}")

    def _refusal(self, namespace: str, manifest: Mapping[str, object]) -> str | None:
        from kubernetes.client import ApiException  # noqa: PLC0415
        from urllib3.exceptions import HTTPError  # noqa: PLC0415

        try:
            self._api.create_namespaced_custom_object(
                GROUP, VERSION, namespace, _PLURAL, manifest, dry_run="All", _request_timeout=_TIMEOUT_SECONDS
            )
        except ApiException as error:
            return _message(error) if error.status in _REFUSED else None
        except (UnusableInputError, HTTPError, OSError):
            return None
        return None


def _message(error: "ApiException") -> str:
    """The message in the API server's Status, or only the number."""
    return text_member(refusal_of(error), "message") or f"HTTP status {error.status}"


def create_once(
    name: str, created: Mapping[str, PlannedBackup], live: LiveObjects | None
) -> pulumi.ResourceHookBinding | None:
    """Keep the engine from making objects again that it has dropped in this very command.

    With ``--refresh`` it finds out that the object is gone after the program has asked. In an
    update every backup has the hook from the first one on: with a new one, the next update would
    write the state once for each backup. A preview writes nothing.
    """
    if pulumi.runtime.is_dry_run() and not created:
        return None

    async def refuse(args: pulumi.ResourceHookArgs) -> None:
        planned = created.get(args.name)
        if planned is None or await still_there(live, [planned]):
            return
        message = (
            f"{args.name} ran in an earlier update, and its object has been removed since then. "
            "It is not created again: run the command again without --refresh, or set a new trigger"
        )
        raise pulumi.RunError(message)

    options = pulumi.ResourceHookOptions(on_dry_run=True)
    hook = pulumi.ResourceHook(name, guard_hook(refuse), options)
    return pulumi.ResourceHookBinding(before_create=[hook])


async def still_there(live: LiveObjects | None, removed: Sequence[PlannedBackup]) -> frozenset[str]:
    """Names of backups whose objects are in the cluster; what cannot be read counts as removed."""
    if live is None:
        return frozenset()
    found: set[str] = set()
    for entry in range(0, len(removed), _AT_ONCE):
        backups = removed[entry : entry + _AT_ONCE]
        try:
            objects = await asyncio.gather(*(live.read(backup.namespace, backup.name) for backup in backups))
        except ContractError as error:
            pulumi.log.debug(f"backups outside the state were not looked for: {error}")
            break
        found |= {backup.name for backup, item in zip(backups, objects, strict=True) if item}
    return frozenset(found)


async def refused_backups(live: LiveObjects | None, new: Sequence[PlannedBackup]) -> Sequence[BackupResult]:
    """Backups whose object the API server would not create, as in a missing namespace.

    The engine would stop the whole update at the first of them, and hide how the others end.
    Whoever may not read backups is told so before the first one starts.
    """
    if live is None or not new:
        return ()
    try:
        await live.read(new[0].namespace, new[0].name)
    except ContractError:
        return ()
    found: list[BackupResult] = []
    for entry in range(0, len(new), _AT_ONCE):
        backups = new[entry : entry + _AT_ONCE]
        whys = await asyncio.gather(*(live.refusal(backup.namespace, manifest_of(backup)) for backup in backups))
        found += [
            BackupResult(backup, BackupStatus(), refused=why) for backup, why in zip(backups, whys, strict=True) if why
        ]
    return found


def look_before_backups(plan: Plan, earlier: EarlierBackups) -> None:
    """Warn about problems that would make the new backups fail: the quick checks of ``preflight``.

    It runs while the engine creates other resources. It never stops the update: an unreachable
    cluster, a missing client or missing permissions are not a reason to fail. On the mock runtime,
    and if ``earlier`` updates have created all backups, nothing is contacted.
    """
    settings = plan.settings
    if settings.kubernetes.render_to or not settings.backup_policy.preflight:
        return
    if not runs_on_an_engine():
        return
    if any(backup.name not in earlier.created for backup in plan.backups):
        Output.from_input(_warn(plan))


async def _warn(plan: Plan) -> None:
    try:
        failures = await asyncio.to_thread(_failures, plan)
    except UnusableInputError as error:
        pulumi.log.debug(f"the cluster was not checked: {error}")
    else:
        for notice in failures:
            log_notice(notice)


def _failures(plan: Plan) -> list[Notice]:
    # Import these only when they are needed.
    from openshift_credentials.live.check import State  # noqa: PLC0415
    from openshift_credentials.systems.etcd_backup.live import places  # noqa: PLC0415
    from openshift_credentials.systems.etcd_backup.live.preflight import before_backups  # noqa: PLC0415

    settings = plan.settings
    reads = places.before_backups(settings.cluster.operator_namespace)
    checks = before_backups(settings, observe_cluster(settings.kubernetes, reads))
    return [check.notice for check in checks if check.state is State.FAILED]
