from collections.abc import Mapping

from .settings import ToySettings


def shares(_: ToySettings, _root: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    return {}
