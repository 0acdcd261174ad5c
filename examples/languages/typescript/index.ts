import * as openshift from "@pulumi/openshift-credentials";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const hostedClusters = ["clusters/one", "clusters/two"];

const rosa = new openshift.EtcdBackup("rosa", {
    cluster: {
        name: "rosa-mc-1",
        oidcIssuer: "https://oidc.example.com/rosa-mc-1",
    },
    kubernetes: { kubeconfig: config.requireSecret("kubeconfig") },
    storage: {
        storageType: openshift.StorageType.S3,
        s3: {
            bucket: "rosa-mc-1-etcd-snapshots",
            region: "us-east-1",
            accountId: "123456789012",
        },
    },
    credentials: { roleName: "etcd-backup-role" },
    backups: hostedClusters.map((hostedCluster) => ({ hostedCluster, trigger: "2026-11-21" })),
});

export const roleArn = rosa.roleArn;
export const credentialMode = rosa.credentialMode;
export const backups = rosa.backupNames;
