"""Pure rules of image pulls: what the kubelet, its plugins, nodes and clouds do."""
