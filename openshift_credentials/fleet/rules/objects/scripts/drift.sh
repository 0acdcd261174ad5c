set -eu
failed=0
for sentinel in $(kubectl get stacks.pulumi.com -n "$NAMESPACE" -l "$SELECTOR" -o name); do
  stack=$(kubectl get "$sentinel" -n "$NAMESPACE" \
    -o go-template='{{index .metadata.labels "@UPDATED_BY@"}}')
  trigger=$(kubectl get "stacks.pulumi.com/$stack" -n "$NAMESPACE" \
    -o go-template='{{with index .spec.config "@KEY@"}}{{with .@DEFAULTS@}}{{with .@TRIGGER@}}{{.}}{{end}}{{end}}{{end}}') || { failed=1; continue; }
  spec=""
  if [ -n "$trigger" ]; then
    spec=', "spec": {"config": {"@KEY@": {"@DEFAULTS@": {"@TRIGGER@": "'$trigger'"}}}}'
  fi
  kubectl apply --server-side --field-manager=@DRIFT@ --force-conflicts -f - <<EOF || failed=1
{
  "apiVersion": "pulumi.com/v1",
  "kind": "Stack",
  "metadata": {
    "name": "${sentinel##*/}",
    "namespace": "$NAMESPACE",
    "annotations": {"@RECONCILE@": "drift-$(date -u +%Y-%m-%d)"}
  }$spec
}
EOF
done
exit "$failed"
