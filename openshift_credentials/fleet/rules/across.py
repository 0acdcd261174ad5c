"""Rules between the stacks of a fleet: each exclusive resource belongs to one stack."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import object_items, object_member, text_member
from openshift_credentials.fleet.rules.inventory import MINUTES_OF_A_DAY, Fleet, Member
from openshift_credentials.fleet.rules.stack_settings import stack_settings

MOST_JOBS: Final = 256
"""Maximum jobs of one matrix. Source: GitHub documentation, "Running variations of jobs"."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A rule that ``member`` violates, possibly together with ``other``."""

    member: Member
    rule: str
    way_out: str
    other: Member | None = None

    def __str__(self) -> str:
        with_whom = f" as {self.other.place} has" if self.other else ""
        return f"{self.member.place}: {self.rule}{with_whom}; {self.way_out}"


@dataclass(frozen=True, slots=True)
class _Claim:
    """Something that only one stack can have; equal ``key`` means the same claim."""

    key: tuple[str, ...]
    rule: str
    way_out: str


def conflicts(fleet: Fleet) -> Iterator[Conflict]:
    """All conflicts between members, each reported for the later one."""
    owners: dict[tuple[str, ...], Member] = {}
    unique_names = fleet["hostedClusterNames"] == "unique"
    for member in fleet.members:
        settings = stack_settings(member)
        for claim in _claims(member, settings, unique_names=unique_names):
            owner = owners.setdefault(claim.key, member)
            if owner is not member:
                yield Conflict(member, claim.rule, claim.way_out, owner)
    yield from _nested_prefixes(fleet)
    yield from _waves(fleet)


def _claims(
    member: Member, settings: Mapping[str, object], *, unique_names: bool
) -> Iterator[_Claim]:
    backup = object_member(settings, "etcdBackup")
    cluster = object_member(settings, "cluster")
    issuer = text_member(cluster, "oidcIssuer")
    namespace = text_member(cluster, "operatorNamespace")
    yield _Claim(
        ("name", member.name), f"has name {member.name}", "use a unique name for every cluster"
    )
    yield _Claim(
        ("drift", member.drift_name),
        f"has {member.drift_name} for its drift sentinel",
        "use shorter names, or names with different prefixes",
    )
    yield _Claim(
        ("issuer", issuer, namespace),
        f"has issuer {issuer} and operator namespace {namespace}",
        "two stacks would manage the same credential Secret; keep one row per management cluster",
    )
    yield _Claim(
        ("stack", member["backend"].rstrip("/"), member.pulumi_stack),
        f"has stack {member.pulumi_stack} in backend {member['backend'] or 'Pulumi Cloud'}",
        "two stacks would overwrite the same state; use different stacks for the rows",
    )
    home = "" if unique_names else issuer
    for entry in object_items(backup, "backups"):
        name = text_member(entry, "hostedCluster")
        yield _Claim(
            ("hosted cluster", home, name),
            f"has hosted cluster {name}",
            "keep it in one of them; if clusters with the same name exist on two management "
            "clusters, set fleet.hostedClusterNames to per-cluster",
        )
    for account, name in _identities(member, backup):
        yield _Claim(
            ("identity", account, name),
            f"has identity {name} in {account}",
            "two stacks would change each other's trust; use a separate name for each",
        )


def _identities(member: Member, backup: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    credentials = object_member(backup, "credentials")
    if role := text_member(credentials, "roleName"):
        yield f"account {member['account']}", role
    if identity := text_member(credentials, "identityName"):
        yield f"subscription {member['subscription']}", identity


def _storage(member: Member) -> tuple[str, str]:
    """Bucket or container, and the prefix below which the stack writes."""
    storage = object_member(stack_settings(member), "etcdBackup", "storage")
    s3, blob = object_member(storage, "s3"), object_member(storage, "azureBlob")
    if s3:
        place = f"bucket {text_member(s3, 'bucket')}"
    else:
        place = f"container {text_member(blob, 'storageAccount')}/{text_member(blob, 'container')}"
    prefix = text_member(s3 or blob, "keyPrefix").strip("/")
    return place, f"{prefix}/" if prefix else ""


def _nested_prefixes(fleet: Fleet) -> Iterator[Conflict]:
    """No prefix occurs twice in a bucket, and none is within another."""
    by_place: dict[str, list[tuple[str, int, Member]]] = defaultdict(list)
    for number, member in enumerate(fleet.members):
        place, prefix = _storage(member)
        by_place[place].append((prefix, number, member))
    for place, prefixes in by_place.items():
        open_prefixes: list[tuple[str, int, Member]] = []
        for prefix, number, member in sorted(prefixes, key=lambda item: item[:2]):
            while open_prefixes and not prefix.startswith(open_prefixes[-1][0]):
                open_prefixes.pop()
            if open_prefixes:
                _, earlier, other = open_prefixes[-1]
                later, first = (member, other) if number > earlier else (other, member)
                yield Conflict(
                    later,
                    f"has prefix {prefix.rstrip('/') or '(none)'} in {place}, the same or an "
                    "overlapping one",
                    "each could read and expire the other's snapshots; use a separate bucket or "
                    "keyPrefix for every stack",
                    first,
                )
            open_prefixes.append((prefix, number, member))


def _waves(fleet: Fleet) -> Iterator[Conflict]:
    named = fleet["waves"].split()
    for member in fleet.members:
        wave = member["wave"]
        if named and wave not in named:
            rule = f"wave = {wave}: is not one of the fleet's waves {', '.join(named)}"
            yield Conflict(member, rule, "add it to fleet.waves, or use one of them")


def schedule_problems(fleet: Fleet) -> Iterator[str]:
    """Conflicts of schedules: the waves of a night, and the drift detection after them."""
    first = _minute_of_day(fleet["nightlySchedule"])
    drift = (_minute_of_day(fleet["driftSchedule"]) - first) % MINUTES_OF_A_DAY
    by_time: dict[int, str] = {}
    for wave in fleet.waves:
        start = fleet.nightly_minutes(wave)
        if start >= MINUTES_OF_A_DAY:
            yield (
                f"wave {wave} starts {start} minutes after the first, into the next night; lower "
                "fleet.minutesBetweenWaves, or number the waves from 0"
            )
        elif (other := by_time.setdefault(start, wave)) != wave:
            yield (
                f"waves {other} and {wave} start at the same time; increase "
                "fleet.minutesBetweenWaves"
            )
        if start < MINUTES_OF_A_DAY and start >= drift:
            yield (
                f"fleet.driftSchedule = {fleet['driftSchedule']}: is before or at the same time "
                f"as wave {wave} of the night, so it would report an incomplete update as drift; "
                "schedule it after the last wave"
            )


def _minute_of_day(schedule: str) -> int:
    minute, hour, *_ = schedule.split()
    return int(hour) * 60 + int(minute)
