module snapshots-of-rosa-go

go 1.25

require (
	example.com/pulumi-openshift-credentials/sdk/go v0.0.0
	github.com/pulumi/pulumi/sdk/v3 v3.260.0
)

replace example.com/pulumi-openshift-credentials/sdk/go => ./sdks/openshift-credentials
