import type { TestProject } from 'vitest/node';
import { findPostgres, startCluster, type Cluster } from './postgres-cluster.ts';
import { createTemplate } from './server-database.ts';

/** Tests need no durability; the tests of durability start their own cluster. */
const WITHOUT_DISK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Unusual settings that an operator may have: no answer of the server may depend on them. */
const PECULIAR = { timezone: 'Asia/Seoul', datestyle: 'SQL, DMY', intervalstyle: 'sql_standard' };

/** The PostgreSQL of a project: a given one, or a private cluster, with a migrated database to copy. */
export default async function setup(project: TestProject) {
  const { TEST_DATABASE_URL: url, TEST_CLUSTER_FOLDER: folder, TEST_DATABASE_TEMPLATE: template } = project.config.env;
  if (!url || !template) throw new Error(`vitest.config.ts gives ${project.name} no PostgreSQL`);
  let cluster: Cluster | undefined;
  if (folder) {
    const installed = findPostgres();
    if (!installed) throw new Error('PostgreSQL is gone since this run began');
    cluster = await startCluster(installed, folder, { ...WITHOUT_DISK, ...PECULIAR });
  }
  try {
    const made = await createTemplate(url, template);
    return async () => {
      await (cluster ? cluster.remove() : made.drop());
    };
  } catch (error) {
    await cluster?.remove();
    throw error;
  }
}
