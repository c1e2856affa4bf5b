import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { DatabaseUnavailableError, toDatabaseError } from '../lib/database-errors.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import { CHECKPOINT_RESERVE, DurableNodeFS, SPACE_RESERVE, spaceLeft, watchEngine } from './embedded-engine.ts';
import { lockFolder } from './folder-lock.ts';
import type { Database } from './database.ts';
import { createPGliteDialect } from './pglite-dialect.ts';
import { createOnlineCopies, type OnlineCopiesOptions } from './online-copy.ts';
import { makePrivateFolder } from './private-folder.ts';
import { carryOutRestore } from './restored-folder.ts';
import { heardBy, type StatementListener } from './statement-listener.ts';
import type { Tables } from './tables.ts';

const INT8 = 20;

/** Major version of PostgreSQL in the engine; it opens no folder of another one. */
export const ENGINE_MAJOR = '18';

/** The engine never checkpoints by itself: its WAL, and the recovery time at start, would grow without bound. */
const CHECKPOINT_EVERY_MS = 5 * 60_000;
/** The engine does not vacuum by itself either. */
const VACUUM_EVERY_MS = 60 * 60_000;

const parsers = { [INT8]: (text: string) => Number(text) };

/** Memory settings for a laptop process instead of a database server. */
const memoryParams = ['-c', 'shared_buffers=32MB'];

const durableParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  ...memoryParams,
];

export interface EmbeddedOptions {
  /** Hears of each statement. */
  onStatement?: StatementListener | undefined;
  /** An archive of a data folder: a new folder starts as a copy of it. */
  template?: Blob;
  /** Free bytes, for tests. Default: those of the data folder's file system. */
  spaceLeft?: () => number;
  /** Flushes a file to disk, for tests. Default: `fdatasync`. */
  sync?: (file: number) => void;
  /** Replaces the timer of online copies, for tests. */
  schedule?: OnlineCopiesOptions['schedule'];
}

/**
 * Opens the database in `<dataDir>/database`, exclusively for this process; first puts a restored one there, if a restore
 * was decided.
 *
 * @throws FolderInUseError when another process has it open, SharedFolderError when other users can read it.
 * @throws DatabaseUnavailableError when the disk is almost full: the engine would panic during recovery.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Database> {
  const folder = join(dataDir, 'database');
  await makePrivateFolder(dataDir);
  await makePrivateFolder(folder);
  const unlock = await lockFolder(folder);
  try {
    const room = options.spaceLeft ?? (() => spaceLeft(folder));
    requireSpace(room);
    const removeReplaced = await carryOutRestore(dataDir);
    const isNew = !existsSync(join(folder, 'PG_VERSION'));
    const from = isNew ? load(options) : {};
    const pglite = await create({ fs: new DurableNodeFS(folder, options.sync), startParams: durableParams, ...from });
    await removeReplaced();
    return wrap(pglite, {
      release: unlock,
      spaceLeft: room,
      folder: resolve(folder),
      schedule: options.schedule,
      onStatement: options.onStatement,
      chores: [
        { name: 'checkpoint', everyMs: CHECKPOINT_EVERY_MS, statement: 'checkpoint' },
        { name: 'vacuum', everyMs: VACUUM_EVERY_MS, statement: 'vacuum (analyze)' },
      ],
    });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** A database in memory, for tests. */
export async function openInMemory(options: EmbeddedOptions = {}): Promise<Database> {
  const pglite = await create({ startParams: [...PGlite.defaultStartParams, ...memoryParams], ...load(options) });
  return wrap(pglite, { spaceLeft: options.spaceLeft ?? (() => Infinity), chores: [] });
}

const load = ({ template }: EmbeddedOptions): PGliteOptions => (template ? { loadDataDir: template } : {});

const create = (options: PGliteOptions) => PGlite.create({ ...options, parsers });

/** @throws DatabaseUnavailableError */
function requireSpace(room: () => number): void {
  if (room() >= SPACE_RESERVE) return;
  throw new DatabaseUnavailableError('the disk is almost full: writes fail until there is space');
}

/**
 * Whether a statement certainly writes nothing. A word in a text or a name counts as a write: then it needs space. The names of
 * functions of the database that write begin with `write_`.
 */
const isRead = (statement: string): boolean =>
  /^\s*(?:select|with)\b/i.test(statement) && !/\b(?:insert|update|delete|merge|write_\w+)\b/i.test(statement);

interface Wrapping {
  onStatement?: StatementListener | undefined;
  release?: () => Promise<void>;
  spaceLeft(): number;
  /** The engine's folder; undefined in memory. */
  folder?: string;
  schedule?: OnlineCopiesOptions['schedule'];
  /** Maintenance statements that the engine does not run by itself. */
  chores: readonly { name: string; everyMs: number; statement: string }[];
}

function wrap(pglite: PGlite, { release, spaceLeft, folder, schedule, onStatement, chores }: Wrapping): Database {
  const engine = watchEngine(pglite);
  let failures: FailureLog | undefined;
  let isClosing = false;

  const report = (error: unknown): void => {
    if (error instanceof DatabaseUnavailableError && !isClosing) failures?.report('database', error);
  };
  /** Without free space a checkpoint would make the engine panic, and so would chores and a clean shutdown. */
  const canCheckpoint = () => !engine.isBroken && spaceLeft() >= CHECKPOINT_RESERVE;

  const copies =
    folder === undefined ? undefined : createOnlineCopies({ pglite, folder, canCheckpoint, spaceLeft, schedule });

  const dialect = createPGliteDialect(pglite, {
    beforeTransaction: engine.check,
    async run(text, execute) {
      const mayWrite = !isRead(text);
      try {
        if (mayWrite) requireSpace(spaceLeft);
        const result = await execute();
        // Reads work on a full disk, so only a successful write means recovery.
        if (mayWrite) failures?.works('database');
        return result;
      } catch (error) {
        const failure = toDatabaseError(error);
        report(failure);
        throw failure;
      }
    },
  });
  const kysely = new Kysely<Tables>({ dialect, ...heardBy(onStatement) });

  const timers = chores.map(({ name, everyMs, statement }) =>
    setInterval(() => {
      // A checkpoint removes files of the log that a copy needs, and a vacuum makes the log long.
      if (!canCheckpoint() || copies?.isHeld) return;
      pglite.exec(statement).then(
        () => failures?.works(name),
        (error: unknown) => failures?.report(name, error),
      );
    }, everyMs).unref(),
  );

  return {
    engine: 'embedded',
    kysely,
    longWork: kysely,
    probe: kysely,
    atOnce: 1,
    isSpread: () => Promise.resolve(false),
    refusesWrites: () => spaceLeft() < SPACE_RESERVE,
    ...(copies && { copies }),
    archive: () => pglite.dumpDataDir('none') as Promise<Blob>,
    reportTo(log) {
      failures = log;
    },
    broken: engine.broken,
    // Statements run synchronously on this thread, so there is never one to abort.
    abort: () => undefined,
    close: async () => {
      isClosing = true;
      timers.forEach(clearInterval);
      // The query builder waits for running statements and closes the engine. An engine that stays open loses nothing:
      // the next start recovers from its WAL.
      if (canCheckpoint()) await kysely.destroy();
      await release?.();
    },
  };
}
