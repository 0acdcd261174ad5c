"""Elements of DER, one level at a time, without a schema.

Go's ``encoding/asn1`` rejects indefinite lengths and trailing bytes; so does this module.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

INTEGER: Final = 0x02
OCTET_STRING: Final = 0x04
OBJECT_IDENTIFIER: Final = 0x06
SEQUENCE: Final = 0x30
EXPLICIT_0: Final = 0xA0

_LONG_FORM: Final = 0x80
_LONG_TAG: Final = 0x1F


class NotDERError(ValueError):
    """The bytes are not valid; the message contains none of them."""


class Element(NamedTuple):
    """Tag (one octet) and content."""

    tag: int
    content: bytes

    def items(self, most: int | None = None) -> list["Element"]:
        """The elements inside, or the first ones; Go ignores the rest.

        Raises :class:`NotDERError` if the content is something else.
        """
        return list(islice(_elements(self.content), most))

    def integer(self) -> int:
        """The number that an INTEGER is."""
        return int.from_bytes(self.content, "big", signed=True)


def read(data: bytes, tag: int = SEQUENCE) -> Element:
    """The only element of ``data``. Raises :class:`NotDERError` for any other content."""
    elements = list(_elements(data))
    if len(elements) != 1:
        raise NotDERError("more than one element")
    return expect(elements[0], tag)


def first(data: bytes, tag: int = SEQUENCE) -> Element:
    """The first element of ``data``. Raises :class:`NotDERError` if it has another tag."""
    return expect(next(_elements(data), Element(0, b"")), tag)


def expect(element: Element, tag: int) -> Element:
    """The element itself. Raises :class:`NotDERError` if it has another tag."""
    if element.tag != tag:
        raise NotDERError("another element was expected")
    return element


def _elements(data: bytes) -> Iterator[Element]:
    position = 0
    while position < len(data):
        tag, position = data[position], position + 1
        if tag & _LONG_TAG == _LONG_TAG or position >= len(data):
            raise NotDERError("a tag is cut off or too large")
        length, position = _length(data, position)
        if position + length > len(data):
            raise NotDERError("an element is cut off")
        yield Element(tag, data[position : position + length])
        position += length


def _length(data: bytes, position: int) -> tuple[int, int]:
    first, position = data[position], position + 1
    if first < _LONG_FORM:
        return first, position
    size = first - _LONG_FORM
    octets = data[position : position + size]
    if not size or len(octets) < size or octets[0] == 0:
        raise NotDERError("a length is indefinite, cut off or padded")
    length = int.from_bytes(octets, "big")
    if length < _LONG_FORM:
        raise NotDERError("a length is longer than it needs to be")
    return length, position + size
