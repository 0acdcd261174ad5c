"""Resources, manifests and rotation of cloud credentials before anything exists."""
