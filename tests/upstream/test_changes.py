"""A change of a program is found with its rule and file; comments and layout are no change."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.upstream.__main__ import main
from tests.upstream.check import check_rows, current
from tests.upstream.checkout import open_checkout
from tests.upstream.small_tree import FILES, GO, RULES, write_files, write_sources
from tests.upstream.tables import Row

GO_FILE: Final = "depot/depot.go"
CRD: Final = "crds/parcels.yaml"
REQUEST: Final = "manifests/request.yaml"
SCRIPT: Final = "scripts/setup.sh"

CHANGES: Final = [
    (
        "a constant",
        GO_FILE,
        "limit    = 900",
        "limit    = 901",
        "defaults:JOB_DEADLINE_SECONDS",
        "",
    ),
    ("a unit", GO_FILE, "5 * time.Second", "5 * time.Minute", "defaults:BACKUP_WAIT_SECONDS", ""),
    ("an audience", GO_FILE, '"depot.example"', '"other.example"', "names:SERVICE_ACCOUNT", ""),
    ("a case", GO_FILE, 'case "coal":', 'case "coal", "ore":', "credentials:detect", '"ore"'),
    (
        "a branch",
        GO_FILE,
        "\tdefault:\n",
        '\tcase "milk":\n\t\treturn Road, nil\n\tdefault:\n',
        "credentials:detect",
        '"milk"',
    ),
    ("a lost case", GO_FILE, 'case "glass", "eggs":', 'case "eggs":', "credentials:detect", ""),
    ("a comparison", GO_FILE, "hours >= 24", "hours > 24", "credentials:detect", ""),
    ("a connective", GO_FILE, "limit && hours", "limit || hours", "credentials:detect", ""),
    ("spaces in a text", GO_FILE, "no mode for %q", "no  mode for %q", "credentials:detect", ""),
    ("an argument", GO_FILE, "Pick(hours int)", "Pick(hours int64)", "credentials:detect", ""),
    ("a result", GO_FILE, "return Road, nil", "return Rail, nil", "credentials:detect", ""),
    (
        "an enum member",
        GO_FILE,
        'Road Mode = "road"',
        'Road Mode = "road"\n\tShip Mode = "ship"',
        "credentials:CredentialMode",
        "Ship",
    ),
    ("a value of it", GO_FILE, '"road"', '"street"', "credentials:CredentialMode", ""),
    (
        "a constant of the group",
        GO_FILE,
        "\tlimit ",
        '\tsender = "depot"\n\tlimit ',
        "job.prediction:predict_job",
        "sender",
    ),
    ("a field", GO_FILE, "\tWeight int", "\tSize int\n\tWeight int", "payloads:encode", "Size"),
    ("a name in JSON", GO_FILE, 'json:"weight"', 'json:"grams"', "payloads:encode", ""),
    (
        "a gate",
        GO_FILE,
        '"NightDelivery": false',
        '"NightDelivery": true',
        "backup_status:SUCCESS_MESSAGE",
        "",
    ),
    (
        "a new gate",
        GO_FILE,
        '\t"RailOnly"',
        '\t"Drones": false,\n\t"RailOnly"',
        "backup_status:BackupReason",
        "Drones",
    ),
    ("an action", GO_FILE, '"parcel:Track"', '"parcel:Find"', "upload_actions:GRANTS", ""),
    (
        "a field of the definition",
        CRD,
        "        weight:\n",
        "        size: {type: integer}\n        weight:\n",
        "backup:validate",
        "size",
    ),
    ("a limit of the definition", CRD, "maximum: 900", "maximum: 901", "backup:validate", ""),
    ("a value", CRD, "[rail, road]", "[rail, road, ship]", "backup:validate", "mode=ship"),
    ("a permission", REQUEST, "[s3:GetObject]", "[s3:PutObject]", "payloads:for_oadp", ""),
    ("a command", SCRIPT, "--mode rail", "--mode road", "oadp:plugin_config", ""),
]

GO_LAYOUT: Final = [
    ("a comment before a function", "// Pick chooses.", "// Pick chooses a mode.\n// Really."),
    ("no comment", "// Mode is how a parcel travels.\n", ""),
    ("a comment behind a constant", "limit    = 900", "limit    = 900 // grams"),
    ("a block within an expression", "hours >= 24", "hours /* of a day */ >= 24"),
    ("a comment in a switch", '\tcase "coal":', '\t// Heavy.\n\tcase "coal":'),
    ("spaces for tabs", "\t", "    "),
    ("blank lines", "\n\n", "\n\n\n"),
    ("line ends", "\n", "\r\n"),
    ("aligned otherwise", "limit    = 900", "limit = 900"),
    (
        "a list over lines",
        '{"parcel:Send", "parcel:Track"}',
        '{\n\t"parcel:Send",\n\t"parcel:Track",\n}',
    ),
    ("arguments over lines", "Pick(hours int)", "Pick(\n\thours int,\n)"),
    ("a comment as the last argument", "p.Name, hours)", "p.Name, hours, // both\n\t)"),
    ("semicolons", "\tRail Mode = ", "\t; Rail Mode = "),
    ("a header", "// Package depot", "// Copyright.\n\n// Package depot"),
    ("another function", "// Pick chooses.", "func close() {}\n\n// Pick chooses."),
    ("another import", '\t"fmt"', '\t"fmt"\n\t"os"'),
    ("a comment in a structure", "\tWeight int", "\t// In grams.\n\tWeight int"),
]
OTHER_LAYOUT: Final = [
    ("a comment in a definition", CRD, "spec:", "# What travels.\nspec:"),
    ("a description", CRD, "in grams", "in whole grams"),
    ("a list over lines", CRD, "[rail, road]", "\n          - rail\n          - road"),
    ("quotes", CRD, "name: v1", 'name: "v1"'),
    ("another quote", REQUEST, "'*'", '"*"'),
    ("a comment in a script", SCRIPT, "# Prepares the depot.", "# Prepares\n# everything."),
    ("indentation in a script", SCRIPT, "depot open", "  depot open\n"),
]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("upstream")
    write_files(folder / "checkout", FILES)
    write_sources(folder / "checkout", folder / "sources")
    return folder / "sources"


def check(
    tmp_path: Path, sources: Path, files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> list[dict[str, Any]]:
    """Findings of a checkout that a person has to look at."""
    write_files(tmp_path / "checkout", files)
    code = main([str(tmp_path / "checkout"), "-o", "json"], sources)
    (report,) = json.loads(capsys.readouterr().out)
    assert len(report["findings"]) >= 13
    news = [finding for finding in report["findings"] if finding["kind"] != "unchanged"]
    assert code == bool(news)
    return news


def with_change(file: str, old: str, new: str) -> dict[str, str]:
    assert old in FILES[file]
    return {**FILES, file: FILES[file].replace(old, new)}


def test_the_lists_are_long_enough() -> None:
    assert len(CHANGES) >= 20
    assert len(GO_LAYOUT) + len(OTHER_LAYOUT) >= 20
    assert GO.count("func ") == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "rule", "member"),
    [change[1:] for change in CHANGES],
    ids=[change[0] for change in CHANGES],
)
def test_a_change_is_found_with_its_rule_and_file(
    file: str,
    old: str,
    new: str,
    rule: str,
    member: str,
    tmp_path: Path,
    sources: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    news = check(tmp_path, sources, with_change(file, old, new), capsys)
    found = [finding for finding in news if finding["rule"] == f"{RULES}.{rule}"]
    assert [finding["kind"] for finding in found] == ["changed"], news
    assert found[0]["file"] == (file if file != REQUEST else "manifests")
    assert found[0]["ours"].startswith("openshift_credentials/systems/etcd_backup/rules/")
    assert found[0]["new"] == ([member] if member else [])


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [*((GO_FILE, *change[1:]) for change in GO_LAYOUT), *(change[1:] for change in OTHER_LAYOUT)],
    ids=[change[0] for change in (*GO_LAYOUT, *OTHER_LAYOUT)],
)
def test_comments_and_layout_are_no_change(
    file: str, old: str, new: str, tmp_path: Path, sources: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = with_change(file, old, new)
    assert changed != FILES
    assert check(tmp_path, sources, changed, capsys) == []


def test_a_new_request_is_found(
    tmp_path: Path, sources: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {**FILES, "manifests/more.yaml": FILES[REQUEST].replace("name: depot", "name: guard")}
    (found,) = check(tmp_path, sources, files, capsys)
    assert (found["rule"], found["new"]) == (f"{RULES}.payloads:for_oadp", ["guard"])


def test_a_new_condition_is_reported_and_a_lost_one_is_counted(tmp_path: Path) -> None:
    """A table has no text of a condition, so only that of today can be told."""
    function = "\n\nfunc pace(n int) {\n\tswitch {\n\tcase n > 3:\n\tcase n < 0:\n\t}\n}\n"
    files = {**FILES, GO_FILE: FILES[GO_FILE] + function}
    write_files(tmp_path / "before", files)
    (opened,) = open_checkout(tmp_path / "before")
    row = Row(
        rule=f"{RULES}.names:TRIGGER", repository="o/r", file=GO_FILE, symbol="pace", commit="c"
    )
    row = current(opened, row)
    assert all(member.startswith("#") for member in row.members)

    files[GO_FILE] = files[GO_FILE].replace("n > 3", "n > 4")
    write_files(tmp_path / "after", files)
    (finding,) = check_rows(open_checkout(tmp_path / "after")[0], [row])
    assert (finding.new, finding.lost) == (("n>4",), ("an expression",))


def test_a_moved_symbol_is_found_where_it_is(
    tmp_path: Path, sources: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    function = FILES[GO_FILE].index("// Pick chooses.")
    files = {
        **FILES,
        GO_FILE: FILES[GO_FILE][:function],
        "depot/pick.go": f"package depot\n\n{FILES[GO_FILE][function:]}",
    }
    (found,) = check(tmp_path, sources, files, capsys)
    assert (found["kind"], found["file"], found["readIn"]) == ("moved", "depot/pick.go", GO_FILE)


def test_a_symbol_that_is_gone_is_reported(
    tmp_path: Path, sources: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check(tmp_path, sources, with_change(GO_FILE, "Pick(", "Choose("), capsys)
    assert [(one["kind"], one["symbol"]) for one in found] == [("gone", "Parcel.Pick")]
