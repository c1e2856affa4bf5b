import { existsSync, fdatasyncSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { Kysely } from 'kysely';
import { watchChanges } from './changes.ts';
import { lockFolder } from './folder-lock.ts';
import type { Database } from './open.ts';
import { createPGliteDialect } from './pglite-dialect.ts';
import { makePrivateFolder } from './private-folder.ts';
import type { Tables } from './tables.ts';

const INT8 = 20;

/** The engine writes no checkpoint by itself: without one its log grows for ever, and so does the next start. */
const CHECKPOINT_EVERY_MS = 5 * 60_000;
/** Nor does it vacuum by itself. */
const VACUUM_EVERY_MS = 60 * 60_000;

const parsers = { [INT8]: (text: string) => Number(text) };

/** The memory of a laptop process, not of a database server. */
const memoryParams = ['-c', 'shared_buffers=32MB'];

/**
 * The engine's file system with a real fsync. As delivered the engine runs with `-F`, and its file system answers
 * "done" without doing anything: a power cut would lose what was acknowledged.
 */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...args);
    made.emscriptenOpts.preRun = [
      // The engine's types leave out the file system that its module carries.
      (module: unknown) => {
        const { NODEFS } = module as { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } };
        NODEFS.stream_ops.fsync = (stream) => {
          if (stream.nfd !== undefined) fdatasyncSync(stream.nfd);
          return 0;
        };
      },
      ...[made.emscriptenOpts.preRun ?? []].flat(),
    ];
    return made;
  }
}

const durableParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  ...memoryParams,
];

export interface EmbeddedOptions {
  /** A data folder written before, as the engine's archive: a new folder starts from it instead of from nothing. */
  template?: Blob;
}

const every = (ms: number, work: () => Promise<unknown>) =>
  setInterval(() => void work().catch(() => undefined), ms).unref();

/**
 * Opens the database kept in `<dataDir>/database`, for this process alone.
 *
 * @throws FolderInUseError when another process has it open, SharedFolderError when other users can read it.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Database> {
  const folder = join(dataDir, 'database');
  await makePrivateFolder(dataDir);
  await makePrivateFolder(folder);
  const unlock = await lockFolder(folder);
  try {
    const isNew = !existsSync(join(folder, 'PG_VERSION'));
    const from = isNew ? load(options) : {};
    const pglite = await create({ fs: new DurableNodeFS(folder), startParams: durableParams, ...from });
    const timers = [
      every(CHECKPOINT_EVERY_MS, () => pglite.exec('checkpoint')),
      every(VACUUM_EVERY_MS, () => pglite.exec('vacuum (analyze)')),
    ];
    return wrap(pglite, async () => {
      timers.forEach(clearInterval);
      await unlock();
    });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** A database that is gone when it is closed, for tests. */
export async function openInMemory(options: EmbeddedOptions = {}): Promise<Database> {
  const pglite = await create({ startParams: [...PGlite.defaultStartParams, ...memoryParams], ...load(options) });
  return wrap(pglite, () => Promise.resolve());
}

const load = ({ template }: EmbeddedOptions): PGliteOptions => (template ? { loadDataDir: template } : {});

const create = (options: PGliteOptions) => PGlite.create({ ...options, parsers });

function wrap(pglite: PGlite, release: () => Promise<void>): Database {
  const changes = watchChanges();
  const kysely = new Kysely<Tables>({ dialect: createPGliteDialect(pglite, changes.note) });
  return {
    engine: 'embedded',
    kysely,
    atOnce: 1,
    changes,
    archive: () => pglite.dumpDataDir('none') as Promise<Blob>,
    close: async () => {
      // Through the query builder, which closes the engine too, and after what is under way.
      await kysely.destroy();
      await release();
    },
  };
}
