"""Whether the answer is JSON, known before the arguments are."""

from collections.abc import Sequence


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Whether the last ``-o`` asks for JSON, also among arguments that cannot be parsed."""
    asked = False
    value_follows = False
    for argument in arguments:
        if value_follows:
            asked, value_follows = argument == "json", False
        elif argument in ("-o", "--output"):
            value_follows = True
        elif argument == "--":
            break
        elif argument.startswith(("-o", "--output=")):
            asked = argument in ("-ojson", "-o=json", "--output=json")
    return asked
