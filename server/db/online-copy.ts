import type { PGlite } from '@electric-sql/pglite';
import { RefusedError } from '../lib/refused-error.ts';
import { later, type Later } from '../lib/later.ts';
import { SPACE_RESERVE } from './embedded-engine.ts';

/** A copy whose copier is silent for this long is given up, in ms: its process was probably killed. */
export const COPY_LEASE_MS = 20_000;

/** The log grows during a copy. Below this much free space, in bytes, the copy is given up instead of viewers' writes. */
export const COPY_RESERVE = 4 * SPACE_RESERVE;

/** The refusal that is over when the copy that runs is. */
export const ANOTHER_RUNS = 'Another backup runs. Try again when it is done.';

/** Files that complete a copy: PostgreSQL's backup label, and the log files that recovery needs. */
export interface CopyEnd {
  label: string;
  firstWal: string;
  lastWal: string;
}

/**
 * Lets another process copy the files of the database while statements run, as a base backup of PostgreSQL does: between
 * `begin` and `finish` the engine logs whole pages and keeps its log, from which the copy recovers to the state at
 * `finish`.
 */
export interface OnlineCopies {
  /** Writes a checkpoint, then the files may be copied. @returns the copy's name and the folder. */
  begin(id: string): Promise<{ id: string; folder: string }>;
  /** Keeps the copy alive; at least every few seconds. */
  renew(id: string): void;
  /** Ends the copy of the data. Copy the log's files next. */
  finish(id: string): Promise<CopyEnd>;
  /** Allows checkpoints again, which remove the log's files. Does nothing for a copy that is over. */
  release(id: string): Promise<void>;
}

export interface OnlineCopiesOptions {
  pglite: Pick<PGlite, 'query'>;
  folder: string;
  canCheckpoint(): boolean;
  spaceLeft(): number;
  /** Replaces the timer, for tests. */
  schedule?: Later | undefined;
}

/** @returns copies, one at a time, and whether the log must be kept: no checkpoint may run. */
export function createOnlineCopies({
  pglite,
  folder,
  canCheckpoint,
  spaceLeft,
  schedule = later,
}: OnlineCopiesOptions): OnlineCopies & { readonly isHeld: boolean } {
  let current: { id: string; isFinished: boolean; cancelTimer(): void } | undefined;

  const stop = async () => {
    const { rows } = await pglite.query<{ label: string; wal: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as wal from pg_backup_stop(false)',
    );
    return rows[0]!;
  };

  const end = async (): Promise<void> => {
    const ending = current;
    if (!ending) return;
    current = undefined;
    ending.cancelTimer();
    if (!ending.isFinished) await stop();
  };

  const lease = () =>
    schedule(() => {
      // The engine reports its own failure; the next statement fails too.
      end().catch(() => undefined);
    }, COPY_LEASE_MS);

  const copyOf = (id: string) => {
    if (current?.id !== id) throw new RefusedError('The server has given the copy up. Try again.');
    return current;
  };

  return {
    get isHeld() {
      return current !== undefined;
    },

    async begin(id) {
      if (current) throw new RefusedError(ANOTHER_RUNS);
      if (!canCheckpoint() || spaceLeft() < COPY_RESERVE)
        throw new RefusedError('The disk of the database is almost full: a backup needs 256 MB there.');
      const copy = { id, isFinished: true, cancelTimer: lease() };
      current = copy;
      try {
        await pglite.query(`select pg_backup_start('bora', true)`);
      } catch (error) {
        await end();
        throw error;
      }
      copy.isFinished = false;
      if (current !== copy) {
        await stop();
        copyOf(id);
      }
      return { id, folder };
    },

    renew(id) {
      const copy = copyOf(id);
      copy.cancelTimer();
      copy.cancelTimer = lease();
      if (spaceLeft() >= COPY_RESERVE) return;
      end().catch(() => undefined);
      throw new RefusedError('The disk of the database is almost full: the server has given the copy up.');
    },

    async finish(id) {
      const copy = copyOf(id);
      copy.isFinished = true;
      const { label, wal: lastWal } = await stop();
      const firstWal = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
      if (firstWal === undefined) throw new Error(`The engine gave a label without a log file: ${label}`);
      return { label, firstWal, lastWal };
    },

    async release(id) {
      if (current?.id === id) await end();
    },
  };
}
