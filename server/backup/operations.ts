import type { OnlineCopies } from '../db/online-copy.ts';
import type { Transact } from '../db/open.ts';
import { RefusedError } from '../lib/refused-error.ts';
import type { Random } from '../lib/random.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';

/**
 * The part of a backup that needs the open database. The files are copied by the command, a process of its own, so that
 * viewers do not wait for the disk or the packing.
 */
export function createBackupOperations({
  copies,
  transact,
  random,
  record,
}: {
  /** Undefined on PostgreSQL. */
  copies: OnlineCopies | undefined;
  transact: Transact;
  random: Pick<Random, 'uuid'>;
  record: RecordChange;
}) {
  const embedded = () => {
    if (!copies) throw new RefusedError('The database is PostgreSQL: use its own tools.');
    return copies;
  };
  return {
    /** Recorded before anything is copied, so that no copy exists without its entry. */
    async begin(file: string) {
      const engine = embedded();
      const copy = await engine.begin(random.uuid());
      try {
        await transact((tx) => record(tx, { action: 'service.backup', subject: null, before: null, after: { file } }));
      } catch (error) {
        await engine.release(copy.id);
        throw error;
      }
      return copy;
    },
    /** Recorded when the file has its name: only this counts as a backup. */
    async written(file: string) {
      embedded();
      await transact((tx) =>
        record(tx, { action: 'service.backup-written', subject: null, before: null, after: { file } }),
      );
      return {};
    },
    async renew(id: string) {
      embedded().renew(id);
      return Promise.resolve({});
    },
    finish: (id: string) => embedded().finish(id),
    async release(id: string) {
      await embedded().release(id);
      return {};
    },
  };
}

export type BackupOperations = ReturnType<typeof createBackupOperations>;
