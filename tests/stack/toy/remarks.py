from collections.abc import Iterator

from openshift_credentials.base.notices import Notice, Severity

from .settings import ToySettings


def remarks(settings: ToySettings) -> Iterator[Notice]:
    yield Notice("toy-fades", Severity.WARNING, f"{settings.colour} fades", setting="toy.colour")
