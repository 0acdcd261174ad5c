"""The verdict of a system's rules on what it will write, for a preview."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One verdict of a preview, ready for display.

    ``subject`` is the object, ``answer`` is the verdict in a word. ``rows`` are for a terminal,
    ``sentence`` and ``table`` for a pull request (Markdown). ``document`` is for programs: it is
    listed under ``document_key`` in the JSON form.
    """

    subject: str
    answer: str
    rows: Mapping[str, str]
    sentence: str
    table: Mapping[str, str]
    document_key: str
    document: Mapping[str, object]
    warnings: tuple[str, ...] = ()
