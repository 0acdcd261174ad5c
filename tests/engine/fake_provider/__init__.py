"""A resource provider that talks to no cloud: it keeps inputs and adds realistic outputs."""
