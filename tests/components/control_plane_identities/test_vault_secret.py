"""New credentials in a vault: only those that a running pod loads are stored."""

import asyncio
from typing import Any

import pulumi
import pytest

from components.base.errors import guard_hook
from components.control_plane_identities.facade import _refuse_what_no_pod_loads
from tests.kit.tables import rows_beside


def stored(value: str, not_before: float | None) -> dict[str, Any]:
    attributes = {} if not_before is None else {"attributes": {"notBefore": not_before}}
    return {"properties": {"value": value, **attributes}}


def store(old: dict[str, Any] | None, new: dict[str, Any] | None) -> None:
    args = pulumi.ResourceHookArgs(urn="urn", id="id", name="ingress", type="type", old_inputs=old, new_inputs=new)

    asyncio.run(guard_hook(_refuse_what_no_pod_loads)(args))  # as the engine calls it


@pytest.mark.parametrize("not_before", [1, 2])
def test_credentials_that_are_not_newer_are_refused_without_their_content(not_before: int) -> None:
    reason = "running pods would not load these credentials"
    with pytest.raises(pulumi.RunError, match=reason) as error:
        store(stored("MARKER-old", 2), stored("MARKER-new", not_before))
    assert "MARKER" not in str(error.value)
    assert str(error.value).startswith("ingress: ")


@rows_beside("old, new")
def test_newer_equal_or_undated_credentials_are_stored(old: dict[str, Any] | None, new: dict[str, Any] | None) -> None:
    store(old, new)
