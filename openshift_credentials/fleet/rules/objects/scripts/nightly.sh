set -eu
# The night's date is that of its first wave, also for a wave after midnight.
trigger=${TRIGGER:-$(date -u -d "@$(($(date +%s) - SECONDS_SINCE_FIRST_WAVE))" +%Y-%m-%d)}
failed=0
for stack in $(kubectl get stacks.pulumi.com -n "$NAMESPACE" -l "$SELECTOR" -o name); do
  kubectl apply --server-side --field-manager=@NIGHTLY@ --force-conflicts -f - <<EOF || failed=1
{
  "apiVersion": "pulumi.com/v1",
  "kind": "Stack",
  "metadata": {"name": "${stack##*/}", "namespace": "$NAMESPACE"},
  "spec": {"config": {"@KEY@": {"@DEFAULTS@": {"@TRIGGER@": "$trigger"}}}}
}
EOF
done
exit "$failed"
