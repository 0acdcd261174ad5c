"""Where the repository and the data of its tests are."""

from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).parents[2]
DATA: Final = REPOSITORY / "tests" / "data"
CRD: Final = DATA / "hcpetcdbackups.hypershift.openshift.io.yaml"
UPSTREAM: Final = REPOSITORY.parent / "shared" / "crds"
"""Definitions as upstream ships them, beside the checkout where they are at hand."""


def example_file(name: str) -> Path:
    """The stack file of an example."""
    return REPOSITORY / "examples" / name / f"Pulumi.{name}.yaml"
