"""Whether a kubelet would start with a provider file, and warnings about the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from openshift_credentials.platforms.manifests import count_documents
from openshift_credentials.systems.image_pulls.rules.kubelets import KubeletVersion
from openshift_credentials.systems.image_pulls.rules.provider_config import (
    FieldError,
    ProviderConfig,
    UnreadableConfigError,
    read_directory,
    read_file,
    validate,
)

READ: Final = "read"
VALIDATE: Final = "validate"


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """The kubelet's answer; ``stage`` is where it stops, or ``None`` if it starts."""

    stage: str | None
    config: ProviderConfig | None = None
    unreadable: str = ""
    errors: tuple[FieldError, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def ok(self) -> bool:
        """Whether the kubelet would start, as far as it depends on the files."""
        return self.stage is None

    @property
    def hash(self) -> str | None:
        """The hash that the kubelet reports as a metric."""
        return self.config.hash if self.config else None

    @property
    def providers(self) -> list[str] | None:
        """Names of the providers in order."""
        return [provider.name for provider in self.config.providers] if self.config else None

    @property
    def patterns(self) -> Mapping[str, Sequence[str]]:
        """``matchImages`` by provider."""
        providers = self.config.providers if self.config else ()
        return {provider.name: provider.match_images for provider in providers}

    @property
    def texts(self) -> list[str]:
        """All errors as text."""
        shown = (f"{error.field}{f' = {error.value}' if error.value else ''}: {error.detail}" for error in self.errors)
        return [self.unreadable] if self.unreadable else list(shown)

    def as_json(self) -> dict[str, object]:
        """The answer for programs."""
        errors: list[dict[str, str]] = [
            {"type": error.type, "field": error.field, "value": error.value, "detail": error.detail}
            for error in self.errors
        ]
        if self.unreadable:
            errors = [{"detail": self.unreadable}]
        return {"ok": self.ok, "stage": self.stage, "errors": errors, "hash": self.hash, "providers": self.providers}


def check(
    files: Mapping[str, bytes], kubelet: KubeletVersion, *, is_directory: bool, token_gate: bool = True
) -> CheckAnswer:
    """Check one file, or the files of a directory by name."""
    try:
        if is_directory:
            config = read_directory(files, kubelet)
        else:
            (content,) = files.values()
            config = read_file(content, kubelet)
    except UnreadableConfigError as error:
        return CheckAnswer(READ, unreadable=str(error))
    errors = validate(config.providers, kubelet, token_gate=token_gate)
    return CheckAnswer(VALIDATE if errors else None, config, errors=errors, notes=tuple(_notes(files, config)))


def _notes(files: Mapping[str, bytes], config: ProviderConfig) -> Sequence[str]:
    notes = [
        f"{name or 'the file'}: the kubelet reads the first document only and ignores the others"
        for name, content in files.items()
        if count_documents(content) > 1
    ]
    if any(not provider.name for provider in config.providers):
        notes.append("a provider without a name passes the check, but its registration fails")
    return notes
