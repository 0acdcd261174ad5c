"""Rules of Kubernetes, and of Go where its programs read text their own way. All pure."""
