_openshift_credentials() {
    local words="" path="" option="" each index
    for ((index = 1; index < COMP_CWORD; index++)); do
        each="${COMP_WORDS[index]}"
        case "$each" in
        -*) option="$each" ;;
        *) option="" path="$path $each" ;;
        esac
    done
    case "$path $option" in
    " completion "*) words="bash zsh fish --help -h" ;;
    " issuer documents"*" -o") words="text json" ;;
    " issuer documents"*" --output") words="text json" ;;
    " issuer documents "*) words="--blob-container-name --cloud --distribution-domain --help --name --output --private --project --project-number --public-key-file --region --storage-account-name --universe-domain --workload-identity-pool --workload-identity-provider -h -o" ;;
    " issuer identities"*" -o") words="text json cli-input" ;;
    " issuer identities"*" --output") words="text json cli-input" ;;
    " issuer identities "*) words="--audience --cloud --compatible-names --credentials-file --disabled-capability --dnszone-resource-group-name --enable-tech-preview --help --installation-resource-group-name --issuer-url --name --network-resource-group-name --oidc-resource-group-name --out --output --permissions-boundary-arn --project --project-number --provider-arn --region --requests --subscription-id --universe-domain --user-tags --workload-identity-pool --workload-identity-provider -h -o" ;;
    " issuer check"*" -o") words="text json" ;;
    " issuer check"*" --output") words="text json" ;;
    " issuer check "*) words="--audience --config --config-file --cwd --help --identities --output --public-key-file --secrets --stack --token --url -C -c -h -o -s" ;;
    " issuer "*) words="documents identities check --help -h" ;;
    *) words="completion issuer" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _openshift_credentials openshift-credentials
