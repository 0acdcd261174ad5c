"""How the tests read documents."""

import io

from openshift_credentials.platforms.manifests import ManifestDocument, read_documents

TOO_LARGE = "is nested too deeply, or too large after its aliases are resolved"


def read(content: bytes | str) -> tuple[list[ManifestDocument], list[str]]:
    raw = content.encode() if isinstance(content, str) else content
    documents, problems = read_documents(["-"], io.BytesIO(raw))
    texts = [str(problem) for problem in problems]
    assert all(text.startswith("standard input") for text in texts)
    return documents, [text.removeprefix("standard input") for text in texts]
