"""What a cluster and every cloud may answer to a read, and what has to be said of it."""

from http import HTTPStatus
from typing import Any, Final

from openshift_credentials.live.observed import Observed, Obstacle

NAMES: Final = ("there", "forbidden", "unauthorized", "broken", "absent")


def refusals(prefix: str = "") -> dict[str, Any]:
    """Answers by path to the reads of these names; ``absent`` has none."""
    return {
        f"{prefix}/there": {"name": "a"},
        f"{prefix}/forbidden": HTTPStatus.FORBIDDEN,
        f"{prefix}/unauthorized": HTTPStatus.UNAUTHORIZED,
        f"{prefix}/broken": HTTPStatus.INTERNAL_SERVER_ERROR,
    }


def assert_obstacles(observed: Observed) -> None:
    """Every refusal is an obstacle of its own, and hides nothing else."""
    assert observed.one("there") == {"name": "a"}
    assert observed.obstacles == {
        "forbidden": Obstacle.FORBIDDEN,
        "unauthorized": Obstacle.UNAUTHENTICATED,
        "broken": Obstacle.UNEXPECTED,
        "absent": Obstacle.ABSENT,
    }
