"""Image pulls with a workload's own identity: kubelet credential providers (KEP-4412)."""
