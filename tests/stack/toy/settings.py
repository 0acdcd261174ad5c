from pathlib import Path
from typing import Final

from pydantic import Field

from openshift_credentials.base.json_values import as_object
from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.cluster import Cluster
from openshift_credentials.stack.parts import Expanded


class ToySettings(Settings):
    """The branch of the toy."""

    cluster: Cluster = Field(description="The cluster.")
    colour: str = Field(description="The colour of the toy.")


MODEL: Final = ToySettings


def expand(branch: object, directory: Path) -> Expanded:
    colour = as_object(branch).get("colour")
    if not str(colour).endswith(".txt"):
        return Expanded(branch)
    return Expanded({"colour": (directory / str(colour)).read_text().strip()})
