"""Every verb has its errors as JSON, where its results would be."""

import json
from typing import Any

import pytest

from tests.cli.command import call

FAILING = {
    "preview": ("--stack", "nowhere"),
    "explain": ("--stack", "nowhere"),
    "detect": ("nowhere.yaml",),
    "validate": ("nowhere.yaml",),
    "job": ("--backup", "nowhere.yaml", "--secret", "nowhere.yaml"),
    "image-pulls": ("check", "nowhere.yaml"),
    "cco": ("mode", "nowhere.yaml"),
}


@pytest.mark.parametrize("verb", FAILING)
def test_an_error_is_json_on_standard_output_and_text_on_standard_error(verb: str) -> None:
    first, *rest = FAILING[verb]
    options = (first, "-o", "json", *rest) if verb in ("image-pulls", "cco") else None

    outcome = call(verb, *(options or (*FAILING[verb], "-o", "json")))

    assert outcome.code == 2
    document: Any = json.loads(outcome.results)
    items: list[Any] = document if verb in ("detect", "validate") else [document]
    errors: list[Any] = [error for item in items for error in item.get("errors") or item.get("diagnostics") or ()]
    assert errors
    assert "".join(f"error: {error['message']}\n" for error in errors) == outcome.others
    assert all(error["severity"] == "error" and error["code"] for error in errors)
