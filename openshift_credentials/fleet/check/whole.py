"""All checks of a fleet: of inventories, and of Stacks that were rendered or written by hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from openshift_credentials.base.errors import ProblemCode, input_problem
from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.fleet.check.files import (
    Inventory,
    Objects,
    Unrecognized,
    content_of,
    files_below,
)
from openshift_credentials.fleet.check.settings import settings_problems
from openshift_credentials.fleet.inventory.load import Loaded, load_inventory
from openshift_credentials.fleet.rules.across import conflicts, schedule_problems
from openshift_credentials.fleet.rules.inventory import Fleet, Member
from openshift_credentials.fleet.rules.stack_settings import PROJECT, stack_settings
from openshift_credentials.fleet.rules.stack_traps import is_stack, stack_traps
from openshift_credentials.platforms.manifests.documents import ManifestDocument


@dataclass(slots=True)
class Findings:
    """Findings of the checks, and how much was checked."""

    problems: list[Notice] = field(default_factory=list[Notice])
    warnings: list[Notice] = field(default_factory=list[Notice])
    clusters: int = 0
    hosted_clusters: int = 0
    stacks: int = 0


def check_fleet(loaded: Loaded) -> Findings:
    """Check an inventory: settings of each stack, then all together."""
    fleet = loaded.fleet
    findings = Findings(problems=list(loaded.problems), clusters=len(fleet.members))
    findings.hosted_clusters = sum(len(item.hosted_clusters) for item in fleet.members)
    trees = [stack_settings(member) for member in fleet.members]
    for member, problems in zip(fleet.members, settings_problems(trees), strict=True):
        findings.problems += [_of(member, problem) for problem in problems]
    for conflict in conflicts(fleet):
        findings.problems.append(
            input_problem(
                str(conflict),
                code=ProblemCode.SETTING,
                file=conflict.member.file,
                line=conflict.member.line or None,
            )
        )
    for text in schedule_problems(fleet):
        file = fleet.members[0].file if fleet.members else ""
        findings.problems.append(
            input_problem(text, code=ProblemCode.SETTING, place=file, file=file or None)
        )
    findings.warnings += _warnings(fleet)
    return findings


def check_path(path: Path) -> Findings:
    """Check an inventory, a file of Stacks, or all of both below a directory."""
    whole = Findings()
    stacks: list[ManifestDocument] = []
    if path.is_dir():
        stacks = _check_directory(path, whole)
    else:
        found = content_of(path)
        if isinstance(found, Objects) and found.documents:
            whole.problems += found.problems
            stacks = [document for document in found.documents if is_stack(document.content)]
            if not (stacks or whole.problems):
                whole.problems.append(_nothing(path))
        else:
            _add(whole, check_fleet(load_inventory(path)))
    _check_stacks(stacks, whole)
    return whole


def _check_directory(directory: Path, whole: Findings) -> list[ManifestDocument]:
    """Check the inventories, and return the Stacks; everything else is reported."""
    stacks: list[ManifestDocument] = []
    inventories: dict[Path, Loaded] = {}
    others: dict[Path, Unrecognized] = {}
    for file in files_below(directory):
        if isinstance(file, Notice):
            whole.problems.append(file)
            continue
        match content_of(file):
            case Inventory():
                inventories[file] = load_inventory(file)
            case Objects(documents, problems):
                whole.problems += problems
                stacks += [document for document in documents if is_stack(document.content)]
            case Unrecognized() as other:
                others[file] = other
    parts = {part for loaded in inventories.values() for part in loaded.parts}
    for loaded in (loaded for file, loaded in inventories.items() if file not in parts):
        _add(whole, check_fleet(loaded))
    whole.warnings += [
        _not_checked(file, other) for file, other in others.items() if file not in parts
    ]
    if not (inventories or stacks or whole.problems):
        whole.problems.append(_nothing(directory))
    return stacks


def _nothing(path: Path) -> Notice:
    return input_problem(
        f"{path}: has no inventory and no Stack", "use what fleet render reads or writes"
    )


def _not_checked(file: Path, other: Unrecognized) -> Notice:
    why = f"{other.reason}; it is not checked"
    return Notice("file-not-checked", Severity.WARNING, why, setting=str(file))


def _check_stacks(documents: Sequence[ManifestDocument], findings: Findings) -> None:
    findings.stacks += len(documents)
    trees = [_tree(item.content) for item in documents]
    configured = [(document, tree) for document, tree in zip(documents, trees, strict=True) if tree]
    for document in documents:
        for notice in stack_traps(document.content):
            if notice.severity is Severity.ERROR:
                findings.problems.append(_at(document, notice))
            else:
                findings.warnings.append(_locate(notice, document))
    checked = settings_problems([tree for _, tree in configured])
    for (document, _), problems in zip(configured, checked, strict=True):
        findings.problems += [_at(document, problem) for problem in problems]
    findings.problems += _twice(documents)


def _tree(stack: Mapping[str, object]) -> dict[str, object]:
    """The settings in ``spec.config``; Pulumi adds the project to a key without one."""
    config = object_member(stack, "spec", "config")
    return {key.removeprefix(f"{PROJECT}:"): value for key, value in config.items()}


def _twice(documents: Sequence[ManifestDocument]) -> Iterator[Notice]:
    """Two Stacks that update the same Pulumi stack; sentinels only preview."""
    owners: dict[tuple[str, str], ManifestDocument] = {}
    for document in documents:
        spec = object_member(document.content, "spec")
        if spec.get("preview") is True:
            continue
        key = (text_member(spec, "backend"), text_member(spec, "stack"))
        owner = owners.setdefault(key, document)
        if owner is not document:
            why = f"spec.stack = {key[1]}: is updated by {owner.where} too"
            yield _at(document, input_problem(why, "keep one", setting="spec.stack"))


def _at(document: ManifestDocument, problem: Notice) -> Notice:
    name = text_member(document.content, "metadata", "name") or "(no name)"
    placed = problem.at(f"{document.where} ({name})")
    return replace(placed, code=ProblemCode.MANIFEST.value, file=document.source)


def _locate(notice: Notice, document: ManifestDocument) -> Notice:
    return Notice(
        notice.code, notice.severity, f"{notice.setting}: {notice.why}", notice.way_out,
        document.where,
    )  # fmt: skip


def _of(member: Member, problem: Notice) -> Notice:
    shown_as = problem.setting if problem.shown_as is None else problem.shown_as
    return replace(
        problem.at(member.place),
        file=member.file or None,
        line=member.line or None,
        shown_as=shown_as,
    )


def _warnings(fleet: Fleet) -> Iterator[Notice]:
    for member in fleet.members:
        image = member["image"].rpartition("/")[2]
        if "@" not in image and (":" not in image or image.endswith(":latest")):
            yield Notice(
                "image-moves",
                Severity.WARNING,
                f"{member.place}: image {member['image']} can change without a change of the row, "
                "so all waves get it at once",
                "use a unique tag, or a digest",
                "image",
            )
        if member["backend"].startswith("file:"):
            yield Notice(
                "backend-file",
                Severity.WARNING,
                f"{member.place}: backend {member['backend']} is lost with the pod",
                "use a bucket, a container or a Pulumi service",
                "backend",
            )


def _add(whole: Findings, part: Findings) -> None:
    whole.problems += part.problems
    whole.warnings += part.warnings
    whole.clusters += part.clusters
    whole.hosted_clusters += part.hosted_clusters
