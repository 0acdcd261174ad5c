"""A bucket for etcd snapshots of stacks in other accounts, which cannot delete them."""
