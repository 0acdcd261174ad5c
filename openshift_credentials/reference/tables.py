"""Pages that are tables: findings of ``detect``, advice of ``validate``, causes of ``diagnose``."""

import html
import re
from collections.abc import Iterable

from openshift_credentials.systems.control_plane_identities.live.symptoms import (
    SYMPTOMS as IDENTITY_CAUSES,
)
from openshift_credentials.systems.etcd_backup.live.diagnosis import CAUSES
from openshift_credentials.systems.etcd_backup.rules.backup.advice_texts import ADVICE
from openshift_credentials.systems.etcd_backup.rules.findings import CATALOGUE
from openshift_credentials.systems.image_pulls.live import CAUSES as CAUSES_OF_PULLS

_FINDINGS = """\
# Findings

What `openshift-credentials detect` reports about a credential Secret in addition to its
mode. The operator checks none of this: it picks a mode from the content and starts the Job. Codes
do not change once published. This page is generated; the texts are in
`openshift_credentials/systems/etcd_backup/rules/findings/catalogue.yaml`.

- `error`: a backup with this Secret fails, or runs with other credentials than the content
  suggests.
- `warning`: a backup can work, but something else does not, or only for a limited time.
- `info`: for information.

| Code | Severity | Why | What to do |
| --- | --- | --- | --- |
"""

_ADVICE = """\
# Advice on HCPEtcdBackup objects

Warnings of `openshift-credentials validate`: the API server accepts such an object, but
something fails later. Codes do not change once published. This page is generated; the texts
are in `openshift_credentials/systems/etcd_backup/rules/backup/advice.yaml`.

- `error`: the API server accepts the object, but its backup cannot succeed.
- `warning`: the backup can work, but something else does not.
- `info`: for information.

| Code | Severity | Why | What to do |
| --- | --- | --- | --- |
"""

_CAUSES = """\
# Causes

What `openshift-credentials diagnose` and `verify` recognize in conditions, Jobs, pods,
events and logs. Codes do not change once published. This page is generated (`make docs`).

| Code | Why | What to do | Setting |
| --- | --- | --- | --- |
"""


def render_findings_page() -> str:
    """docs/findings.md: every finding of verb ``detect``."""
    rows = ((item.code, item.severity, item.why, item.way_out) for item in CATALOGUE.values())
    return _FINDINGS + _table(rows)


def render_advice_page() -> str:
    """docs/advice.md: every warning of verb ``validate``."""
    rows = ((code, item.severity, item.why, item.way_out) for code, item in ADVICE.items())
    return _ADVICE + _table(rows)


def render_causes_page() -> str:
    """docs/causes.md: every cause that verb ``diagnose`` knows."""
    causes = (*CAUSES, *CAUSES_OF_PULLS, *IDENTITY_CAUSES)
    rows = (
        (cause.code, cause.why, cause.way_out, f"`{cause.setting}`" if cause.setting else "")
        for cause in causes
    )
    return _CAUSES + _table(rows)


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    """Rows in Markdown: the code first, and placeholders as code."""
    return "".join(f"| `{code}` | {' | '.join(map(cell, cells))} |\n" for code, *cells in rows)


def cell(text: str) -> str:
    """A text as the cell of a table."""
    text = html.escape(text, quote=False)  # or a site takes <name> for an element
    return re.sub(r"\{(\w+)\}", r"`<\1>`", text).replace("|", "\\|")
