"""The answer of ``explain``, the same for every cloud and credential mode."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Self

from openshift_credentials.base.terminal import Style
from openshift_credentials.base.wording import wrap


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


@dataclass(frozen=True, slots=True)
class TrustedSubject:
    """One way to become the identity: a token with this issuer, subject and audience."""

    issuer: str
    subject: str
    audience: str
    why: str


@dataclass(frozen=True, slots=True)
class Permission:
    """One permission of the identity, its place and its reason; conditions as text.

    ``role`` begins with that word; what a reason says of it is not repeated in a sentence.
    """

    actions: tuple[str, ...]
    scope: str
    why: str
    conditions: tuple[str, ...] = ()
    role: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An identity: what it is, who can use it, its permissions, and notes.

    ``identities`` explains each of several; ``ways`` and ``permissions`` are then those of all.
    """

    identity: str
    ways: tuple[TrustedSubject, ...]
    permissions: tuple[Permission, ...]
    remarks: tuple[str, ...] = ()
    identities: tuple["Explanation", ...] = ()

    @classmethod
    def combine(cls, what: str, identities: Sequence["Explanation"], remarks: Iterable[str]) -> Self:
        """All identities of a system together, and each of them."""
        ways = dict.fromkeys(way for one in identities for way in one.ways)
        permissions = dict.fromkeys(permission for one in identities for permission in one.permissions)
        return cls(what, tuple(ways), tuple(permissions), tuple(remarks), tuple(identities))


def to_json(explanations: Mapping[str, Explanation]) -> str:
    """The members of the model, in its order, of each system below its key."""
    documents = {key: asdict(explanation) for key, explanation in explanations.items()}
    for document in documents.values():
        for one in (document, *document["identities"]):
            one["permissions"] = [
                {key: value for key, value in permission.items() if key != "role" or value}
                for permission in one["permissions"]
            ]
        for identity in document["identities"]:
            del identity["identities"]
        if not document["identities"]:
            del document["identities"]
    return json.dumps(documents, indent=4, ensure_ascii=False) + "\n"


def to_text(explanation: Explanation, style: Style) -> str:
    """Sentences for reading, and a table for reference."""
    blocks = [[style(_sentence(explanation.identity), "bold")]]
    if explanation.identities:
        for one in explanation.identities:
            blocks += [[style(f"{_sentence(one.identity)}:", "bold")], *_sections(one, style)]
        blocks.append(_notes(explanation, style))
    else:
        blocks += [*_sections(explanation, style), list(_table(explanation, style))]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _sections(explanation: Explanation, style: Style) -> list[list[str]]:
    ways = (
        f"any holder of a token of {way.issuer} with subject {way.subject} and audience {way.audience}: {way.why}."
        for way in explanation.ways
    )
    permissions = (
        f"{f'{each.role}, ' if each.role else ''}{', '.join((f'on {each.scope}', *each.conditions))}, "
        f"{' and '.join(each.actions)}: {each.why.removesuffix(f' ({each.role})')}."
        for each in explanation.permissions
    )
    return [
        _section("Who can use it", ways, style),
        _section("What it can do", permissions, style),
        _notes(explanation, style),
    ]


def _notes(explanation: Explanation, style: Style) -> list[str]:
    return _section("What else to know", (f"{remark}." for remark in explanation.remarks), style)


def _section(title: str, sentences: Iterator[str], style: Style) -> list[str]:
    lines = [wrap(f"  - {_sentence(sentence)}", style.width) for sentence in sentences]
    return [style(title, "bold"), *lines] if lines else []


def _sentence(text: str) -> str:
    """``text`` with a capital letter in front, unless it starts with a name that must not have one.

    Names such as ``system:serviceaccount:...`` and ``etcdBackup.backups`` are compared or copied.
    """
    first = text.partition(" ")[0].rstrip(",:;")
    return f"{text[0].upper()}{text[1:]}" if first.isalpha() and first.islower() else text


def _table(explanation: Explanation, style: Style) -> Iterator[str]:
    """Columns, or nothing where they do not fit: the sentences above have every name too."""
    rows = [
        ("", "what", "place and condition"),
        *(("become", way.subject, f"{way.issuer}, {way.audience}") for way in explanation.ways),
        *(
            ("do", action, "; ".join((permission.scope, *permission.conditions)))
            for permission in explanation.permissions
            for action in permission.actions
        ),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    if len(rows) == 1 or (style.width is not None and sum(widths) + 4 > style.width):
        return
    for number, (first, second, third) in enumerate(rows):
        line = f"{first:{widths[0]}}  {second:{widths[1]}}  {third}"
        yield style(line, "bold") if number == 0 else line
