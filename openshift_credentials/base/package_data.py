"""Data files of the package itself, also where it is installed as a zip file."""

from pkgutil import get_data

import yaml

from .json_values import as_object, text_items, text_members
from .notices import Notice, Severity
from .yaml_text import SafeLoader


def package_text(package: str, file: str) -> str:
    content = get_data(package, file)
    if content is None:
        raise FileNotFoundError(f"{package} cannot read {file}")
    return content.decode()


def package_yaml(package: str, file: str) -> object:
    return yaml.load(package_text(package, file), SafeLoader)  # noqa: S506 - a safe loader, and a file of our own


def package_lists(package: str, file: str) -> dict[str, tuple[str, ...]]:
    """The lists of texts of such a file by name."""
    lists = as_object(package_yaml(package, file))
    return {name: tuple(text_items(lists, name)) for name in lists}


def package_notices(package: str, file: str) -> dict[str, Notice]:
    """The notices of such a file by code: ``severity``, ``why``, ``way_out`` and ``setting``.

    Names in braces are filled by :meth:`Notice.fill`.
    """
    texts = as_object(package_yaml(package, file))
    return {code: _notice(code, **text_members(texts, code)) for code in texts}


def _notice(code: str, severity: str, why: str, way_out: str = "", setting: str = "") -> Notice:
    return Notice(code, Severity(severity), why, way_out, setting)
