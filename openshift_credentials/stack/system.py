"""A system: a branch of the stack file, and everything that the program knows about it."""

import importlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

from openshift_credentials.base.notices import Notice

from .base import Settings
from .cluster import Cluster, HostedKubernetes, Kubernetes
from .explanation import Explanation
from .overrides import override_notices
from .parts import (
    AssertPromises,
    ChecksPart,
    Expand,
    Expanded,
    ExplainPart,
    Judge,
    PreviewPart,
    SettingsPart,
    Share,
    Stack,
)

S = TypeVar("S", bound=Settings)

PROJECT: Final = "openshift-credentials"
"""Name of the Pulumi project: prefix of the keys of a stack file and of type tokens."""


@dataclass(frozen=True, slots=True)
class System:
    """One system; its names follow from ``key``, its branch of the stack file.

    The parts are modules of its package, imported when they are asked for.
    """

    key: str

    @property
    def resource_name(self) -> str:
        """Logical name of what deploys the system: ``etcd-backup`` of ``etcdBackup``."""
        return re.sub("([A-Z])", r"-\1", self.key).lower()

    @property
    def package(self) -> str:
        """Name of its folders: ``etcd_backup``."""
        return self.resource_name.replace("-", "_")

    @property
    def class_name(self) -> str:
        """Name of its facade: ``EtcdBackup``."""
        return self.key[0].upper() + self.key[1:]

    @property
    def facade(self) -> str:
        """The component resource that deploys the system, as ``module:Class``."""
        return f"components.{self.package}.facade:{self.class_name}"

    @property
    def type_token(self) -> str:
        """Type of the facade: ``openshift-credentials:etcd-backup:EtcdBackup``."""
        return f"{PROJECT}:{self.resource_name}:{self.class_name}"

    @property
    def settings(self) -> SettingsPart[Settings]:
        """Part ``settings``."""
        return self.part("settings")

    def expand(self, branch: object, directory: Path) -> Expanded:
        """The branch with the content of the files that it names."""
        expand: Expand | None = getattr(self.settings, "expand", None)
        return expand(branch, directory) if expand else Expanded(branch)

    @property
    def checks(self) -> ChecksPart[Settings]:
        """Part ``checks``."""
        return self.part("checks")

    @property
    def shared(self) -> tuple[str, ...]:
        """Paths of required settings of other branches that follow from those of this one."""
        return getattr(self.part("plan"), "SHARED", ())

    def shares(self, settings: Settings, root: Mapping[str, object]) -> Mapping[str, Mapping[str, object]] | None:
        """Settings of other branches that follow, ``None`` if a broken rule hides them."""
        share: Share[Settings] | None = getattr(self.part("plan"), "shares", None)
        return share(settings, root) if share else {}

    @property
    def explanation(self) -> ExplainPart[Settings]:
        """Part ``explain``."""
        return self.part("explain")

    @property
    def verdicts(self) -> Mapping[str, Judge]:
        """Judges of its components by type token."""
        preview: PreviewPart[Settings] | None = self.part("preview")
        return preview.VERDICTS if preview else {}

    def part(self, name: str) -> Any:  # noqa: ANN401 - tests/stack/test_parts.py compares modules
        """The module of a part, or ``None`` if the system does not need it."""
        module = f"openshift_credentials.systems.{self.package}.{name}"
        return importlib.import_module(module) if find_spec(module) else None


@dataclass(frozen=True, slots=True)
class Deployment:
    """A system of a stack, and its settings."""

    system: System
    settings: Settings

    def assert_promises(self) -> None:
        """Raise :class:`ContractError` if one does not hold."""
        assert_promises: AssertPromises[Settings] | None = getattr(self.system.checks, "assert_promises", None)
        if assert_promises:
            assert_promises(self.settings)

    def remarks(self) -> tuple[Notice, ...]:
        """Notices about the stack."""
        return (*self.system.explanation.remarks(self.settings), *override_notices(self.system.key, self.settings))

    def explain(self) -> Explanation:
        """What the identities of the system can do, and who can use them."""
        explanation = self.system.explanation.explain(self.settings)
        notes = map(str, override_notices(self.system.key, self.settings))
        return replace(explanation, remarks=(*explanation.remarks, *notes))

    def picture(self) -> str | None:
        """The identities of the system in Mermaid, if it draws them."""
        part: PreviewPart[Settings] | None = self.system.part("preview")
        return part.picture(self.settings) if part else None


def settings_in(deployments: Iterable[Deployment], model: type[S]) -> S | None:
    """The settings of the system with this model, if the stack has it."""
    return Stack({deployment.system.key: deployment.settings for deployment in deployments}).find(model)


SYSTEMS: Final[dict[str, System]] = {
    key: System(key)
    for key in (
        "tokenIssuer",
        "componentIdentities",
        "cloudCredentials",
        "controlPlaneIdentities",
        "etcdBackup",
        "imagePulls",
    )
}
"""Systems by their branch of the stack file, in the order in which they are deployed.

Nothing of a system is imported before its parts are asked for.
"""

SHARED: Final[Mapping[str, type[Settings]]] = {
    "cluster": Cluster,
    "kubernetes": Kubernetes,
    "hostedKubernetes": HostedKubernetes,
}
"""Groups of settings that systems share; the models of the systems contain them."""
