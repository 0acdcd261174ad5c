"""Causes without a message, which the operator's objects show.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``;
``systems/etcd_backup/live/facts.py`` has the texts.
"""

from typing import Final

from openshift_credentials.live.cause import Cause, cause

OBJECT_CAUSES: Final[tuple[Cause, ...]] = (
    cause(
        "feature-gate-off",
        r"feature gate HCPEtcdBackup is off",
        "the operator does not process backups: its feature gate is disabled, even if the CRD is "
        "installed",
        "run 'hypershift install --tech-preview-no-upgrade', without --exclude-etcd; the backup "
        "then starts automatically",
    ),
    cause(
        "no-operator",
        r"the operator is not there|no replica of the operator is ready",
        "HyperShift's operator does not run in the operator's namespace",
        "restore its Deployment, or correct the namespace",
        "cluster.operatorNamespace",
    ),
    cause(
        "adopted-job",
        r"the Job is older than the backup",
        "the operator used the Job of an earlier backup of the same name, with its result: no new "
        "snapshot was created",
        "set a new trigger, which changes the name; a finished Job is found by its name for 10 "
        "minutes",
        "etcdBackup.backupDefaults.trigger",
    ),
    cause(
        "stale-annotation",
        r"the annotation has client ID",
        "the ServiceAccount has the client ID of another identity, and the operator never "
        "replaces it: the pod uses that identity",
        "let the stack manage the annotation, then set a new trigger",
        "etcdBackup.credentials.annotateServiceAccount",
    ),
    cause(
        "azure-no-annotation",
        r"the ServiceAccount has no client ID annotation",
        "the ServiceAccount has no client ID: a backup in another mode has removed it",
        "run 'pulumi refresh' and 'pulumi up', then set a new trigger",
        "etcdBackup.credentials.annotateServiceAccount",
    ),
    cause(
        "snapshot-url-missing",
        r"succeeded without a snapshot URL",
        "the snapshot was uploaded, but the operator could not read its URL from the pod",
        "check the key prefix of the backup in the storage",
    ),
    cause(
        "job-without-pod",
        r"the Job has no pod",
        "the Job has existed for more than a minute, and no pod was created for it",
        "read the events of the Job, and check that kube-controller-manager runs",
        general=True,
    ),
    cause(
        "no-condition",
        r"there is no condition",
        "the operator has not processed the backup, or fails before it can set a condition",
        "search the log of the operator for the name of the backup",
        general=True,
    ),
)
"""From special to general."""
