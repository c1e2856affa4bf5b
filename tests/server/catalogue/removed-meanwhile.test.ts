import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAdvertisement,
  changeAdvertisement,
  getOperatedAdvertisement,
  listOperatedAdvertisements,
} from '#contract/console/advertisements.ts';
import { changeTitle, getTitleRecord } from '#contract/console/title-editing.ts';
import { changeRelease, getOperatedTitle } from '#contract/console/titles.ts';
import { createAdOperations } from '#server/ads/ad-operations.ts';
import { addTitle } from '#server/catalogue/editing/add-title.ts';
import { CatalogueError, type CatalogueRecord } from '#server/catalogue/format/index.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { removeEpisode } from '#server/catalogue/single-episodes.ts';
import { removeUnusedPictures } from '#server/catalogue/pictures/remove-unused-pictures.ts';
import { removeSingleClip } from '#server/catalogue/single-clips.ts';
import { createTransact, type Transact } from '#server/db/open.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { writeCatalogueFiles } from '#tests/support/server/server-files.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server/server-records.ts';

/* One operator uses what another operator, or a worker, removes between the check of the files and the write. */

const OWN = { subtitles: [], thumbnails: null, intro: null, outro: null };
const ownClip = (id: string) =>
  buildClipRecord({ ...OWN, id, duration: 20, streams: [{ protocol: 'dash', path: `own/${id}/manifest.mpd` }] });
const PICTURE = 'own/title-8/aaaaaaaaaaaaaaaaaaaaaa/poster.webp';
const OWN_PICTURE = 'own/title-8/picture.webp';
const TITLE = { themes: [], art: { poster: OWN_PICTURE, wide: OWN_PICTURE, backdrop: OWN_PICTURE } };
const EPISODE = { clip: 'played', thumbnail: OWN_PICTURE };
const records: CatalogueRecord[] = [
  ...smallCatalogue(),
  ownClip('spare'),
  ownClip('played'),
  buildTitleRecord(8, { ...TITLE, episodes: [buildEpisodeRecord(8, 1, EPISODE)] }),
  { kind: 'advertisement', id: 1, title: '광고 1', clip: 'short', skip_after: null, weight: 1 },
];

/** Runs once, when files of own videos are looked for. */
let during: () => Promise<unknown>;
const mediaStore: MediaStore = {
  ...createFolderStore('/nowhere'),
  has: async () => {
    const run = during;
    during = () => Promise.resolve();
    await run();
    return true;
  },
  removeFolder: () => Promise.resolve(),
};

let server: ServerFixture;
let catalogueFolder: string;
let transact: Transact;
let members: ReturnType<typeof createMembers>;
let editor: Member;
beforeAll(async () => {
  server = await createServerFixture({ mediaStore });
  catalogueFolder = await writeCatalogueFiles();
  transact = createTransact(server.db);
  members = createMembers(server);
  editor = await members.buildMember('editor');
});
afterAll(async () => {
  await server.close();
  await rm(catalogueFolder, { recursive: true });
});
beforeEach(async () => {
  during = () => Promise.resolve();
  await importCatalogue({ transact, clock: server.clock }, records);
});

const removeClip = (id: string) => removeSingleClip({ transact, clock: server.clock }, id);
const listClipIds = async () => (await server.db.selectFrom('clips').select('id').execute()).map(({ id }) => id);

describe('an advertisement', () => {
  const fields = { title: '새 광고', clip_id: 'spare', skip_after: 5, weight: 1, starts_at: null, ends_at: null };
  const add = () => members.call(addAdvertisement, editor, { body: fields });
  const count = async () => (await members.call(listOperatedAdvertisements, editor)).reply.count;

  test('is refused when its clip is removed before it is written', async () => {
    during = () => removeClip('spare');
    const { status, error } = await add();
    expect([status, error.code, await count()]).toEqual([409, 'REFUSED', 1]);
    expect(error.message).toContain('없는 영상');
  });

  test('is refused when an episode with its clip is published before it is written', async () => {
    during = () =>
      importCatalogue({ transact, clock: server.clock }, [
        ...records,
        buildTitleRecord(9, { episodes: [buildEpisodeRecord(9, 1, { clip: 'spare' })] }),
      ]);
    const { status, error } = await add();
    expect([status, error.code, await count()]).toEqual([409, 'REFUSED', 1]);
    expect(error.message).toContain('공개한 회차');
  });

  test('keeps its clip when the next one is removed before it is written', async () => {
    const { advertisement } = (await members.call(getOperatedAdvertisement, editor, { params: { id: 1 } })).reply;
    during = () => removeClip('spare');
    const body = { ...fields, version: advertisement.version };
    const { status, error } = await members.call(changeAdvertisement, editor, { params: { id: 1 }, body });
    expect([status, error.code]).toEqual([409, 'REFUSED']);
    const after = (await members.call(getOperatedAdvertisement, editor, { params: { id: 1 } })).reply;
    expect(after.advertisement).toEqual(advertisement);
  });

  test('keeps its clip when the clip is removed while it is written', async () => {
    let removal: Promise<unknown> | undefined;
    const operations = createAdOperations({
      db: server.db,
      transact,
      clock: server.clock,
      mediaStore,
      catalogueFolder,
      // Inside the writing transaction, after the row is there: the removal waits for its end.
      record: () => {
        removal = removeClip('spare').catch((error: unknown) => error);
        return Promise.resolve();
      },
    });
    await operations.add(fields);
    expect(await removal).toMatchObject({ name: 'RefusedError' });
    expect([await count(), (await listClipIds()).includes('spare')]).toEqual([2, true]);
  });
});

describe('a title', () => {
  const publish = async (kind: 'title' | 'episode', id: number) => {
    const { title, episodes } = (await members.call(getOperatedTitle, editor, { params: { id: 8 } })).reply;
    const { version } = kind === 'title' ? title : episodes.find((one) => one.id === id)!;
    return members.call(changeRelease, editor, { params: { kind, id }, body: { action: 'publish', version } });
  };
  const hide = async () => {
    const { title } = (await members.call(getOperatedTitle, editor, { params: { id: 8 } })).reply;
    const body = { action: 'unpublish', version: title.version };
    await members.call(changeRelease, editor, { params: { kind: 'title', id: 8 }, body });
  };
  const removal = () => removeEpisode({ transact, clock: server.clock, mediaStore, catalogueFolder }, 801);

  test('a title whose episode is removed with its clip is not published with it', async () => {
    // An episode that was out stays.
    const isOther = (record: CatalogueRecord) => !(record.kind === 'title' && record.id === 8);
    const later = buildEpisodeRecord(8, 1, { ...EPISODE, published_at: '2030-01-01T00:00:00Z' });
    await importCatalogue({ transact, clock: server.clock }, [
      ...records.filter(isOther),
      buildTitleRecord(8, { ...TITLE, episodes: [later] }),
    ]);
    await hide();
    during = removal;
    const { status, error } = await publish('episode', 801);
    expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
    expect(await listClipIds()).not.toContain('played');
  });

  test('a title that is published keeps its episode when the removal comes second', async () => {
    await hide();
    await publish('title', 8);
    await expect(removal()).rejects.toMatchObject({ name: 'RefusedError' });
    expect(await listClipIds()).toContain('played');
  });

  test('does not take a trailer that is removed before it is written', async () => {
    const { version, fields } = (await members.call(getTitleRecord, editor, { params: { id: 7 } })).reply;
    during = () => removeClip('spare');
    const body = { version, fields: { ...fields, trailer: 'spare' } };
    const { status, error } = await members.call(changeTitle, editor, { params: { id: 7 }, body });
    expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  describe('a title with a picture that a worker removes', () => {
    const titleWithPicture = (id: number) =>
      buildTitleRecord(id, { themes: [], episodes: [], art: { poster: PICTURE, wide: PICTURE, backdrop: PICTURE } });
    const ways = {
      'a whole import': () => importCatalogue({ transact, clock: server.clock }, [...records, titleWithPicture(9)]),
      'one title': () =>
        addTitle(
          { transact, clock: server.clock, catalogueFolder, mediaStore },
          [{ source: 'test', record: titleWithPicture(9) }],
          () => Promise.resolve(),
        ),
    };
    const removePictures = (store: MediaStore = mediaStore) =>
      removeUnusedPictures({ transact, clock: server.clock, mediaStore: store }, new AbortController().signal);
    const postersOf = async () =>
      (await server.db.selectFrom('items').select('poster').where('poster', '=', PICTURE).execute()).length;
    beforeEach(async () => {
      const used_at = new Date(server.clock.now().getTime() - 31 * 24 * 3600_000);
      await server.db.deleteFrom('stored_pictures').execute();
      await server.db.insertInto('stored_pictures').values({ path: PICTURE, used_at }).execute();
    });

    test.each(Object.entries(ways))('is refused by %s', async (_, write) => {
      let failure: unknown;
      await removePictures({
        ...mediaStore,
        removeFolder: async () => {
          failure = await write().catch((error: unknown) => error);
        },
      });
      expect(failure).toBeInstanceOf(CatalogueError);
      expect((failure as Error).message).toContain(PICTURE);
      expect(await postersOf()).toBe(0);
    });

    test('keeps the picture when it is written before the worker looks', async () => {
      await ways['a whole import']();
      const removed: string[] = [];
      await removePictures({ ...mediaStore, removeFolder: (path) => Promise.resolve(void removed.push(path)) });
      expect([removed, await postersOf()]).toEqual([[], 1]);
    });
  });
});
