"""docs/output.schema.json, for tests that have an answer of a verb."""

import json
from typing import Any, Final

from jsonschema import Draft202012Validator

from tests.kit.places import REPOSITORY

SCHEMA: Final[dict[str, Any]] = json.loads((REPOSITORY / "docs/output.schema.json").read_text())


def problems(form: str, document: Any) -> list[str]:  # noqa: ANN401 - any JSON
    """Where an answer differs from the schema of its verb."""
    schema = {"$ref": f"#/$defs/{form}", "$defs": SCHEMA["$defs"]}
    return [error.message for error in Draft202012Validator(schema).iter_errors(document)]
