"""Pages that are tables: findings of ``detect``, advice of ``validate``, causes of ``diagnose``."""

import html
import re
from collections.abc import Iterable

from openshift_credentials.base.package_data import package_text
from openshift_credentials.systems.control_plane_identities.live import SYMPTOMS as IDENTITY_CAUSES
from openshift_credentials.systems.etcd_backup.live.evidence import CAUSES
from openshift_credentials.systems.etcd_backup.rules.backup import ADVICE
from openshift_credentials.systems.etcd_backup.rules.findings import CATALOGUE
from openshift_credentials.systems.image_pulls.live import CAUSES as CAUSES_OF_PULLS


def render_findings_page() -> str:
    rows = ((item.code, item.severity, item.why, item.way_out) for item in CATALOGUE.values())
    return _page("findings.md", rows)


def render_advice_page() -> str:
    rows = ((code, item.severity, item.why, item.way_out) for code, item in ADVICE.items())
    return _page("advice.md", rows)


def render_causes_page() -> str:
    causes = (*CAUSES, *CAUSES_OF_PULLS, *IDENTITY_CAUSES)
    rows = ((cause.code, cause.why, f"`{cause.setting}`" if cause.setting else "") for cause in causes)
    return _page("causes.md", rows)


def _page(head: str, rows: Iterable[tuple[str, ...]]) -> str:
    """The head of a page and its rows: the code first, and placeholders as code."""
    table = (f"| `{code}` | {' | '.join(map(cell, cells))} |\n" for code, *cells in rows)
    return package_text(__package__ or "", head) + "".join(table)


def cell(text: str) -> str:
    text = html.escape(text, quote=False)  # or a site takes <name> for an element
    return re.sub(r"\{(\w+)\}", r"`<\1>`", text).replace("|", "\\|")
