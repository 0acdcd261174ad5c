"""Limits of access to a storage account in Azure, beside those of the settings.

Source: Azure Resource Manager REST reference of Microsoft.Storage, ``StorageAccountProperties``
and ``NetworkRuleSet``. What an account leaves out has the default of Azure.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from openshift_credentials.base.json_values import (
    object_items,
    object_member,
    text_member,
    whole_number_member,
)
from openshift_credentials.systems.etcd_backup.checks.tree import BLOB
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage
from openshift_credentials.systems.etcd_backup.settings.azure_access import NetworkRules

CORRECTION: Final = "run 'pulumi up --refresh', which corrects it"

_NONE: Final = "none"
_ALL: Final = "all networks"
_PERIOD: Final = re.compile(r"(\d+)\.(\d+):(\d+):(\d+)")
_RESTORE: Final = timedelta(hours=1)
"""How long the URL of a restore is valid that OADP signs."""


@dataclass(frozen=True, kw_only=True)
class _Limit:
    """A setting, its value in the settings and in Azure; ``kept`` if an update cannot remove it."""

    setting: str
    planned: str
    real: str
    kept: bool = False


def differences(
    storage: AzureBlobStorage, properties: Mapping[str, object], *, copy: bool
) -> Iterator[tuple[str, str]]:
    """Each limit that differs from the settings, and the way out.

    ``copy`` is the second account of ``replication``, which has networks of its own.
    """
    for limit in _limits(storage, properties, copy=copy):
        if limit.planned == limit.real:
            continue
        setting = f"{BLOB}.{limit.setting}"
        detail = f"{limit.setting} is {limit.real}, and the settings of the stack have "
        if limit.kept and limit.planned == _NONE:
            detail += f"{_NONE}; Azure keeps what an update leaves out"
            yield detail, f"set {setting}, or remove the limit in Azure"
        else:
            yield detail + limit.planned, CORRECTION


def obstacles_of_existing(
    properties: Mapping[str, object], *, oadp: bool
) -> Iterator[tuple[str, str]]:
    """What an account that the stack does not change may refuse, and the way out."""
    if text_member(properties, "publicNetworkAccess") in ("Disabled", "SecuredByPerimeter"):
        yield (
            "has no public endpoint for every network",
            "check that the management cluster reaches it through a private endpoint or perimeter",
        )
    elif (networks := _real_networks(properties)) != _ALL:
        detail = f"answers {networks}"
        yield detail, "check that the nodes of the management cluster reach it from there"
    sas = object_member(properties, "sasPolicy")
    period = _period(sas)
    if oadp and period and period < _RESTORE and sas.get("expirationAction") == "Block":
        detail = (
            f"refuses shared access signatures that are valid for longer than {period}, and OADP "
            "signs the URL of a restore for one hour"
        )
        yield detail, "allow at least one hour in the SAS policy of the account"


def _limits(
    storage: AzureBlobStorage, properties: Mapping[str, object], *, copy: bool
) -> Iterator[_Limit]:
    scope, sas, keys = storage.allowed_copy_scope, storage.sas_policy, storage.key_expiration_days
    yield _Limit(
        setting="allowedCopyScope",
        planned=scope.value if scope else _NONE,
        real=text_member(properties, "allowedCopyScope") or _NONE,
        kept=True,
    )
    real_sas = object_member(properties, "sasPolicy")
    period = _period(real_sas)
    yield _Limit(
        setting="sasPolicy",
        planned=_sas(timedelta(hours=sas.hours), sas.action.value) if sas else _NONE,
        real=_sas(period, text_member(real_sas, "expirationAction")) if period else _NONE,
        kept=True,
    )
    real_days = whole_number_member(properties, "keyPolicy", "keyExpirationPeriodInDays")
    yield _Limit(
        setting="keyExpirationDays",
        planned=str(keys or _NONE),
        real=str(real_days or _NONE),
        kept=True,
    )
    yield _Limit(
        setting="allowSharedKeyAccess",
        planned=str(storage.allow_shared_key_access).lower(),
        real=str(properties.get("allowSharedKeyAccess") is not False).lower(),
    )
    yield _Limit(
        setting="publicNetworkAccess",
        planned=storage.public_network_access.value,
        real=text_member(properties, "publicNetworkAccess") or "Enabled",
    )
    rules = storage.network_rules
    if copy:
        rules = storage.replication and storage.replication.network_rules
    yield _Limit(
        setting="replication.networkRules" if copy else "networkRules",
        planned=_ALL if rules is None and not copy else _planned_networks(rules or NetworkRules()),
        real=_real_networks(properties),
    )


def _sas(period: timedelta, action: str) -> str:
    """Action and hours, as the settings name them."""
    return f"{action} after {period / timedelta(hours=1):g} hours"


def _period(sas_policy: Mapping[str, object]) -> timedelta | None:
    found = _PERIOD.fullmatch(text_member(sas_policy, "sasExpirationPeriod"))
    if found is None:
        return None
    days, hours, minutes, seconds = map(int, found.groups())
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)


def _planned_networks(rules: NetworkRules) -> str:
    instances = (instance.resource_id for instance in rules.resource_access)
    named = {*rules.addresses, *rules.subnet_ids, *instances}
    return _networks(named, trusted=rules.trust_azure_services)


def _real_networks(properties: Mapping[str, object]) -> str:
    rules = object_member(properties, "networkAcls")
    if text_member(rules, "defaultAction") != "Deny":
        return _ALL
    named = {
        text_member(rule, member)
        for kind, member in (
            ("ipRules", "value"),
            ("virtualNetworkRules", "id"),
            ("resourceAccessRules", "resourceId"),
        )
        for rule in object_items(rules, kind)
    }
    return _networks(named, trusted="AzureServices" in text_member(rules, "bypass"))


def _networks(named: set[str], *, trusted: bool) -> str:
    """Identifiers of Azure are the same in any case."""
    who = [*sorted(name.lower() for name in named), *(["trusted Azure services"] * trusted)]
    return f"only {', '.join(who)}" if who else "no network"
