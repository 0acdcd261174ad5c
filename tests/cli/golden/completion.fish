complete -c openshift-credentials -n __fish_use_subcommand -f -a "completion issuer"
complete -c openshift-credentials -n "__fish_seen_subcommand_from completion" -f -a "bash zsh fish"
complete -c openshift-credentials -n "__fish_seen_subcommand_from completion" -l help
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and not __fish_seen_subcommand_from documents identities check" -f -a "documents identities check"
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer" -l help
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l blob-container-name
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l cloud
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l distribution-domain
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l help
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l name
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l output -x -a "text json"
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l private
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l project
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l project-number
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l public-key-file
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l region
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l storage-account-name
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l universe-domain
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l workload-identity-pool
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from documents" -l workload-identity-provider
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l audience
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l cloud
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l compatible-names
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l credentials-file
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l disabled-capability
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l dnszone-resource-group-name
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l enable-tech-preview
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l help
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l installation-resource-group-name
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l issuer-url
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l name
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l network-resource-group-name
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l oidc-resource-group-name
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l out
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l output -x -a "text json cli-input"
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l permissions-boundary-arn
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l project
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l project-number
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l provider-arn
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l region
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l requests
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l subscription-id
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l universe-domain
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l user-tags
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l workload-identity-pool
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from identities" -l workload-identity-provider
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l audience
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l config
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l config-file
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l cwd
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l help
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l identities
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l output -x -a "text json"
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l public-key-file
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l secrets
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l stack
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l token
complete -c openshift-credentials -n "__fish_seen_subcommand_from issuer; and __fish_seen_subcommand_from check" -l url
