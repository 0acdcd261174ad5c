"""Everything about etcd backups of hosted control planes that needs no Pulumi engine."""

__version__ = "0.1.0"
