"""A notice is printed with its place, and stays a structure for programs."""

from dataclasses import replace

from openshift_credentials.base.errors import ProblemCode, UnusableInputError, input_problem
from openshift_credentials.base.notices import LENGTH_LIMIT
from openshift_credentials.stack.problems import invalid

SETTING = invalid("toy.colour", "is taken", "choose another one", "red")


def test_the_place_stands_in_front_and_the_outermost_first() -> None:
    problem = input_problem("is not YAML", "correct it", place="line 3").at("file.yaml")

    assert str(problem) == "file.yaml: line 3: is not YAML; correct it"
    assert (problem.why, problem.way_out) == ("is not YAML", "correct it")


def test_a_setting_is_printed_under_another_name_and_keeps_its_path() -> None:
    shown = replace(SETTING, shown_as="toys.csv line 3: colour", line=3)

    assert str(SETTING) == 'toy.colour = "red": is taken; choose another one'
    assert str(shown) == 'toys.csv line 3: colour = "red": is taken; choose another one'
    assert shown.document["setting"] == "toy.colour"


def test_programs_get_the_parts_that_are_known() -> None:
    problem = input_problem("is empty", code=ProblemCode.FILE, place="a", file="a", line=1)

    assert problem.document == {"code": "file", "severity": "error", "message": "a: is empty", "file": "a", "line": 1}


def test_a_hostile_text_is_cut_and_a_flood_is_counted() -> None:
    shown = str(input_problem("x" * 3 * LENGTH_LIMIT + "; name a shorter one"))
    assert LENGTH_LIMIT - 1 <= len(shown) <= LENGTH_LIMIT
    assert shown.startswith("xxx")
    assert shown.endswith("xxx; name a shorter one")

    last = UnusableInputError([SETTING] * 103).first_problems[-1]
    assert str(last) == "and 3 more problems; correct those above first"
