"""Rules of Kubernetes, and of Go's text formats. All pure."""
