"""Objects of image pulls in clusters."""
