"""Findings that any Secret may have."""

from typing import Final

from openshift_credentials.notices import Notice, Severity

UNKNOWN_STORAGE_TYPE: Final = Notice(
    "unknown-storage-type",
    Severity.ERROR,
    "The storage type is neither S3 nor AzureBlob, so the API server refuses the HCPEtcdBackup.",
    "Use S3 or AzureBlob, spelled exactly so.",
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
    "The decoded value is base64 of a credential once more: it was encoded by hand and then by "
    "the tool that made the Secret.",
    "Put the encoded text under data, or the plain text under stringData, not both.",
)
INVISIBLE_CHARACTER: Final = Notice(
    "invisible-character",
    Severity.ERROR,
    "The value has a byte order mark or another character of no width, which is not white space "
    "to the operator and hides what follows it.",
    "Save the file as UTF-8 without a byte order mark, and create the Secret again.",
)
CARRIAGE_RETURN: Final = Notice(
    "carriage-return",
    Severity.WARNING,
    "The value has carriage returns; the operator trims them at the end of a line, and other "
    "readers of the same Secret need not.",
    "Write the file with Unix line ends.",
)
NOT_UTF_8: Final = Notice(
    "not-utf-8",
    Severity.WARNING,
    "The value is not UTF-8, which no credential format needs.",
    "Check that the file was not compressed, encrypted or saved in another encoding.",
)
