"""Errors of pods, operators and Azure: their stage, cause and fix."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Final

from pydantic import BeforeValidator

from openshift_credentials.live.cause import Cause, read_causes


class Stage(IntEnum):
    """A stage of the chain from the vault to the pod."""

    HOSTED_CLUSTER = 1
    VAULT_SECRET = 2
    SECRET_PROVIDER_CLASS = 3
    MOUNT = 4
    POD = 5
    SDK = 6
    LOGIN = 7
    ARM = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptom(Cause):
    """A cause of a failure, and its stage."""

    stage: Annotated[Stage, BeforeValidator(Stage.__getitem__)]


SYMPTOMS: Final = read_causes(Symptom, __package__ or "", "symptoms.yaml")
"""Messages of the library, operators, CSI driver, provider and Azure; the first match wins."""


def symptom_of(message: str) -> Symptom | None:
    """The cause of an error of a pod or an operator, if the error belongs to these flows."""
    return next((symptom for symptom in SYMPTOMS if symptom.pattern.search(message)), None)
