set -eu
if [ -n "$KUBECONFIG_CONTENT" ]; then
  export KUBECONFIG="$RUNNER_TEMP/kubeconfig"
  (umask 077 && printf '%s' "$KUBECONFIG_CONTENT" > "$KUBECONFIG")
fi
file="$RUNNER_TEMP/Pulumi.$NAME.yaml"
cp "$GITHUB_WORKSPACE/$FLEET/clusters/$NAME/Pulumi.$NAME.yaml" "$file"
cd "$PROGRAM"
pulumi stack select --create ${PROVIDER:+--secrets-provider "$PROVIDER"} "$STACK"
pulumi config set --stack "$STACK" --config-file "$file" --path "@KEY@.@DEFAULTS@.@TRIGGER@" "$TRIGGER"
case "$TASK" in
  drift) set -- preview --refresh --expect-no-changes ;;
  freeze) set -- preview ;;
  *) set -- up --yes --skip-preview --continue-on-error ;;
esac
pulumi "$@" --stack "$STACK" --non-interactive --config-file "$file"
