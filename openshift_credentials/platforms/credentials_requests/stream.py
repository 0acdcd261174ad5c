"""Documents of a file, split and read as the decoder of Kubernetes does.

Source: kubernetes/apimachinery ``pkg/util/yaml/decoder.go`` (``YAMLOrJSONDecoder``): a file that
begins with ``{`` is a stream of JSON values until one of them cannot be read; the rest, and every
other file, is YAML documents between lines that begin with ``---``.
"""

import json
from collections.abc import Iterator
from typing import Final

from ..go.decoding import Decoder, FieldTypeError, Members, Struct
from ..go.numbers import not_json, whole_number
from ..go.text import GO_WHITESPACE
from ..manifests.syntax import NESTING_LIMIT, SyntaxProblem, parse_yaml
from ..yaml.goyaml import GoYamlLoader, syntax_error

_SEPARATOR: Final = "---"
_LOOK_AHEAD: Final = 4096
"""Number of bytes that must contain the opening brace of a JSON stream."""
_CERTAINLY_JSON: Final = 1
"""After more JSON values than this, the rest of the stream is not read as YAML."""
_JSON_SPACE: Final = " \t\r\n"


class StreamError(ValueError):
    """A document cannot be read; the message has its number and the reason, without content.

    ``upstream`` is the message of the real decoder, if known.
    """

    def __init__(self, message: str, upstream: str = "") -> None:
        super().__init__(message)
        self.upstream = upstream


def decode_stream(content: bytes, kind: Struct) -> Iterator[object]:
    """Each document as ``kind``.

    Raises :class:`StreamError` at the first document that cannot be read, as upstream does.
    """
    text = content.decode("utf-8", "replace")
    start = content[:_LOOK_AHEAD].decode("utf-8", "replace").lstrip()
    count = 0
    reason: Exception | None = None
    position = 0
    if start.startswith("{"):
        for value, end in _json_values(text):
            try:
                if isinstance(value, Exception):
                    raise value
                decoded = Decoder().decode(kind, value)
            except (FieldTypeError, StreamError) as error:
                reason = error
                break
            yield decoded
            count, position = count + 1, end
        else:
            return
        rest = None if count > _CERTAINLY_JSON else _after_json(text, position)
        if rest is None:
            raise StreamError(f"document {count + 1}: {reason}")
        text = rest
    if "\ufffd" in text and not _is_utf8(content):
        raise StreamError(f"document {count + 1}: {reason or 'is not UTF-8'}")
    yield from _yaml_documents(text, kind, count, reason)


def _yaml_documents(
    text: str, kind: Struct, count: int, reason: Exception | None
) -> Iterator[object]:
    """``reason`` is why the text could not be read as JSON; it is reported instead."""
    for line, chunk in _chunks(text):
        count += 1
        try:
            decoded = Decoder(from_yaml=True).decode(kind, _parse(chunk, line))
        except (FieldTypeError, StreamError) as error:
            upstream = getattr(error, "upstream", "")
            raise StreamError(f"document {count}: {reason or error}", upstream) from None
        yield decoded


def _parse(chunk: str | StreamError, line: int) -> object:
    value = parse_yaml(chunk, line, loader_class=GoYamlLoader) if isinstance(chunk, str) else chunk
    if isinstance(value, StreamError):
        raise value
    if isinstance(value, SyntaxProblem):
        message = f"error converting YAML to JSON: {syntax_error(str(chunk))}"
        raise StreamError(str(value), message)
    return value


def _chunks(text: str) -> Iterator[tuple[int, str | StreamError]]:
    """Documents with the number of lines before each.

    A separator belongs to the document after it only if nothing precedes it, and counts as a
    separate document if only comments follow.
    """
    lines: list[str] = []
    first = 0
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n")):
        if line.startswith(_SEPARATOR):
            rest = line.removeprefix(_SEPARATOR).strip()
            if rest and not rest.startswith("#"):
                yield number, StreamError(f"something follows --- in line {number + 1}")
                return
            if lines:
                yield first, "\n".join(lines) + "\n"
                lines, first = [], number + 1
                continue
        lines.append(line)
    if lines and lines != [""]:
        yield first, "\n".join(lines)


def _json_values(text: str) -> Iterator[tuple[object, int]]:
    """JSON values and their ends; the last item can be the reason why reading stops."""
    decoder = json.JSONDecoder(
        object_pairs_hook=Members, parse_constant=not_json, parse_int=whole_number
    )
    position = 0
    while True:
        while position < len(text) and text[position] in _JSON_SPACE:
            position += 1
        if position == len(text):
            return
        try:
            value, position = decoder.raw_decode(text, position)
            _check_nesting(value, NESTING_LIMIT)
        except (ValueError, RecursionError):
            yield StreamError("is not JSON, or is nested too deeply"), position
            return
        yield value, position


def _check_nesting(value: object, levels: int) -> None:
    if levels == 0:
        raise RecursionError
    if isinstance(value, Members):
        for _, member in value:
            _check_nesting(member, levels - 1)
    elif isinstance(value, list):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            _check_nesting(item, levels - 1)  # pyright: ignore[reportUnknownArgumentType]


def _after_json(text: str, position: int) -> str | None:
    """The rest after JSON values, without white space up to the end of the line.

    ``None`` if the decoder does not read it as YAML: it looks at four bytes for each character.
    """
    for start in range(position, len(text)):
        character = text[start]
        if len(text[start : start + 4].encode()) < 4 or character == "\ufffd":
            return None
        if character not in GO_WHITESPACE:
            return text[start:]
        if character == "\n":
            return text[start + 1 :]
    return None


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
