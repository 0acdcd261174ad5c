"""Missing permissions of a policy, and a policy with all of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.json_values import as_array, as_object, is_array, is_object, one_or_many, read_json
from openshift_credentials.platforms.aws.evaluation import MissingReason, covers, intersects, lacking
from openshift_credentials.systems.component_identities.rules.aws import permission_policy

from .permissions import Needed, OperatorCloud, needs_of


@dataclass(frozen=True, slots=True)
class Missing:
    permission: str
    reason: str
    resource: str = ""
    condition: Mapping[str, str] = field(default_factory=dict[str, str])


def policy_of(cloud: OperatorCloud, need: Needed) -> Mapping[str, object] | None:
    """A policy or role definition with exactly the required permissions, without roles by name."""
    if cloud is OperatorCloud.AWS:
        return permission_policy(need.statements)
    if cloud is OperatorCloud.AZURE:
        return {
            "actions": list(need.permissions),
            "notActions": [],
            "dataActions": list(need.data_permissions),
            "notDataActions": [],
        }
    if cloud is OperatorCloud.GCP:
        return {"includedPermissions": list(need.permissions)}
    return None


def missing(cloud: OperatorCloud, need: Needed, policy: str, region: str | None = None) -> tuple[Missing, ...]:
    """Required permissions that a policy lacks; ``region`` is the known region on AWS.

    The policy is an IAM policy, an Azure role definition, a role of Google Cloud or a list of its
    permissions, or a list of vSphere privileges, as JSON. Raises :class:`UnusableInputError`.
    """
    if cloud is OperatorCloud.AWS:
        context = {} if region is None else {"aws:RequestedRegion": region}
        needs = sorted(needs_of(need.statements), key=lambda item: (item.action, item.resource, item.context))
        return tuple(
            Missing(item.need.action, item.reason, item.need.resource, dict(item.need.context))
            for item in lacking(policy, needs, context)
        )
    if cloud is OperatorCloud.AZURE:
        return _missing_on_azure(need, policy)
    given = _names_in(policy, "includedPermissions" if cloud is OperatorCloud.GCP else "privileges")
    wanted = (*need.permissions, *need.privileges)
    return tuple(Missing(name, MissingReason.NOT_ALLOWED) for name in wanted if name not in given)


def _missing_on_azure(need: Needed, policy: str) -> tuple[Missing, ...]:
    blocks = _azure_blocks(policy)
    return tuple(
        Missing(name, MissingReason.NOT_ALLOWED)
        for kind, names in (("actions", need.permissions), ("dataActions", need.data_permissions))
        for name in names
        if not any(_is_given(name, block, kind) for block in blocks)
    )


def _is_given(name: str, block: Mapping[str, tuple[str, ...]], kind: str) -> bool:
    """A role does not grant what it excludes, but another block can grant it."""
    excluded = block.get(f"not{kind}".lower(), ())
    return any(covers(item, name.lower()) for item in block.get(kind.lower(), ())) and not any(
        intersects(item, name.lower()) for item in excluded
    )


def _azure_blocks(policy: str) -> list[Mapping[str, tuple[str, ...]]]:
    """Permission blocks of a role definition in any of the forms of Azure's tools."""
    document = _parse(policy)
    blocks: list[Mapping[str, tuple[str, ...]]] = []
    for definition in one_or_many(document):
        members = _lower(definition)
        members = _lower(members.get("properties", members))
        inner = members.get("permissions", [members])
        blocks += [{name: _lower_texts(item) for name, item in _lower(block).items()} for block in as_array(inner)]
    if not any("actions" in block or "dataactions" in block for block in blocks):
        raise unusable_input("the policy must be an Azure role definition with actions")
    return blocks


def _lower(value: object) -> Mapping[str, object]:
    return {key.lower(): item for key, item in as_object(value).items()}


def _lower_texts(value: object) -> tuple[str, ...]:
    return tuple(item.lower() for item in as_array(value) if isinstance(item, str))


def _names_in(policy: str, member: str) -> frozenset[str]:
    document = _parse(policy)
    value = document.get(member) if is_object(document) else document
    names = [item for item in as_array(value) if isinstance(item, str)]
    if not is_array(value) or len(names) < len(value):
        raise unusable_input(f"the policy must be a list of names, or an object with such a list in {member}")
    return frozenset(names)


def _parse(policy: str) -> object:
    try:
        return read_json(policy)
    except ValueError:
        raise unusable_input("the policy is not JSON") from None
