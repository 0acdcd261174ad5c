"""docs/causes.md: every cause that verb ``diagnose`` knows."""

from openshift_credentials.control_plane_identities.symptoms import CAUSES as IDENTITY_CAUSES
from openshift_credentials.etcd_backup.diagnosis import CAUSES
from openshift_credentials.image_pulls.operation import CAUSES as CAUSES_OF_PULLS
from openshift_credentials.operation.cause import Cause

_INTRODUCTION = """\
# Causes

What `python -m openshift_credentials diagnose` and `verify` recognize in conditions, Jobs, pods,
events and logs. Codes do not change once published. This page is generated (`make docs`).

| Code | Why | What to do | Setting |
| --- | --- | --- | --- |
"""


def render_causes_page() -> str:
    """The whole page in Markdown."""
    return _INTRODUCTION + "".join(map(_row, (*CAUSES, *CAUSES_OF_PULLS, *IDENTITY_CAUSES)))


def _row(cause: Cause) -> str:
    setting = f"`{cause.setting}`" if cause.setting else ""
    cells = (f"`{cause.code}`", cause.why, cause.way_out, setting)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"
