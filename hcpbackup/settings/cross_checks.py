"""Rules between settings, checked on the raw tree so that they add to the problems of single ones.

A check looks only at values that are there and are texts; what is wrong with the others is
said by the models.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from hcpbackup.contract import text_rules as rules
from hcpbackup.contract.aws import kms_key_problem
from hcpbackup.contract.credentials import CredentialMode, StorageType
from hcpbackup.contract.names import hosted_control_plane_namespace
from hcpbackup.settings.problems import Problem, shown

BRANCHES: Final = {"s3": StorageType.S3, "azureBlob": StorageType.AZURE_BLOB}


class Tree:
    """Raw configuration, read by path without caring what is missing."""

    def __init__(self, root: Mapping[str, object]) -> None:
        self._root = root

    def value(self, path: str) -> object:
        """The value at a dotted path, or ``None``."""
        value: object = self._root
        for part in path.split("."):
            value = as_group(value).get(part)
        return value

    def text(self, path: str, rule: rules.TextRule | None = None) -> str | None:
        """The text at a dotted path if it is one, and satisfies ``rule``."""
        value = self.value(path)
        if not isinstance(value, str) or (rule and rule.problem(value)):
            return None
        return value

    def items(self, path: str) -> Sequence[object]:
        """The list at a dotted path, empty if there is none."""
        value = self.value(path)
        return cast("Sequence[object]", value) if isinstance(value, list | tuple) else ()


def as_group(value: object) -> Mapping[str, object]:
    """A group of settings, empty if the value is something else."""
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def cross_problems(root: Mapping[str, object]) -> list[Problem]:
    """All problems that lie between settings."""
    tree = Tree(root)
    checks = (_storage_branches, _mode_fits_storage, _identity_fits_mode, _kms_key, _backups)
    return [problem for check in checks for problem in check(tree)]


def _storage_type(tree: Tree) -> StorageType | None:
    text = tree.text("storage.storageType")
    return StorageType(text) if text in set(StorageType) else None


def _storage_branches(tree: Tree) -> Iterator[Problem]:
    storage_type = _storage_type(tree)
    if storage_type is None:
        return
    for branch, its_type in BRANCHES.items():
        given = tree.value(f"storage.{branch}") is not None
        if its_type is storage_type and not given:
            yield Problem(
                f"storage.{branch}", f"is required when storageType is {storage_type}", "add it"
            )
        if its_type is not storage_type and given:
            yield Problem(
                f"storage.{branch}",
                f"is forbidden when storageType is {storage_type}",
                f"remove it, or set storageType to {its_type}",
            )


def _mode(tree: Tree) -> CredentialMode | None:
    text = tree.text("credentials.mode")
    return CredentialMode(text) if text in set(CredentialMode) else None


def _mode_fits_storage(tree: Tree) -> Iterator[Problem]:
    storage_type, mode = _storage_type(tree), _mode(tree)
    if storage_type and mode and mode.storage_type is not storage_type:
        fitting = " or ".join(one for one in CredentialMode if one.storage_type is storage_type)
        yield Problem(
            "credentials.mode",
            f"cannot go with storageType {storage_type}",
            f"choose {fitting}, or leave it out",
            value=shown(mode.value, secret=False),
        )


def _identity_fits_mode(tree: Tree) -> Iterator[Problem]:
    other = {StorageType.S3: "identityName", StorageType.AZURE_BLOB: "roleName"}
    storage_type = _storage_type(tree)
    if storage_type and tree.value(f"credentials.{other[storage_type]}") is not None:
        yield Problem(
            f"credentials.{other[storage_type]}",
            f"has no meaning when storageType is {storage_type}",
            "remove it",
        )


def _kms_key(tree: Tree) -> Iterator[Problem]:
    key = tree.text("storage.s3.kmsKeyARN", rules.KMS_KEY_ARN)
    region = tree.text("storage.s3.region", rules.AWS_REGION)
    if key and region and (problem := kms_key_problem(key, region)):
        yield Problem(
            "storage.s3.kmsKeyARN",
            problem,
            f"name a key of region {region}, or correct storage.s3.region",
            value=shown(key, secret=False),
        )


def _backups(tree: Tree) -> Iterator[Problem]:
    azure = _storage_type(tree) is StorageType.AZURE_BLOB
    seen: Counter[str] = Counter()
    for index, item in enumerate(tree.items("backups")):
        backup = Tree(as_group(item))
        prefix = backup.text("keyPrefix", rules.S3_KEY_PREFIX)
        if azure and prefix and (problem := rules.AZURE_KEY_PREFIX.problem(prefix)):
            yield Problem(
                f"backups[{index}].keyPrefix",
                problem,
                f'give for example "{rules.AZURE_KEY_PREFIX.example}"',
                value=shown(prefix, secret=False),
            )
        cluster = backup.text("hostedCluster", rules.HOSTED_CLUSTER)
        if cluster:
            yield from _hosted_cluster(cluster, f"backups[{index}].hostedCluster", seen)


def _hosted_cluster(cluster: str, path: str, seen: Counter[str]) -> Iterator[Problem]:
    namespace = hosted_control_plane_namespace(*cluster.split("/"))
    value = shown(cluster, secret=False)
    if problem := rules.DNS_LABEL.problem(namespace):
        yield Problem(
            path,
            f"its control plane namespace {namespace} {problem}",
            "correct the namespace or the name",
            value=value,
        )
    seen[namespace] += 1
    if seen[namespace] > 1:
        yield Problem(
            path,
            f"control plane namespace {namespace} is listed before; the operator runs one backup "
            "of a hosted cluster at a time and rejects the others for ever",
            "keep one entry a hosted cluster, and change its trigger for another backup",
            value=value,
        )
