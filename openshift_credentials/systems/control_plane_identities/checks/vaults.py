"""Rules between settings of the two vaults: for the identities, and for the etcd key."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree, as_group
from openshift_credentials.systems.control_plane_identities.checks.documents import KEY


def vault_problems(tree: Tree) -> Iterator[Notice]:
    """Problems of a vault that is created or adopted, and of the key in it."""
    yield from _kms_problems(tree)
    yield from _place_problems(tree)


def _problem(path: str, rule: str, way_out: str) -> Notice:
    return invalid(f"{KEY}.{path}", rule, way_out)


def _kms_problems(tree: Tree) -> Iterator[Notice]:
    if tree.value(f"{KEY}.kms") is None:
        return
    vault = as_group(tree.value(f"{KEY}.kms.vault"))
    version = tree.value(f"{KEY}.kms.keyVersion")
    name = tree.text(f"{KEY}.vault.name")
    if isinstance(vault.get("name"), str) and name and str(vault["name"]).lower() == name.lower():
        yield _problem(
            "kms.vault.name",
            "must differ from the vault of the identities: a role in that vault would give "
            "access to their secrets",
            "use a separate vault for the key",
        )
    if version is not None and vault.get("existing") is not True:
        yield _problem(
            "kms.keyVersion",
            "names a version, but the stack creates the key",
            "remove it, or set kms.vault.existing to true",
        )


def _place_problems(tree: Tree) -> Iterator[Notice]:
    for path in ("vault", "kms.vault"):
        vault = as_group(tree.value(f"{KEY}.{path}"))
        adopted = vault.get("existing") is True
        for name in ("softDeleteDays", "purgeProtection", "networkRules"):
            if adopted and name in vault:
                yield _problem(
                    f"{path}.{name}",
                    "cannot be set for an existing vault, which the stack does not change",
                    "remove it, or set existing to false",
                )
        tenant = vault.get("tenantId")
        if not adopted and tenant is not None and tenant != tree.value(f"{KEY}.tenantId"):
            yield _problem(
                f"{path}.tenantId",
                "must equal tenantId for a vault that the stack creates",
                "remove it, or set existing to true",
            )
        rules = vault.get("networkRules")
        if rules is not None and not any(as_group(rules).values()):
            yield _problem(
                f"{path}.networkRules",
                "allows no access at all",
                "set subnets or addresses, or remove networkRules",
            )
