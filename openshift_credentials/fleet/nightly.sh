set -eu
# The night's date is that of its first wave, also for a wave after midnight.
trigger=${TRIGGER:-$(date -u -d "@$(($(date +%s) - SECONDS_SINCE_FIRST_WAVE))" +%Y-%m-%d)}
kubectl apply --server-side --field-manager=nightly --force-conflicts -f - <<EOF
{
  "apiVersion": "pulumi.com/v1",
  "kind": "Stack",
  "metadata": {"name": "$STACK", "namespace": "$NAMESPACE"},
  "spec": {"config": {"openshift-credentials:etcdBackup": {"backupDefaults": {"trigger": "$trigger"}}}}
}
EOF
