from collections.abc import Mapping
from typing import Final

from openshift_credentials.stack.parts import Judge
from openshift_credentials.stack.verdict import Verdict

from .settings import ToySettings


def verdict(outputs: Mapping[str, object]) -> Verdict:
    colour = str(outputs["toyColour"])
    return Verdict(
        subject="Toy",
        answer=colour,
        rows={"colour": colour},
        sentence=f"The toy is {colour}.",
        table={},
        document_key="toys",
        document={"colour": colour},
    )


VERDICTS: Final[Mapping[str, Judge]] = {"openshift-credentials:toy:Toy": verdict}


def picture(settings: ToySettings) -> str:
    return f"flowchart LR\n  toy[{settings.colour}]"
