"""Every system has the parts of the plan: the type checker compares each with its protocol.

A part that does not fit is a type error in the table below. A part that the table leaves out, and
a module beside the parts, fail here.
"""

from pathlib import Path
from typing import Final, TypeVar

import pytest

from openshift_credentials import systems
from openshift_credentials.live.check import LivePart
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.parts import (
    ChecksPart,
    ExplainPart,
    PlanPart,
    PreviewPart,
    RemarksPart,
    SettingsPart,
)
from openshift_credentials.stack.registry import SYSTEMS
from openshift_credentials.systems.cloud_credentials import (
    checks as cco_checks,
)
from openshift_credentials.systems.cloud_credentials import (
    explain as cco_explain,
)
from openshift_credentials.systems.cloud_credentials import (
    live as cco_live,
)
from openshift_credentials.systems.cloud_credentials import (
    plan as cco_plan,
)
from openshift_credentials.systems.cloud_credentials import (
    preview as cco_preview,
)
from openshift_credentials.systems.cloud_credentials import (
    remarks as cco_remarks,
)
from openshift_credentials.systems.cloud_credentials import (
    settings as cco_settings,
)
from openshift_credentials.systems.component_identities import (
    checks as components_checks,
)
from openshift_credentials.systems.component_identities import (
    explain as components_explain,
)
from openshift_credentials.systems.component_identities import (
    live as components_live,
)
from openshift_credentials.systems.component_identities import (
    plan as components_plan,
)
from openshift_credentials.systems.component_identities import (
    remarks as components_remarks,
)
from openshift_credentials.systems.component_identities import (
    settings as components_settings,
)
from openshift_credentials.systems.control_plane_identities import (
    checks as control_plane_checks,
)
from openshift_credentials.systems.control_plane_identities import (
    explain as control_plane_explain,
)
from openshift_credentials.systems.control_plane_identities import (
    live as control_plane_live,
)
from openshift_credentials.systems.control_plane_identities import (
    plan as control_plane_plan,
)
from openshift_credentials.systems.control_plane_identities import (
    remarks as control_plane_remarks,
)
from openshift_credentials.systems.control_plane_identities import (
    settings as control_plane_settings,
)
from openshift_credentials.systems.etcd_backup import (
    checks as etcd_checks,
)
from openshift_credentials.systems.etcd_backup import (
    explain as etcd_explain,
)
from openshift_credentials.systems.etcd_backup import (
    live as etcd_live,
)
from openshift_credentials.systems.etcd_backup import (
    plan as etcd_plan,
)
from openshift_credentials.systems.etcd_backup import (
    preview as etcd_preview,
)
from openshift_credentials.systems.etcd_backup import (
    remarks as etcd_remarks,
)
from openshift_credentials.systems.etcd_backup import (
    settings as etcd_settings,
)
from openshift_credentials.systems.image_pulls import (
    checks as pulls_checks,
)
from openshift_credentials.systems.image_pulls import (
    explain as pulls_explain,
)
from openshift_credentials.systems.image_pulls import (
    live as pulls_live,
)
from openshift_credentials.systems.image_pulls import (
    plan as pulls_plan,
)
from openshift_credentials.systems.image_pulls import (
    remarks as pulls_remarks,
)
from openshift_credentials.systems.image_pulls import (
    settings as pulls_settings,
)
from openshift_credentials.systems.snapshot_store import (
    checks as store_checks,
)
from openshift_credentials.systems.snapshot_store import (
    explain as store_explain,
)
from openshift_credentials.systems.snapshot_store import (
    plan as store_plan,
)
from openshift_credentials.systems.snapshot_store import (
    remarks as store_remarks,
)
from openshift_credentials.systems.snapshot_store import (
    settings as store_settings,
)
from openshift_credentials.systems.token_issuer import (
    checks as issuer_checks,
)
from openshift_credentials.systems.token_issuer import (
    explain as issuer_explain,
)
from openshift_credentials.systems.token_issuer import (
    live as issuer_live,
)
from openshift_credentials.systems.token_issuer import (
    plan as issuer_plan,
)
from openshift_credentials.systems.token_issuer import (
    remarks as issuer_remarks,
)
from openshift_credentials.systems.token_issuer import (
    settings as issuer_settings,
)

S = TypeVar("S", bound=Settings)


def parts_of(
    *,
    settings: SettingsPart[S],
    checks: ChecksPart[S],
    plan: PlanPart[S],
    remarks: RemarksPart[S],
    explain: ExplainPart[S],
    preview: PreviewPart[S] | None = None,
    live: LivePart[S] | None = None,
) -> dict[str, object]:
    """The parts by name; the settings of all of them have one type."""
    found = {"settings": settings, "checks": checks, "plan": plan, "remarks": remarks}
    found |= {"explain": explain, "preview": preview, "live": live}
    return {name: part for name, part in found.items() if part}


PARTS: Final = {
    "token_issuer": parts_of(
        settings=issuer_settings,
        checks=issuer_checks,
        plan=issuer_plan,
        remarks=issuer_remarks,
        explain=issuer_explain,
        live=issuer_live,
    ),
    "component_identities": parts_of(
        settings=components_settings,
        checks=components_checks,
        plan=components_plan,
        remarks=components_remarks,
        explain=components_explain,
        live=components_live,
    ),
    "cloud_credentials": parts_of(
        settings=cco_settings,
        checks=cco_checks,
        plan=cco_plan,
        remarks=cco_remarks,
        explain=cco_explain,
        preview=cco_preview,
        live=cco_live,
    ),
    "snapshot_store": parts_of(
        settings=store_settings,
        checks=store_checks,
        plan=store_plan,
        remarks=store_remarks,
        explain=store_explain,
    ),
    "control_plane_identities": parts_of(
        settings=control_plane_settings,
        checks=control_plane_checks,
        plan=control_plane_plan,
        remarks=control_plane_remarks,
        explain=control_plane_explain,
        live=control_plane_live,
    ),
    "etcd_backup": parts_of(
        settings=etcd_settings,
        checks=etcd_checks,
        plan=etcd_plan,
        remarks=etcd_remarks,
        explain=etcd_explain,
        preview=etcd_preview,
        live=etcd_live,
    ),
    "image_pulls": parts_of(
        settings=pulls_settings,
        checks=pulls_checks,
        plan=pulls_plan,
        remarks=pulls_remarks,
        explain=pulls_explain,
        live=pulls_live,
    ),
}


def test_the_table_has_every_system() -> None:
    folder = Path(systems.__file__).parent
    assert list(PARTS) == [system.package for system in SYSTEMS.values()]
    assert sorted(PARTS) == sorted(path.parent.name for path in folder.glob("*/__init__.py"))


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_registry_finds_the_parts_of_the_table(key: str) -> None:
    system = SYSTEMS[key]
    for name in ("settings", "checks", "plan", "remarks", "explain", "preview", "live"):
        assert system.part(name) is PARTS[system.package].get(name)


@pytest.mark.parametrize("package", PARTS)
def test_nothing_stands_beside_the_parts(package: str) -> None:
    folder = Path(systems.__file__).parent / package
    found = {path.stem for path in folder.iterdir()} - {"__init__", "__pycache__"}
    assert found - {"rules"} == set(PARTS[package])
