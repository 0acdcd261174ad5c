"""A stack without a kubeconfig in its settings: each command uses the one of whoever runs it."""

from pathlib import Path

import pytest

from tests.cluster.conftest import make_namespace
from tests.cluster.control_plane import ControlPlane
from tests.cluster.operator import Operator
from tests.cluster.stack import Stack
from tests.cluster.test_backups import entries

NOBODY = "https://127.0.0.1:1"


def test_the_state_does_not_know_where_a_kubeconfig_lies(
    tmp_path: Path, plane: ControlPlane, operator: Operator, clusters: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Stack.environment

    def as_somebody_with(kubeconfig: Path) -> None:
        def environment(stack: Stack, timeout_seconds: int = 60) -> dict[str, str]:
            return own(stack, timeout_seconds) | {"KUBECONFIG": str(kubeconfig)}

        monkeypatch.setattr(Stack, "environment", environment)

    namespace = f"hypershift-of-{clusters[0].rpartition('/')[2]}"
    make_namespace(plane, namespace)
    one, other, elsewhere = (tmp_path / name for name in ("one", "other", "elsewhere"))
    one.write_text(plane.kubeconfig())
    elsewhere.write_text(plane.kubeconfig().replace(f"https://127.0.0.1:{plane.port}", NOBODY))
    as_somebody_with(one)
    stack = Stack.create(tmp_path, namespace, None)
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.up()
    assert str(one) not in stack.state()

    one.rename(other)
    as_somebody_with(other)
    stack.succeed("preview", "--expect-no-changes")
    stack.succeed("refresh", "--yes", "--expect-no-changes")

    as_somebody_with(elsewhere)
    unreachable = stack.pulumi("refresh", "--yes")
    assert unreachable.code != 0
    assert "unreachable" in unreachable.text

    as_somebody_with(other)
    stack.succeed("destroy", "--yes")
    assert [what for what, _, _ in operator.events] == ["made", "ended"]
