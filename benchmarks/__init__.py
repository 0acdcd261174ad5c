"""Measurements that anybody can repeat; each module runs as ``python -m benchmarks.NAME``."""
