"""A second opinion on detection, written another way: over bytes, one at a time.

It shares no code with the package, decodes nothing and uses no regular expression and no JSON
library, so that one misunderstanding of Go's rules does not hide in both.
"""

from collections.abc import Mapping

WHITE_SPACE = tuple(
    chr(point).encode()
    for point in (
        *range(0x09, 0x0E),
        *(0x20, 0x85, 0xA0, 0x1680),
        *range(0x2000, 0x200B),
        *(0x2028, 0x2029, 0x202F, 0x205F, 0x3000),
    )
)
STATIC, STS = "aws-static", "aws-sts"
CLIENT_SECRET, WORKLOAD = "azure-client-secret", "azure-workload-identity"
MANAGED = "azure-managed-identity"


def judge(storage_type: str, data: Mapping[str, bytes], *, following: bool = False) -> tuple[str, bytes, bytes]:
    """Mode, role ARN and client ID; ``following`` applies the rules of the next version."""
    if storage_type == "S3":
        value = trim(data.get("credentials", b""))
        return (STS, value, b"") if value[:4] == b"arn:" else (STATIC, b"", b"")
    if storage_type != "AzureBlob":
        return STATIC, b"", b""
    if "cloud" in data:
        client_id = assigned(data["cloud"], b"AZURE_CLIENT_ID=")
        if not client_id:
            return MANAGED, b"", b""
        if following and assigned(data["cloud"], b"AZURE_CLIENT_SECRET="):
            return CLIENT_SECRET, b"", b""
        return WORKLOAD, b"", client_id
    if "credentials" in data and JSONMachine().has_client_secret(data["credentials"]):
        return CLIENT_SECRET, b"", b""
    return MANAGED, b"", b""


def trim(value: bytes) -> bytes:
    """Take white space off both ends, one encoded character at a time."""
    found = True
    while found:
        found = False
        for space in WHITE_SPACE:
            if value.startswith(space):
                value, found = value[len(space) :], True
            elif value.endswith(space):
                value, found = value[: -len(space)], True
    return value


def assigned(dotenv: bytes, prefix: bytes) -> bytes:
    """Value on the first line with the prefix."""
    line = bytearray()
    for byte in dotenv + b"\n":
        if byte != 0x0A:
            line.append(byte)
            continue
        trimmed = trim(bytes(line))
        if trimmed[: len(prefix)] == prefix:
            return trim(trimmed[len(prefix) :])
        line.clear()
    return b""


class SyntaxFaultError(Exception):
    """What Go's decoder refuses."""


class JSONMachine:
    """A machine that eats JSON byte by byte, with a stack of open brackets."""

    WANTED = ("cC", "lL", "iI", "eE", "nN", "tT", "sS\u017f", "eE", "cC", "rR", "eE", "tT")

    def has_client_secret(self, document: bytes) -> bool:
        self.document, self.at = document, 0
        self.secret = False
        try:
            self.run()
        except SyntaxFaultError:
            return False
        return self.secret

    def peek(self) -> int:
        """The next byte; at the end a NUL, which JSON has no place for."""
        return self.document[self.at] if self.at < len(self.document) else 0

    def space(self) -> None:
        while self.peek() in b" \t\r\n":
            self.at += 1

    def need(self, condition: bool) -> None:
        if not condition:
            raise SyntaxFaultError

    def run(self) -> None:
        stack: list[int] = []
        wrong_type = False
        name = False
        self.space()
        top_is_object = self.peek() == ord("{")
        while True:
            self.space()
            kind = self.peek()
            ours = len(stack) == 1 and stack[0] == ord("{") and name
            if kind in (ord("{"), ord("[")):
                wrong_type |= ours or (not stack and kind == ord("["))
                self.at += 1
                stack.append(kind)
                self.need(len(stack) <= 10_000)
                self.space()
                if self.peek() != kind + 2:
                    name = self.name() if kind == ord("{") else False
                    continue
                self.at += 1
                stack.pop()
            elif kind == ord('"'):
                text = self.string()
                wrong_type |= not stack
                if ours:
                    self.secret = bool(text)
            elif kind == ord("n"):
                self.word(b"null")
            else:
                self.word(b"true") if kind == ord("t") else (self.word(b"false") if kind == ord("f") else self.number())
                wrong_type |= ours or not stack
            while stack:
                self.space()
                mark = self.peek()
                self.at += 1
                if mark == ord(","):
                    self.space()
                    name = self.name() if stack[-1] == ord("{") else False
                    break
                self.need(mark == stack[-1] + 2)
                stack.pop()
            else:
                break
        self.space()
        self.need(self.at == len(self.document))
        self.secret = self.secret and top_is_object and not wrong_type

    def name(self) -> bool:
        """Whether the member name that comes next is the wanted one."""
        self.need(self.peek() == ord('"'))
        text = self.string()
        self.space()
        self.need(self.peek() == ord(":"))
        self.at += 1
        return len(text) == len(self.WANTED) and all(
            character in allowed for character, allowed in zip(text, self.WANTED, strict=True)
        )

    def string(self) -> list[str]:
        """Characters of a string; what is not ASCII is put together as far as it matters."""
        characters: list[str] = []
        self.at += 1
        while self.peek() != ord('"'):
            byte = self.peek()
            self.need(byte >= 0x20)
            self.at += 1
            if byte == ord("\\"):
                characters.append(self.escape())
            elif byte == 0xC5 and self.peek() == 0xBF:
                self.at += 1
                characters.append("\u017f")
            else:
                characters.append(chr(byte) if byte < 0x80 else "\ufffd")
        self.at += 1
        return characters

    def escape(self) -> str:
        byte = self.peek()
        self.at += 1
        if byte != ord("u"):
            self.need(byte in b'"\\/bfnrt')
            return chr(byte) if byte in b'"\\/' else "\n"
        point = 0
        for _ in range(4):
            self.need(self.peek() in b"0123456789abcdefABCDEF")
            digit = self.peek() & 0x0F
            point = point * 16 + (digit if self.peek() < ord("A") else digit + 9)
            self.at += 1
        return chr(point)

    def word(self, word: bytes) -> None:
        self.need(self.document[self.at : self.at + len(word)] == word)
        self.at += len(word)

    def digits(self) -> None:
        self.need(ord("0") <= self.peek() <= ord("9"))
        while ord("0") <= self.peek() <= ord("9"):
            self.at += 1

    def number(self) -> None:
        if self.peek() == ord("-"):
            self.at += 1
        if self.peek() == ord("0"):
            self.at += 1
        else:
            self.digits()
        if self.peek() == ord("."):
            self.at += 1
            self.digits()
        if self.peek() in (ord("e"), ord("E")):
            self.at += 1
            if self.peek() in (ord("+"), ord("-")):
                self.at += 1
            self.digits()
