import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createTitleOperations } from '#server/catalogue/editing/title-operations.ts';
import { createTransact, type Connection } from '#server/db/open.ts';
import type { MediaJobRow } from '#server/db/tables.ts';
import type { MediaOperationsOptions } from '#server/intake/media-operations.ts';
import { createMediaOperations, type AddRequest, type MediaOperations } from '#server/intake/operations.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerClock, type ServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabases } from '#tests/support/server/server-database.ts';
import { createTestSteps, startTestMediaWorker, type TestMediaWorker, type TestSteps } from './test-media-worker.ts';

/** Waits for a state that a worker brings about. */
export const until = <T>(read: () => T) => expect.poll(read);

export const exists = (path: string): Promise<boolean> =>
  readdir(path).then(
    () => true,
    () => false,
  );

/** What each test has anew. */
interface Lab {
  db: Connection;
  clock: ServerClock;
  /** Of the source files. */
  folder: string;
  mediaFolder: string;
  steps: TestSteps;
  media: MediaOperations;
}

/** Gives each test of a file a database, a folder of videos, and workers whose steps it steers. */
export function useMediaLab() {
  let opened: Awaited<ReturnType<typeof openTestDatabases>>;
  let workers: TestMediaWorker[];
  const lab = {} as Lab;

  const openMedia = (own: Partial<MediaOperationsOptions> = {}): MediaOperations =>
    createMediaOperations({
      db: lab.db,
      transact: createTransact(lab.db),
      clock: lab.clock,
      random: systemRandom,
      catalogueFolder: lab.folder,
      mediaFolder: lab.mediaFolder,
      mediaStore: createFolderStore(lab.mediaFolder),
      findTools: () => undefined,
      isOnlyWorker: true,
      record: recordNothing,
      ...own,
    });

  beforeEach(async () => {
    opened = await openTestDatabases();
    workers = [];
    lab.db = opened.databases[0].kysely;
    lab.clock = createServerClock();
    lab.folder = await realpath(await mkdtemp(join(tmpdir(), 'bora-media-')));
    lab.mediaFolder = join(lab.folder, 'media');
    lab.steps = createTestSteps();
    lab.media = openMedia();
  });
  afterEach(async () => {
    for (const worker of workers) await worker.stop();
    await opened.close();
    await rm(lab.folder, { recursive: true, force: true });
  });

  /** Workers of different processes: on PostgreSQL each has connections of its own. */
  function start(name: string, own: Partial<Parameters<typeof startTestMediaWorker>[0]> = {}): TestMediaWorker {
    const { kysely } = opened.databases[workers.length % opened.databases.length]!;
    const { clock, steps, mediaFolder } = lab;
    const worker = startTestMediaWorker({ name, db: kysely, clock, steps, mediaFolder, ...own });
    workers.push(worker);
    return worker;
  }

  const titles = () =>
    createTitleOperations({
      db: lab.db,
      transact: createTransact(lab.db),
      clock: lab.clock,
      catalogueFolder: lab.folder,
      mediaStore: createFolderStore(lab.mediaFolder),
      record: recordNothing,
    });

  async function requestOf(numbers: readonly number[], changes: Partial<AddRequest> = {}): Promise<AddRequest> {
    const episodes = [];
    for (const number of numbers) {
      const source = join(lab.folder, `Fox - ${number}.mkv`);
      await writeFile(source, 'video');
      episodes.push({ source, number, subject: null });
    }
    const title = { name: '여우', contentRating: 'all' as const };
    return { title, access: 'free', isPublished: false, pictures: {}, episodes, ...changes };
  }
  const add = async (numbers: readonly number[], changes?: Partial<AddRequest>) =>
    lab.media.add(await requestOf(numbers, changes));

  const row = (id: string): Promise<MediaJobRow> =>
    lab.db.selectFrom('media_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const stateOf = async (id: string) => (await row(id)).state;

  return Object.assign(lab, {
    openMedia,
    start,
    titles,
    requestOf,
    add,
    row,
    stateOf,
    inSeconds: (seconds: number) => new Date(lab.clock.now().getTime() + seconds * 1000),
    workFolders: () => readdir(join(lab.mediaFolder, '.work')).catch(() => []),
    /** The steps that a worker began. */
    begunBy: (name: string) =>
      lab.steps.begun.filter((each) => each.startsWith(`${name} `)).map((each) => each.split(' ')[1]),
    /** One job from its file to the catalogue. */
    async finish(numbers: readonly number[], changes?: Partial<AddRequest>) {
      const added = await add(numbers, changes);
      const worker = start(`worker-${workers.length}`);
      for (const { id } of added.jobs)
        await until(async () => {
          await worker.look();
          return stateOf(id);
        }).toBe('done');
      return added;
    },
  });
}
