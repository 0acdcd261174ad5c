"""docs/findings.md: every finding of verb ``detect``."""

from openshift_credentials.etcd_backup.rules.findings import CATALOGUE
from openshift_credentials.notices import Notice

_INTRODUCTION = """\
# Findings

What `python -m openshift_credentials detect` says about a credential Secret beside its mode. The
operator checks none of this: it picks a mode from the content and starts the Job. Codes do not
change once published. This page is generated; the texts are in
`openshift_credentials/etcd_backup/rules/findings/catalogue`.

- `error`: a backup with this Secret fails, or runs with other credentials than the content
  suggests.
- `warning`: a backup may work, and something else will not, or not for long.
- `info`: good to know.

| Code | Severity | Why | What to do |
| --- | --- | --- | --- |
"""


def render_findings_page() -> str:
    """The whole page in Markdown."""
    return _INTRODUCTION + "".join(_row(finding) for finding in CATALOGUE)


def _row(finding: Notice) -> str:
    cells = (f"`{finding.code}`", finding.severity, finding.why, finding.way_out)
    return f"| {' | '.join(cells)} |\n"
