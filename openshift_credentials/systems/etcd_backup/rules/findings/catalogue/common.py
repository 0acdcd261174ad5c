"""Findings about any Secret."""

from typing import Final

from openshift_credentials.base.notices import Notice, Severity

UNKNOWN_STORAGE_TYPE: Final = Notice(
    "unknown-storage-type",
    Severity.ERROR,
    "The storage type is neither S3 nor AzureBlob, so the API server rejects the HCPEtcdBackup.",
    "Use S3 or AzureBlob, with this exact spelling.",
)
KEY_NAME: Final = Notice(
    "key-name",
    Severity.ERROR,
    "A key differs from 'credentials' or 'cloud' only in case or punctuation, and the operator "
    "looks for the exact name.",
    "Rename the key.",
)
DOUBLE_BASE64: Final = Notice(
    "double-base64",
    Severity.ERROR,
    "The decoded value is base64 of a credential: it was encoded twice, manually and by the "
    "tool that created the Secret.",
    "Put the encoded text under data, or the plain text under stringData, not both.",
)
INVISIBLE_CHARACTER: Final = Notice(
    "invisible-character",
    Severity.ERROR,
    "The value has a byte order mark or another invisible character. The operator does not treat "
    "it as white space, so it hides the text after it.",
    "Save the file as UTF-8 without a byte order mark, and create the Secret again.",
)
CARRIAGE_RETURN: Final = Notice(
    "carriage-return",
    Severity.WARNING,
    "The value has carriage returns. The operator trims them at the end of a line, but other "
    "readers of the same Secret may not.",
    "Use Unix line endings.",
)
NOT_UTF_8: Final = Notice(
    "not-utf-8",
    Severity.WARNING,
    "The value is not UTF-8, and every credential format is text.",
    "Check that the file was not compressed, encrypted or saved in another encoding.",
)
