"""Rendered fleets: the same for the same inventory, local to a row, and texts for every reader."""

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from hypothesis import given, strategies as st

from openshift_credentials.base.yaml_text import yaml_text
from openshift_credentials.fleet.check import is_stack, problems_of, stack_traps
from openshift_credentials.fleet.inventory import Fleet, load_inventory
from openshift_credentials.fleet.rendering import NIGHTLY_SCRIPT, OTHER_SYSTEMS, files_of, rights
from openshift_credentials.preview.engine_yaml import read_yaml
from tests.cli.command import call
from tests.fleet.samples import Row, aws_row, azure_row, fleet_of, many
from tests.kit.definitions import problems
from tests.kit.golden import Golden
from tests.kit.places import REPOSITORY
from tests.kit.tables import nonempty

HERE = Path(__file__).parent
KEY = "awskms://alias/pulumi"


@pytest.fixture(scope="module")
def four() -> Fleet:
    loaded = load_inventory(HERE / "four.yaml")
    assert loaded.problems == ()
    return loaded


def documents(files: dict[str, str]) -> list[Any]:
    return [each for text in files.values() for each in yaml.safe_load_all(text)]


def test_a_fleet_is_rendered_as_it_was(four: Fleet, golden: Golden) -> None:
    whole = ("clusters/aro-1/", "clusters/mc-1/")
    text = "".join(
        f"=== {path}\n{content}"
        for path, content in files_of(four).items()
        if path.startswith(whole) or path.endswith("/stack.yaml")
    )
    golden(HERE / "golden" / "rendered.txt", text)


def test_every_rendered_stack_passes_the_checks_of_stacks(four: Fleet) -> None:
    stacks = [each for each in documents(files_of(four)) if is_stack(each)]

    assert len(stacks) == 4
    for stack in stacks:
        assert list(stack_traps(stack)) == []
        config = {key.partition(":")[2]: value for key, value in stack["spec"]["config"].items()}
        assert problems_of(config) == []
        assert "trigger" not in json.dumps(stack["spec"]["config"])


def test_objects_have_names_of_their_own_and_none_is_a_secret(four: Fleet) -> None:
    for member in nonempty(four.members):
        own = {name: text for name, text in files_of(four).items() if name.startswith(f"clusters/{member.name}/")}
        found = [
            (each["kind"], each["metadata"].get("namespace"), each["metadata"]["name"])
            for each in documents(own)
            if "metadata" in each
        ]
        assert len(nonempty(found)) == len(set(found))
        assert "Secret" not in {kind for kind, _, _ in found}


@pytest.mark.parametrize(("provider", "written"), [("", None), ("passphrase", None), (KEY, KEY)])
def test_a_stack_names_its_provider_of_secrets_unless_it_is_a_passphrase(
    tmp_path: Path, provider: str, written: str | None
) -> None:
    fleet = fleet_of(tmp_path / "fleet.yaml", [aws_row(secretsProvider=provider)])
    (stack,) = filter(is_stack, documents(files_of(fleet)))
    assert stack["spec"].get("secretsProvider") == written


ROW_CHANGES = st.sampled_from(
    [
        {"image": "registry.example.com/openshift-credentials:2.0.0"},
        {"region": "eu-west-1"},
        {"hostedClusters": ["elsewhere/x"]},
        {"freeze": "true"},
        {"wave": "1"},
    ]
)


@given(size=st.integers(7, 9), which=st.integers(0, 3), change=ROW_CHANGES)
def test_a_changed_row_changes_its_own_files(
    tmp_path_factory: pytest.TempPathFactory, size: int, which: int, change: Row
) -> None:
    path = tmp_path_factory.mktemp("fleet") / "fleet.yaml"
    rows = many(size)
    before = files_of(fleet_of(path, rows))
    assert before == files_of(fleet_of(path, rows))
    rows[which] = {**rows[which], **change}

    after = files_of(fleet_of(path, rows))

    assert before.keys() == after.keys()
    changed = {each for each in before if before[each] != after[each]}
    assert all(each.split("/")[1] == rows[which]["name"] for each in changed)


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


@given(st.dictionaries(TEXTS, st.one_of(TEXTS, st.integers(), st.booleans(), st.lists(TEXTS))))
def test_yaml_says_the_same_to_every_reader(value: dict[str, object]) -> None:
    text = yaml_text([value])

    assert yaml.safe_load(text) == value
    assert read_yaml(text.encode()) == value


def test_files_are_written_once_and_removed_with_their_row(tmp_path: Path) -> None:
    inventory = tmp_path / "fleet.yaml"
    fleet_of(inventory, many(3))
    out = tmp_path / "out"
    arguments = ("fleet", "render", "--inventory", str(inventory), "--out", str(out), "-o", "json")
    first = json.loads(call(*arguments).results)
    (out / "NOTES.md").write_text("ours")
    second = json.loads(call(*arguments).results)
    fleet_of(inventory, many(2))

    third = json.loads(call(*arguments).results)

    assert problems("fleet render", third) == []
    assert first["changed"] == first["files"]
    assert second["changed"] == second["removed"] == third["changed"] == []
    assert third["removed"]
    assert all(path.startswith("clusters/mc-2/") for path in third["removed"])
    assert (out / "NOTES.md").read_text() == "ours"


def test_a_listing_removes_only_what_is_below_its_directory(tmp_path: Path) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside.yaml"
    (out / "deep").mkdir(parents=True)
    for path in (outside, out / "old.yaml", out / "kept.yaml", out / "deep" / "old.yaml"):
        path.write_text("a: b\n")
    listed = (str(outside), "../outside.yaml", "deep/../../outside.yaml", "", "gone.yaml")
    (out / ".rendered").write_text("\n".join((*listed, "old.yaml", "deep/old.yaml")))
    fleet_of(tmp_path / "fleet.yaml", many(1))
    render = ("fleet", "render", "--inventory", str(tmp_path / "fleet.yaml"), "--out")
    report = json.loads(call(*render, str(out), "-o", "json").results)
    assert report["removed"] == ["deep/old.yaml", "old.yaml"]
    assert outside.exists()
    assert (out / "kept.yaml").exists()
    refused = call(*render, str(outside))
    assert (refused.code, refused.others) == (2, f"error: {outside}: is a file; use a directory\n")


def test_a_wave_after_midnight_starts_on_the_next_day_and_a_frozen_one_never(tmp_path: Path) -> None:
    groups = {"fleet": {"nightlySchedule": "30 23 * * *", "minutesBetweenWaves": "45"}}
    text = json.dumps({**groups, "clusters": [aws_row("a", wave="2", freeze="TRUE"), aws_row("b")]})
    (tmp_path / "fleet.yaml").write_text(text)
    files = files_of(load_inventory(tmp_path / "fleet.yaml"))

    jobs = [each["spec"] for each in documents(files) if each["kind"] == "CronJob"]

    assert [(job["schedule"], job["suspend"]) for job in jobs] == [("0 1 * * *", True), ("30 23 * * *", False)]


def run_nightly(tmp_path: Path, **environment: str) -> tuple[str, Any]:
    """Run the script of the CronJob with a kubectl that writes down what it is given."""
    (tmp_path / "kubectl").write_text('#!/bin/sh\necho "$*" > "$LOG"; cat >> "$LOG"\n')
    (tmp_path / "kubectl").chmod(0o755)
    subprocess.run(
        ["/bin/sh", "-c", NIGHTLY_SCRIPT],
        check=True,
        env={
            "PATH": f"{tmp_path}:/usr/bin:/bin",
            "LOG": str(tmp_path / "log"),
            "NAMESPACE": "fleet",
            "STACK": "mc-1",
            **environment,
        },
    )
    arguments, body = (tmp_path / "log").read_text().split("\n", 1)
    return arguments, json.loads(body)


def test_the_nightly_job_applies_the_trigger_and_nothing_else(tmp_path: Path) -> None:
    arguments, body = run_nightly(tmp_path, SECONDS_SINCE_FIRST_WAVE="0", TRIGGER="t-1")

    assert arguments == "apply --server-side --field-manager=nightly --force-conflicts -f -"
    assert body["metadata"] == {"name": "mc-1", "namespace": "fleet"}
    trigger = {"openshift-credentials:etcdBackup": {"backupDefaults": {"trigger": "t-1"}}}
    assert body["spec"] == {"config": trigger}


def test_the_trigger_is_the_date_of_the_first_wave(tmp_path: Path) -> None:
    stub = tmp_path / "date"
    stub.write_text('#!/bin/sh\nif [ "$1" = +%s ]; then echo 1764204600; else exec /bin/date "$@"; fi\n')
    stub.chmod(0o755)

    _, body = run_nightly(tmp_path, SECONDS_SINCE_FIRST_WAVE="5400")

    config = body["spec"]["config"]["openshift-credentials:etcdBackup"]
    assert config == {"backupDefaults": {"trigger": "2025-11-26"}}  # at 00:50 of the 27th


# What the ServiceAccounts of a fleet may do in their management clusters.

_TOKEN: Final = re.compile(r"kubernetes:([a-z0-9./-]+:\w+)")


def test_every_kind_that_a_system_registers_is_in_its_table() -> None:
    looked_at: set[str] = set()
    for golden in (REPOSITORY / "tests" / "examples" / "golden").glob("*.yaml"):
        folder = REPOSITORY / "examples" / golden.stem
        stack = folder / f"Pulumi.{golden.stem}.yaml"
        branches = re.findall(r"^  openshift-credentials:(\w+):", stack.read_text(), re.MULTILINE)
        systems = OTHER_SYSTEMS.keys() & set(branches)
        registered = set(_TOKEN.findall(golden.read_text()))
        if "etcdBackup" in branches or not registered:
            continue
        known = {token for system in systems for token in OTHER_SYSTEMS[system]}
        assert registered <= known, (golden.stem, registered - known)
        looked_at |= systems
    assert looked_at >= {"componentIdentities", "cloudCredentials", "imagePulls"}, looked_at


CHANGED: Final = ("create", "get", "patch")
REMOVED: Final = (*CHANGED, "delete", "list", "watch")


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (
            {"etcdBackup": {}},
            {
                "hcpetcdbackups": {"/": CHANGED},
                "secrets": {"hypershift/": ("list", "watch"), "hypershift/cloud-credentials": (*CHANGED, "delete")},
                "serviceaccounts": {},
                "schedules": {},
            },
        ),
        ({"etcdBackup": {"backupPolicy": {"keepPrevious": True}}}, {"hcpetcdbackups": {"/": CHANGED}}),
        ({"etcdBackup": {"backupPolicy": {"keepPrevious": False}}}, {"hcpetcdbackups": {"/": REMOVED}}),
        ({"etcdBackup": {"oadp": {}}}, {"schedules": {}}),
        ({"etcdBackup": {"oadp": {"enabled": False}}}, {"schedules": {}}),
        ({"etcdBackup": {"oadp": {"enabled": True}}}, {"schedules": {"openshift-adp/": REMOVED}}),
        (
            {"etcdBackup": {"oadp": {"enabled": True}}, "cluster": {"oadpNamespace": "velero"}},
            {"schedules": {"velero/": REMOVED}},
        ),
        ({"cloudCredentials": {}}, {"namespaces": {"/": ("get",)}, "cloudcredentials": {"/": ("get", "patch")}}),
    ],
)
def test_the_rights_follow_from_the_settings(
    tmp_path: Path, config: dict[str, Any], expected: dict[str, dict[str, tuple[str, ...]]]
) -> None:
    (member,) = fleet_of(tmp_path / "fleet.yaml", [aws_row()]).members
    given = rights(replace(member, config=config))
    for resource, places in expected.items():
        found: dict[str, set[str]] = {}
        for right in given:
            if right.resource == resource:
                found.setdefault(f"{right.namespace}/{right.name}", set()).add(right.verb)
        assert found == {place: {*verbs} for place, verbs in places.items()}, resource


def test_the_secret_of_backups_is_named_and_azure_annotates_its_account(tmp_path: Path) -> None:
    secrets: dict[str, set[str]] = {}
    (member,) = fleet_of(tmp_path / "fleet.yaml", [azure_row()]).members
    named = replace(member, config={"etcdBackup": {"credentials": {"secretName": "own"}}})
    for member_ in (member, named):
        given = [right for right in rights(member_) if right.namespace == "hypershift"]
        secrets |= {
            right.name: {item.verb for item in given if item.name == right.name}
            for right in given
            if right.resource == "secrets" and right.name
        }
        accounts = {right.verb for right in given if right.resource == "serviceaccounts"}
        assert accounts == {*CHANGED}
    assert secrets == {name: {*CHANGED, "delete"} for name in ("cloud-credentials", "own")}
