"""What whoever runs Pulumi on a stack has to be allowed, from the resources that it registers."""
