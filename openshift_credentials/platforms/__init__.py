"""Facts of platforms: clouds, Kubernetes, Go, YAML, CredentialsRequests, manifests. All pure."""
