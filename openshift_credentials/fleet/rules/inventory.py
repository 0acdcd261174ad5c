"""Model of an inventory: the management clusters of a fleet, and common settings."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Final

from openshift_credentials.fleet.rules.columns import DRIFT_SUFFIX, LONGEST_STACK_NAME
from openshift_credentials.platforms.kubernetes.names import within

MINUTES_OF_A_DAY: Final = 24 * 60


class Cloud(StrEnum):
    """The cloud of a management cluster."""

    AWS = "aws"
    AZURE = "azure"


class Topology(StrEnum):
    """The cluster of the operator that updates a stack."""

    CLUSTER = "cluster"
    """In each management cluster: it uses its own API server as a pod."""

    HUB = "hub"
    """In one hub cluster for all: each stack uses a kubeconfig for its cluster."""


class Engine(StrEnum):
    """The tool that delivers the objects or runs the stacks."""

    OPERATOR = "operator"
    ARGOCD = "argocd"
    FLUX = "flux"
    CI = "ci"


@dataclass(frozen=True, slots=True)
class HostedCluster:
    """A hosted cluster to back up; ``settings`` are those of its entry in ``backups``."""

    name: str
    settings: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A management cluster: one row of the inventory, completed with the defaults.

    ``values`` are the columns by name, all strings; ``config`` are further settings of its stack,
    which override those from the columns. ``file`` and ``line`` (from 1) are the place of the row.
    """

    values: Mapping[str, str]
    hosted_clusters: tuple[HostedCluster, ...] = ()
    config: Mapping[str, object] = field(default_factory=dict[str, object])
    file: str = ""
    line: int

    def __getitem__(self, column: str) -> str:
        """The value of a column, empty if there is none."""
        return self.values.get(column, "")

    @property
    def name(self) -> str:
        """Name of the management cluster, of its Stack and of its ServiceAccount."""
        return self["name"]

    @property
    def drift_name(self) -> str:
        """Name of the Stack that detects drift."""
        return within(LONGEST_STACK_NAME, f"{self.name}{DRIFT_SUFFIX}")

    @property
    def cloud(self) -> Cloud:
        """The cloud; the checks ensure that it is set."""
        return Cloud(self["cloud"])

    @property
    def frozen(self) -> bool:
        """Whether the stack is frozen: no update and no backup."""
        return self["freeze"].lower() == "true"

    @property
    def pulumi_stack(self) -> str:
        """Name of the stack in its backend."""
        return self["stack"] or self.name

    @property
    def kubeconfig_secret(self) -> str:
        """Secret with the kubeconfig of the management cluster, for topology hub."""
        return self["kubeconfigSecret"] or f"{self.name}-kubeconfig"

    @property
    def needs_passphrase(self) -> bool:
        """Whether the stack's secrets are encrypted with a passphrase."""
        if self["secretsProvider"]:
            return self["secretsProvider"] == "passphrase"
        return not self.needs_access_token

    @property
    def needs_access_token(self) -> bool:
        """Whether the backend is Pulumi Cloud or a self-hosted Pulumi service."""
        return not self["backend"] or self["backend"].startswith("https://")

    @property
    def place(self) -> str:
        """File, line and name, for the start of a message."""
        where = f"{self.file} line {self.line}" if self.line else self.file
        return f"{where} ({self.name})" if self.name else where


@dataclass(frozen=True)
class Fleet:
    """An inventory that has been read: its settings by name, and the members in their order."""

    settings: Mapping[str, str]
    members: tuple[Member, ...]

    def __getitem__(self, setting: str) -> str:
        """A setting of the whole fleet."""
        return self.settings[setting]

    @cached_property
    def waves(self) -> tuple[str, ...]:
        """Waves in order: those in ``waves``, otherwise those of the rows, numbers first."""
        named = tuple(dict.fromkeys(self["waves"].split()))
        return named or tuple(sorted({member["wave"] for member in self.members}, key=_wave_key))

    def nightly_schedule(self, wave: str) -> str:
        """When the stacks of a wave get the trigger of the night.

        The start of a numbered wave depends only on its number, so a new wave does not move others.
        """
        minutes = int(self["minutesBetweenWaves"])
        return daily_after(self["nightlySchedule"], self._position(wave) * minutes)

    def nightly_minutes(self, wave: str) -> int:
        """Minutes between the first wave of the night and this one."""
        return self._position(wave) * int(self["minutesBetweenWaves"])

    def _position(self, wave: str) -> int:
        if not self["waves"] and all(item.isdigit() for item in self.waves):
            return int(wave)
        return self.waves.index(wave) if wave in self.waves else 0


def daily_after(schedule: str, minutes: int) -> str:
    """A daily schedule, moved by a number of minutes."""
    minute, hour, *rest = schedule.split()
    total = (int(hour) * 60 + int(minute) + minutes) % MINUTES_OF_A_DAY
    return " ".join([str(total % 60), str(total // 60), *rest])


def _wave_key(wave: str) -> tuple[bool, int, str]:
    return (not wave.isdigit(), int(wave) if re.fullmatch(r"[0-9]{1,9}", wave) else 0, wave)
