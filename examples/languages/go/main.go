package main

import (
	openshift "example.com/pulumi-openshift-credentials/sdk/go/openshiftcredentials"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		role, trigger := "etcd-backup-role", "2026-11-21"
		rosa, err := openshift.NewEtcdBackup(ctx, "rosa", &openshift.EtcdBackupArgs{
			Cluster: openshift.ClusterArgs{
				Name:       "rosa-mc-1",
				OidcIssuer: pulumi.String("https://oidc.example.com/rosa-mc-1"),
			},
			Kubernetes: &openshift.KubernetesArgs{
				Kubeconfig: config.RequireSecret(ctx, "kubeconfig"),
			},
			Storage: openshift.StorageArgs{
				StorageType: openshift.StorageTypeS3,
				S3: &openshift.S3StorageArgs{
					Bucket:    "rosa-mc-1-etcd-snapshots",
					Region:    "us-east-1",
					AccountId: pulumi.String("123456789012"),
				},
			},
			Credentials: &openshift.CredentialsArgs{RoleName: &role},
			Backups: []openshift.BackupArgs{
				{HostedCluster: "clusters/one", Trigger: &trigger},
				{HostedCluster: "clusters/two", Trigger: &trigger},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("roleArn", rosa.RoleArn)
		ctx.Export("credentialMode", rosa.CredentialMode)
		ctx.Export("backups", rosa.BackupNames)
		return nil
	})
}
