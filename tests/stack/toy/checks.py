from collections.abc import Collection, Iterator, Mapping

from openshift_credentials.base.errors import ContractError
from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree

from .settings import ToySettings


def branch_problems(root: Mapping[str, object], secret_keys: Collection[str]) -> Iterator[Notice]:
    if Tree(root, secret_keys).value("toy.colour") == "red":
        yield invalid("toy.colour", "is taken", "choose another one", "red")


def problems(settings: ToySettings) -> Iterator[Notice]:
    if settings.colour == settings.cluster.name:
        yield invalid("toy.colour", "is the name of the cluster", "choose another one")


def assert_promises(settings: ToySettings) -> None:
    if settings.colour == "invisible":
        raise ContractError("nobody would see the toy")
