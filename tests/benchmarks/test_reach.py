"""What tests reach is recorded, or the mutation tests that need it do not begin."""

from pathlib import Path

import pytest

from benchmarks.reach import Reach, Record, add, own_tests, record, records_in


def test_what_a_conftest_makes_counts_for_the_tests_that_read_it(tmp_path: Path) -> None:
    """``tests/cli/conftest.py`` makes a key in a cache while it is imported."""
    reach = Reach()
    record(["tests/cli/test_spelling.py"], str(tmp_path))
    add(reach, records_in(str(tmp_path)))

    lines = reach.lines["openshift_credentials/cli/argument_parser.py"]
    reached = {test for tests in lines.values() for test in tests}
    assert reached
    assert all(test.startswith("tests/cli/test_spelling.py::") for test in reached)


def test_tests_that_cannot_be_imported_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="did not run"):
        record(["tests/cli/test_not_here.py"], str(tmp_path))


def test_the_tests_of_a_modules_own_folder_are_kept_beside_any_number_of_others() -> None:
    module, own = "components/azure/zones.py", "tests/components/azure/test_zones.py::test_it"
    others = [f"tests/cli/test_{number}.py::test_it" for number in range(100)]
    reach = Reach()
    for tests in (others, [f"{own}[1]", f"{own}[2]"]):
        add(reach, [Record({module: {1: tests}}, {}, dict.fromkeys(tests, 1.0))])
    kept = reach.lines[module][1]
    assert len(kept) == 60 + 2
    assert sorted(kept[:2]) == [f"{own}[1]", f"{own}[2]"]
    assert own_tests("components/azure/zones.py") == "tests/components/azure/"
    assert own_tests("openshift_credentials/systems/etcd_backup/checks/s3.py") == (
        "tests/systems/etcd_backup/"
    )
