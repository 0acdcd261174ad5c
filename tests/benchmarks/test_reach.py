"""What tests reach is recorded, or the mutation tests that need it do not begin."""

from pathlib import Path

import pytest

from benchmarks.reach import Reach, add, record, records_in


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
