"""The tables, the docstrings and the page on versions say the same."""

import csv
import re
from typing import Final

import pytest

from tests.kit.places import DATA, REPOSITORY
from tests.upstream.docstrings import mentions, mentions_in
from tests.upstream.go_source import DIGEST_LENGTH
from tests.upstream.ours import place_of, rules_of
from tests.upstream.tables import SOURCES, Row, programs, read_table, read_tables, write_table

TABLES: Final = read_tables()
ROWS: Final = [row for rows in TABLES.values() for row in rows]
KNOWN: Final = {program.repository: program for program in programs()}
FOLLOWED: Final = [program for program in programs() if program.module]
IS_RULES: Final = re.compile(r"\.rules\.|credentials_requests")
PAGE: Final = (REPOSITORY / "docs" / "contract-versions.md").read_text(encoding="utf-8")


def module_of(row: Row) -> str:
    return row.rule.partition(":")[0]


def is_named(file: str, row: Row) -> bool:
    """Whether a docstring that names ``file`` means the file of a row."""
    return row.file == file or row.file.endswith(f"/{file}")


def test_every_program_of_a_docstring_has_rows_or_a_reason() -> None:
    for mention in mentions():
        program = KNOWN.get(mention.repository)
        assert program, f"{mention.module} names {mention.repository}; add it to programs.csv"
        assert bool(program.module) != bool(program.note), mention.repository


WITHOUT_RULE: Final = {
    ("deployer.kubernetes", "kubernetes/kubernetes"): "tests/cluster asks a real API server",
    ("live.observed", "kubernetes/kubernetes"): "the status code of one request",
    ("platforms.aws.credentials_file", "openshift/hypershift"): "the version of a library",
    ("systems.control_plane_identities.live.places", "openshift/hypershift"): "names of objects",
    ("systems.etcd_backup.rules.alerting", "openshift/hypershift"): "that it has no metric",
}
"""Modules that mention a program, and what they say of it instead of a rule."""


def test_every_module_that_follows_a_program_has_a_row() -> None:
    have = {(module_of(row), row.repository) for row in ROWS}
    follow = {
        (mention.module, mention.repository)
        for mention in mentions()
        if KNOWN[mention.repository].module
    }
    lacking = {one for one in follow if not any(is_in(one, row) for row in have)}
    assert lacking == set(WITHOUT_RULE)


def is_in(mention: tuple[str, str], row: tuple[str, str]) -> bool:
    """Whether a row belongs to the module of a mention, or to a module of that package."""
    return row[1] == mention[1] and f"{row[0]}.".startswith(f"{mention[0]}.")


def test_every_file_of_a_docstring_has_a_row() -> None:
    for mention in mentions():
        rows = [row for row in ROWS if module_of(row) == mention.module]
        for file in mention.files if rows and KNOWN[mention.repository].module else ():
            assert any(is_named(file, row) for row in rows), f"{mention.module}: {file}"


def test_commits_of_docstrings_are_those_of_the_rows() -> None:
    compared = 0
    for mention in mentions():
        read = {
            row.commit
            for row in ROWS
            if module_of(row) == mention.module and row.repository == mention.repository
        }
        for commit in mention.commits if read else ():
            assert commit in read, f"{mention.module} says {commit}, its rows {sorted(read)}"
            compared += 1
    assert compared > 40


def test_the_docstring_of_a_rule_or_of_its_package_names_its_program() -> None:
    named = {(mention.module, mention.repository) for mention in mentions()}
    for row in ROWS:
        assert any(is_in(one, (module_of(row), row.repository)) for one in named), row.rule


def test_every_rule_of_a_module_with_rows_has_a_row_or_is_listed_as_our_own() -> None:
    with (SOURCES.parent / "own.csv").open(encoding="utf-8", newline="") as file:
        own = {
            f"{line['module']}:{name}"
            for line in csv.DictReader(file)
            for name in line["names"].split()
        }
    follow = {row.rule for row in ROWS}
    modules = {rule.partition(":")[0] for rule in follow if IS_RULES.search(rule)}
    public = {rule for module in modules for rule in rules_of(module)}
    assert len(modules) > 40
    assert public - follow - own == set(), "write a row, or add the name to own.csv"
    assert own <= public - follow, "no longer our own"


@pytest.mark.parametrize("table", TABLES, ids=lambda file: file.stem)
def test_rows_name_rules_that_exist_once(table: object) -> None:
    rows = next(rows for file, rows in TABLES.items() if file == table)
    assert len({(row.rule, row.file, row.symbol) for row in rows}) == len(rows) > 10
    for row in rows:
        place_of(row.rule)
        assert KNOWN[row.repository].module, row
        assert re.fullmatch(rf"[0-9a-f]{{{DIGEST_LENGTH}}}", row.digest), row
        assert row.compared in {"", "all", "some"}, row
        assert not re.search(r"[(){}&|!<>]", "".join(row.members)), f"{row.rule}: text of a program"
    assert write_table(rows) == next(iter([file.read_text() for file in TABLES if file == table]))


def test_a_program_was_read_at_one_commit_unless_a_row_was_accepted_later() -> None:
    for program in FOLLOWED:
        commits = {row.commit for row in ROWS if row.repository == program.repository}
        assert commits, f"{program.repository} has no row"
        for commit in commits:
            assert commit in PAGE, f"docs/contract-versions.md lacks {program.repository} {commit}"
        assert program.repository in PAGE, program.repository


def test_every_recording_names_its_program_and_commit() -> None:
    with (DATA / "recordings.csv").open(encoding="utf-8", newline="") as file:
        recordings = {row["file"]: row for row in csv.DictReader(file)}
    files = {
        file.relative_to(DATA).as_posix()
        for file in DATA.rglob("*")
        if file.is_file() and file.suffix not in {".md", ".csv"}
    }
    assert files == set(recordings)
    read = {(row.repository, row.commit) for row in ROWS}
    for recording in recordings.values():
        program = KNOWN[recording["repository"]]
        assert recording["commit"], recording
        if program.module:
            assert (program.repository, recording["commit"]) in read, recording


def test_a_docstring_is_read_with_choices_and_line_breaks() -> None:
    text = (
        "Sources: openshift/hypershift\n``cmd/{a,b}.go`` at commit 0123456789ab; Azure/xy ``c.go``."
    )
    first, second = mentions_in(text, "m")
    assert (first.files, first.commits) == (("cmd/a.go", "cmd/b.go"), ("0123456789ab",))
    assert (second.repository, second.files) == ("Azure/xy", ("c.go",))


def test_a_table_keeps_what_it_says() -> None:
    row = Row(
        rule="a:b", repository="o/r", file="f,g.go", symbol='S["x"]', commit="c", members=("m",)
    )
    assert read_table(write_table([row])) == (row,)
