import type { TestProject } from 'vitest/node';
import { findPostgres, startCluster, type Cluster } from './postgres-cluster.ts';
import { createTemplate } from './server-database.ts';

/** A test does not outlive a power cut; the tests of durability start a cluster of their own. */
const WITHOUT_DISK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** What an operator may have set: nothing that the server says may depend on it. */
const PECULIAR = { timezone: 'Asia/Seoul', datestyle: 'SQL, DMY', intervalstyle: 'sql_standard' };

/** The PostgreSQL of a project: one that is given, or a cluster of its own; in it a migrated database to copy. */
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
