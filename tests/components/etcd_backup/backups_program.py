"""A program with backups, and a cluster that plays its part."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import pulumi
import pulumi_kubernetes as kubernetes

from components.etcd_backup.backups import Backups
from components.etcd_backup.live_backups import EarlierBackups, LiveObjects
from openshift_credentials.base.errors import ContractError
from openshift_credentials.stack.cluster import Kubernetes
from openshift_credentials.systems.etcd_backup.plan import PlannedBackup, plan_of
from openshift_credentials.systems.etcd_backup.rules.backup_status import FAILURES, BackupReason, BackupStatus
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit import tokens
from tests.kit.recorded import Resource
from tests.kit.trees import AWS, load

LOOKS = 1000


class Played(LiveObjects):
    """Plays the cluster: what each look at a backup finds, by namespace; at last a success.

    ``outputs`` are those of an object that was just made. Looks from the one to the other number fail; a look before
    the first backup is number 0. Until ``together`` backups have run at once, or nobody looks for more, none ends.
    """

    def __init__(
        self,
        reasons: Mapping[str, Sequence[str]],
        *,
        unreadable_from: int | None = None,
        unreadable_to: int = 10**9,
        together: int = 0,
        refused: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(Kubernetes())
        self.refused = refused or {}
        self._together = together
        self._reasons = {place: list(each) for place, each in reasons.items()}
        self._made: set[str] = set()
        self._unreadable = range(unreadable_to if unreadable_from is None else unreadable_from, unreadable_to)
        self._looks = count()
        self.ended: list[str] = []
        self.most_at_once = 0
        self.outputs = {tokens.HCP_ETCD_BACKUP: self._make}

    def _make(self, resource: Resource) -> dict[str, object]:
        self._made.add(resource.inputs["metadata"]["namespace"])
        self.most_at_once = max(self.most_at_once, len(self._made) - len(self.ended))
        return {"id": resource.name}

    async def refusal(self, namespace: str, manifest: Mapping[str, object]) -> str | None:
        return self.refused.get(namespace) if manifest["kind"] == "HCPEtcdBackup" else None

    async def read(self, namespace: str, name: str) -> Mapping[str, Any] | None:
        look = next(self._looks)
        if look in self._unreadable:
            raise ContractError("hcpetcdbackups cannot be read: forbidden")
        if namespace not in self._made:
            return None
        if self.most_at_once < self._together and look < LOOKS:
            return {"metadata": {"name": name}, "status": {}}
        left = self._reasons.setdefault(namespace, ["", "BackupSucceeded"])
        reason = left.pop(0) if len(left) > 1 else left[0]
        if reason in (*FAILURES, BackupReason.SUCCEEDED) and namespace not in self.ended:
            self.ended.append(namespace)
        condition = {"type": "BackupCompleted", "reason": reason, "message": f"why {reason}"}
        return {"metadata": {"name": name}, "status": {"conditions": [condition]}}


def settings_of(number: int) -> EtcdBackupSettings:
    backups = [{"hostedCluster": f"clusters/c{number}", "trigger": "one"} for number in range(number)]
    return load({**AWS, "backups": backups})


def planned(number: int) -> tuple[PlannedBackup, ...]:
    return plan_of(settings_of(number)).backups


def program(
    number: int, live: LiveObjects | None = None, earlier: EarlierBackups | None = None, **policy: object
) -> Callable[[], None]:
    settings = settings_of(number)
    usual = {"wait": True, "timeout_seconds": 1200, "concurrency": 10, "keep_previous": True, **policy}
    settings = settings.model_copy(update={"backup_policy": settings.backup_policy.model_copy(update=usual)})

    def run() -> None:
        provider = kubernetes.Provider("cluster")
        secret = kubernetes.core.v1.Secret(
            "credentials",
            metadata={"name": "cloud-credentials", "namespace": "hypershift"},
            opts=pulumi.ResourceOptions(provider=provider),
        )
        made = Backups(
            "backups",
            plan_of(settings),
            pulumi.ResourceOptions(providers=[provider], depends_on=[secret]),
            live=live,
            earlier=earlier,
        )
        pulumi.export("backups", made.results)

    return run


def answering(reasons: Mapping[str, str]) -> dict[str, Callable[[Resource], dict[str, object]]]:
    """Status of every backup; ``reasons`` by hosted cluster, success for the others."""

    def answer(resource: Resource) -> dict[str, object]:
        reason = reasons.get(resource.name.removeprefix("backups/"), "BackupSucceeded")
        condition = {"type": "BackupCompleted", "reason": reason, "message": f"why {reason}"}
        status = {"conditions": [condition] if reason else []}
        return {"id": resource.name, "status": status}

    return {tokens.HCP_ETCD_BACKUP: answer}


def earlier(reason: str, *, in_state: bool) -> EarlierBackups:
    (backup,) = planned(1)
    place = backup.name
    told = {place: BackupStatus(reason, "as told", "s3://there" if "Succ" in reason else "")}
    return EarlierBackups(told, in_state=frozenset([place]) if in_state else frozenset())
