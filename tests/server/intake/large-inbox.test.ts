import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact, type Connection } from '#server/db/open.ts';
import { createInbox } from '#server/intake/inbox/inbox.ts';
import { lookAtWatched } from '#server/intake/inbox/watch.ts';
import { createMediaOperations } from '#server/intake/operations.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabases } from '#tests/support/server/server-database.ts';
import { smallCatalogue } from '#tests/support/server/server-records.ts';

const TITLES = 50;
const EPISODES = 20;
const WITHIN_MS = 10_000;

let opened: Awaited<ReturnType<typeof openTestDatabases>>;
let db: Connection;
let root: string;
beforeAll(async () => {
  opened = await openTestDatabases();
  db = opened.databases[0].kysely;
  root = await realpath(await mkdtemp(join(tmpdir(), 'bora-large-inbox-')));
});
afterAll(async () => {
  await opened.close();
  await rm(root, { recursive: true, force: true });
});

test('a folder of a thousand videos is shown for correction within ten seconds, before any of them was examined', async () => {
  const clock = createServerClock();
  await importCatalogue({ transact: createTransact(db), clock, allowEmpty: true }, smallCatalogue());
  const watched = join(root, 'watched');
  for (let title = 1; title <= TITLES; title += 1) {
    const folder = join(watched, `달빛 여우 제${title}부`);
    await mkdir(folder, { recursive: true });
    for (let number = 1; number <= EPISODES; number += 1) await writeFile(join(folder, `${number}화.mkv`), 'video');
  }
  const shared = {
    db,
    transact: createTransact(db),
    clock,
    random: systemRandom,
    record: recordNothing,
    mediaFolder: join(root, 'media'),
    findTools: () => undefined,
  };
  const media = createMediaOperations({
    ...shared,
    catalogueFolder: root,
    mediaStore: createFolderStore(shared.mediaFolder),
    isOnlyWorker: false,
  });
  const inbox = createInbox({ ...shared, media, isWatching: true });

  const begin = performance.now();
  await lookAtWatched({ db, clock, random: systemRandom, folder: watched }, new AbortController().signal);
  const { files, proposals } = await inbox.show();
  expect(performance.now() - begin).toBeLessThan(WITHIN_MS);

  expect(new Set(files.map(({ state }) => state))).toEqual(new Set(['receiving']));
  expect(proposals).toHaveLength(TITLES);
  for (const { name, episodes } of proposals) {
    expect(name).toMatch(/^달빛 여우 제\d+부$/);
    expect(episodes.map(({ number }) => number)).toEqual(Array.from({ length: EPISODES }, (_, index) => index + 1));
  }
  const [first] = proposals;
  const started = inbox.start({
    title: { name: '달빛 여우', content_rating: '12' as const },
    access: 'free' as const,
    episodes: [{ file_id: first!.episodes[0]!.file_id, number: 1, subject: null }],
  });
  await expect(started).rejects.toThrow('The inbox has changed.');
});
