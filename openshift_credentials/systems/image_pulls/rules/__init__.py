"""Pure rules of image pulls: behaviour of the kubelet, its plugins, nodes and clouds."""
