"""Cron expressions of Velero Schedules, and their distribution by hash.

Velero passes the expression to ``cron.ParseStandard``: of github.com/robfig/cron v3 in releases up
to 1.18, of github.com/netresearch/go-cron v0.15 since June 2026 (velero-io/velero commit
e395b6ea6). The two differ, so only expressions that both accept with the same meaning are valid: no
range that wraps around, weekdays 0 to 6, steps shorter than their range, and not day of month and
day of week at once. ``H`` is an addition of this program, with the same meaning as in Jenkins.
"""

from openshift_credentials.platforms.kubernetes.cron.expression import CRON, cron_problem
from openshift_credentials.platforms.kubernetes.cron.intervals import longest_interval
from openshift_credentials.platforms.kubernetes.cron.spread import (
    resolve,
    spread_problem,
    without_minute,
)

__all__ = [
    "CRON",
    "cron_problem",
    "longest_interval",
    "resolve",
    "spread_problem",
    "without_minute",
]
