"""Rules between settings of the two vaults: that of the identities, and that of the etcd key."""

from collections.abc import Iterator

from openshift_credentials.control_plane_identities.document_checks import KEY
from openshift_credentials.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree, as_group


def vault_problems(tree: Tree) -> Iterator[Notice]:
    """What is wrong with a vault that is made, or taken over, and with the key in one."""
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
            "must not be the vault of the identities: a role in it would reach their secrets",
            "give the key a vault of its own",
        )
    if version is not None and vault.get("existing") is not True:
        yield _problem(
            "kms.keyVersion",
            "names a version of a key that would be made",
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
                    "cannot be set on a vault that exists: it is not changed",
                    "remove it, or set existing to false",
                )
        tenant = vault.get("tenantId")
        if not adopted and tenant is not None and tenant != tree.value(f"{KEY}.tenantId"):
            yield _problem(
                f"{path}.tenantId",
                "must be tenantId for a vault that is made",
                "remove it, or set existing to true",
            )
        rules = vault.get("networkRules")
        if rules is not None and not any(as_group(rules).values()):
            yield _problem(
                f"{path}.networkRules", "lets nobody in", "name subnets or addresses, or remove it"
            )
