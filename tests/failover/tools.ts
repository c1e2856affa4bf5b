import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type InstalledPostgres } from '#tests/support/server/postgres-cluster.ts';

/** Paths of the programs that a failover needs. */
export interface FailoverTools {
  postgres: InstalledPostgres;
  patroni: string;
  etcd: string;
  haproxy: string;
}

/** Where `npm run tools:install -- failover` unpacks etcd. */
const UNPACKED = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'bora-tools/etcd/usr/bin');

const FOLDERS = [UNPACKED, '/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

const find = (name: string) => FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** @returns the names of missing programs when one is missing. */
export function findFailoverTools(): FailoverTools | { missing: string[] } {
  const postgres = findPostgres();
  const [patroni, etcd, haproxy] = ['patroni', 'etcd', 'haproxy'].map(find);
  if (postgres && patroni && etcd && haproxy) return { postgres, patroni, etcd, haproxy };
  const found = Object.entries({ PostgreSQL: postgres, Patroni: patroni, etcd, HAProxy: haproxy });
  return { missing: found.filter(([, program]) => program === undefined).map(([name]) => name) };
}
