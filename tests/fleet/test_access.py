"""What the ServiceAccounts of a fleet may do in their management clusters."""

import re
from typing import Final

from openshift_credentials.fleet.rules.objects.access import OTHER_SYSTEMS
from tests.kit.places import REPOSITORY

_TOKEN: Final = re.compile(r"kubernetes:([a-z0-9./-]+:\w+)")


def test_every_kind_that_a_system_registers_is_in_its_table() -> None:
    looked_at: set[str] = set()
    for golden in (REPOSITORY / "tests" / "examples" / "golden").glob("*.yaml"):
        folder = REPOSITORY / "examples" / golden.stem
        stack = folder / f"Pulumi.{golden.stem}.yaml"
        branches = re.findall(r"^  openshift-credentials:(\w+):", stack.read_text(), re.MULTILINE)
        systems = OTHER_SYSTEMS.keys() & set(branches)
        registered = set(_TOKEN.findall(golden.read_text()))
        if "etcdBackup" in branches or not registered:
            continue
        known = {token for system in systems for token in OTHER_SYSTEMS[system]}
        assert registered <= known, (golden.stem, registered - known)
        looked_at |= systems
    assert looked_at >= {"componentIdentities", "cloudCredentials", "imagePulls"}, looked_at
