"""What a cluster and every cloud may answer to a read, and what has to be said of it."""

from http import HTTPStatus
from typing import Any, Final

from openshift_credentials.live.observed import Observed, Obstacle

NAMES: Final = ("there", "forbidden", "unauthorized", "broken", "page", "array", "absent")


def refusals(prefix: str = "") -> dict[str, Any]:
    """Answers by path to the reads of these names; ``absent`` has none."""
    return {
        f"{prefix}/there": {"name": "a"},
        f"{prefix}/forbidden": HTTPStatus.FORBIDDEN,
        f"{prefix}/unauthorized": HTTPStatus.UNAUTHORIZED,
        f"{prefix}/broken": HTTPStatus.INTERNAL_SERVER_ERROR,
        f"{prefix}/page": b"<html>",
        f"{prefix}/array": b"[]",
    }


def assert_obstacles(observed: Observed) -> None:
    """Every refusal is an obstacle of its own, and hides nothing else."""
    assert observed.one("there") == {"name": "a"}
    assert observed.obstacles == {
        "forbidden": Obstacle.FORBIDDEN,
        "unauthorized": Obstacle.UNAUTHENTICATED,
        "broken": Obstacle.UNEXPECTED,
        "page": Obstacle.UNEXPECTED,
        "array": Obstacle.UNEXPECTED,
        "absent": Obstacle.ABSENT,
    }
    no_object = "something that is not a JSON object"
    assert observed.said == {"broken": "status 500 Internal Server Error", "page": no_object, "array": no_object}
