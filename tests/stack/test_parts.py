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
    AssertPromises,
    ChecksPart,
    Expand,
    ExplainPart,
    PreviewPart,
    SettingsPart,
    Share,
)
from openshift_credentials.stack.system import SYSTEMS
from openshift_credentials.systems.cloud_credentials import (
    checks as cco_checks,
    explain as cco_explain,
    live as cco_live,
    plan as cco_plan,
    preview as cco_preview,
    settings as cco_settings,
)
from openshift_credentials.systems.component_identities import (
    checks as components_checks,
    explain as components_explain,
    live as components_live,
    plan as components_plan,
    settings as components_settings,
)
from openshift_credentials.systems.control_plane_identities import (
    checks as control_plane_checks,
    explain as control_plane_explain,
    live as control_plane_live,
    plan as control_plane_plan,
    settings as control_plane_settings,
)
from openshift_credentials.systems.etcd_backup import (
    checks as etcd_checks,
    explain as etcd_explain,
    live as etcd_live,
    plan as etcd_plan,
    preview as etcd_preview,
    settings as etcd_settings,
)
from openshift_credentials.systems.image_pulls import (
    checks as pulls_checks,
    explain as pulls_explain,
    live as pulls_live,
    plan as pulls_plan,
    settings as pulls_settings,
)
from openshift_credentials.systems.token_issuer import (
    checks as issuer_checks,
    explain as issuer_explain,
    live as issuer_live,
    plan as issuer_plan,
    settings as issuer_settings,
)

S = TypeVar("S", bound=Settings)


def parts_of(
    *,
    settings: SettingsPart[S],
    checks: ChecksPart[S],
    plan: object,
    expand: Expand | None = None,
    assert_promises: AssertPromises[S] | None = None,
    shares: Share[S] | None = None,
    explain: ExplainPart[S],
    preview: PreviewPart[S] | None = None,
    live: LivePart[S] | None = None,
) -> dict[str, object]:
    """The parts by name; the settings of all of them have one type, and optional functions are theirs."""
    assert getattr(settings, "expand", None) is expand
    assert getattr(checks, "assert_promises", None) is assert_promises
    assert getattr(plan, "shares", None) is shares
    found = {"settings": settings, "checks": checks, "plan": plan}
    found |= {"explain": explain, "preview": preview, "live": live}
    return {name: part for name, part in found.items() if part}


PARTS: Final = {
    "token_issuer": parts_of(
        settings=issuer_settings,
        checks=issuer_checks,
        plan=issuer_plan,
        shares=issuer_plan.shares,
        explain=issuer_explain,
        live=issuer_live,
    ),
    "component_identities": parts_of(
        settings=components_settings,
        checks=components_checks,
        plan=components_plan,
        expand=components_settings.expand,
        explain=components_explain,
        live=components_live,
    ),
    "cloud_credentials": parts_of(
        settings=cco_settings,
        checks=cco_checks,
        plan=cco_plan,
        expand=cco_settings.expand,
        assert_promises=cco_checks.assert_promises,
        explain=cco_explain,
        preview=cco_preview,
        live=cco_live,
    ),
    "control_plane_identities": parts_of(
        settings=control_plane_settings,
        checks=control_plane_checks,
        plan=control_plane_plan,
        assert_promises=control_plane_checks.assert_promises,
        shares=control_plane_plan.shares,
        explain=control_plane_explain,
        live=control_plane_live,
    ),
    "etcd_backup": parts_of(
        settings=etcd_settings,
        checks=etcd_checks,
        plan=etcd_plan,
        expand=etcd_settings.expand,
        assert_promises=etcd_checks.assert_promises,
        explain=etcd_explain,
        preview=etcd_preview,
        live=etcd_live,
    ),
    "image_pulls": parts_of(
        settings=pulls_settings,
        checks=pulls_checks,
        plan=pulls_plan,
        assert_promises=pulls_checks.assert_promises,
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
    for name in ("settings", "checks", "plan", "explain", "preview", "live"):
        assert system.part(name) is PARTS[system.package].get(name)


@pytest.mark.parametrize("package", PARTS)
def test_nothing_stands_beside_the_parts(package: str) -> None:
    folder = Path(systems.__file__).parent / package
    found = {path.stem for path in folder.iterdir() if path.suffix in ("", ".py")} - {"__init__", "__pycache__"}
    assert found - {"rules", "remarks"} == set(PARTS[package])
