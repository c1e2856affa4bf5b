import type { ServiceHealth } from '#contract/console/service.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { findBackupTimes } from './backup-store.ts';

/** The age of the embedded database's last backup. Backups of PostgreSQL are not this server's. */
export function createFindBackup(options: {
  db: Connection;
  engine: 'embedded' | 'postgres';
  clock: Clock;
}): () => Promise<ServiceHealth['backup']> {
  const { db, engine, clock } = options;
  return async () => {
    if (engine === 'postgres') return null;
    const { lastAt, madeAt } = await findBackupTimes(db);
    const since = lastAt ?? madeAt ?? clock.now();
    return {
      last_at: lastAt?.toISOString() ?? null,
      age_seconds: Math.max(0, Math.round((clock.now().getTime() - since.getTime()) / 1000)),
    };
  };
}
