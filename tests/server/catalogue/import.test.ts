import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  EmptyCatalogueError,
  importCatalogue,
  importDemoCatalogue,
} from '#server/catalogue/transfer/import-catalogue.ts';
import { findVersion } from '#server/catalogue/store.ts';
import { createTransact, type Database, type Transact } from '#server/db/open.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabase } from '#tests/support/server/server-database.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildProfileImageRecord,
  buildThemeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server/server-records.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const clock = createServerClock();
const into = () => ({ transact: createTransact(database.kysely), clock });

/** Records that every catalogue of these tests has in addition to its titles. */
const base = () => [buildClipRecord(), buildThemeRecord(1), buildProfileImageRecord(1)];

const everything = async () => {
  const db = database.kysely;
  return {
    items: await db.selectFrom('items').selectAll().orderBy('id').execute(),
    episodes: await db.selectFrom('episodes').selectAll().orderBy('id').execute(),
    clips: await db.selectFrom('clips').selectAll().orderBy('id').execute(),
    themes: await db.selectFrom('themes').selectAll().orderBy('id').execute(),
    itemThemes: await db.selectFrom('item_themes').selectAll().orderBy('theme_id').orderBy('item_id').execute(),
    images: await db.selectFrom('profile_images').selectAll().orderBy('id').execute(),
  };
};

describe('importing a catalogue', () => {
  test('keeps every field', async () => {
    await importCatalogue(into(), [
      ...base(),
      buildTitleRecord(1, { series: { id: 9, order: 2 }, tags: [], cast: ['가', '나 "다"'] }),
    ]);
    const { items, episodes, clips } = await everything();
    expect(items[0]).toMatchObject({
      series_id: 9,
      series_order: 2,
      tags: [],
      cast: ['가', '나 "다"'],
      air_year: 2026,
    });
    expect(episodes[0]).toMatchObject({ id: 101, running_time: 100, access: 'free' });
    expect(clips[0]).toMatchObject({
      intro: { start: 5, end: 15 },
      streams: [{ protocol: 'dash' }, { protocol: 'hls' }],
    });
  });

  test('dates episodes from the import, or by a fixed instant', async () => {
    const episodes = [
      buildEpisodeRecord(1, 1, { published_at: { days_before_import: 1.5 } }),
      buildEpisodeRecord(1, 2, { published_at: '2026-01-01T00:00:00Z' }),
    ];
    await importCatalogue(into(), [...base(), buildTitleRecord(1, { episodes })]);
    const dates = (await everything()).episodes.map(({ published_at: at }) => at.toISOString());
    expect(dates).toEqual(['2026-11-18T15:00:00.000Z', '2026-01-01T00:00:00.000Z']);
  });

  test('a clip came in when it was first imported, by the clock of the service', async () => {
    const importAt = async (minutes: number, ids: readonly string[]) => {
      const clips = ids.map((id) =>
        buildClipRecord({
          ...{ id, duration: 100 + minutes, subtitles: [] },
          streams: [{ protocol: 'dash', path: `media/${id}/manifest.mpd` }],
        }),
      );
      const later = { now: () => new Date(clock.now().getTime() + minutes * 60_000) };
      await importCatalogue({ ...into(), clock: later }, [...base(), ...clips, buildTitleRecord(1)]);
    };
    await importAt(10, ['first']);
    await importAt(20, ['first', 'second']);
    const { clips } = await everything();
    const cameAt = (id: string) => clips.find((clip) => clip.id === id)!.added_at.getTime() - clock.now().getTime();
    expect([cameAt('first'), cameAt('second')]).toEqual([10 * 60_000, 20 * 60_000]);
  });

  test('a repeated import is idempotent', async () => {
    await importCatalogue(into(), smallCatalogue());
    const once = await everything();
    await importCatalogue(into(), smallCatalogue());
    expect(await everything()).toEqual(once);
  });

  test('updates changed titles, deletes missing ones, and keeps ratings with their sums', async () => {
    await importCatalogue(into(), smallCatalogue());
    const id = '00000000-0000-4000-8000-000000000001';
    const owner = { account_id: id, profile_id: id };
    const updated_at = clock.now();
    const figures = [
      { item_id: 1, cnt_rating: 1, sum_rating: 4 },
      { item_id: 2, cnt_rating: 1, sum_rating: 5 },
    ];
    await database.kysely
      .insertInto('ratings')
      .values(figures.map(({ item_id, sum_rating: score }) => ({ ...owner, item_id, score, updated_at })))
      .execute();
    await database.kysely.insertInto('item_figures').values(figures).execute();
    await importCatalogue(into(), [
      ...base(),
      buildTitleRecord(1, { name: '새 제목', episodes: [buildEpisodeRecord(1, 1)] }),
    ]);
    const { items, episodes, itemThemes, themes, images } = await everything();
    expect(items.map(({ id, name }) => [id, name])).toEqual([[1, '새 제목']]);
    expect(episodes.map(({ id }) => id)).toEqual([101]);
    expect(itemThemes).toEqual([{ theme_id: 1, item_id: 1, position: 0 }]);
    expect([themes.map(({ id }) => id), images.map(({ id }) => id)]).toEqual([[1], [1]]);
    expect(await database.kysely.selectFrom('ratings').selectAll().execute()).toHaveLength(2);
    // The second title may return: its ratings and their sum stay.
    expect(await database.kysely.selectFrom('item_figures').selectAll().orderBy('item_id').execute()).toEqual(figures);
  });

  test('writes only the changed rows', async () => {
    await importCatalogue(into(), smallCatalogue());
    const written = async () => {
      const { rows } = await sql<{ id: number; version: string }>`select id, xmin::text as version from items`.execute(
        database.kysely,
      );
      return new Map(rows.map(({ id, version }) => [id, version]));
    };
    const before = await written();
    const records = smallCatalogue().map((record) =>
      record.kind === 'title' && record.id === 3 ? { ...record, synopsis: '다른 줄거리' } : record,
    );
    await importCatalogue(into(), records);
    const after = await written();
    expect([...after].flatMap(([id, version]) => (before.get(id) === version ? [] : [id]))).toEqual([3]);
  });

  test('notifies processes of a new version only after a change', async () => {
    await importCatalogue(into(), smallCatalogue());
    expect(await findVersion(database.kysely)).toBe('1');
    await importCatalogue(into(), smallCatalogue());
    expect(await findVersion(database.kysely)).toBe('1');
  });

  test('compares again when another import commits between comparison and writing', async () => {
    await importCatalogue(into(), smallCatalogue());
    const transact = createTransact(database.kysely);
    let calls = 0;
    const overtaken: Transact = async (work) => {
      calls += 1;
      // After the version is read, before the rows are compared.
      if (calls === 2) await importCatalogue(into(), [...smallCatalogue(), buildTitleRecord(8)]);
      return transact(work);
    };
    await importCatalogue({ transact: overtaken, clock }, [...base(), buildTitleRecord(1, { name: '마지막' })]);
    expect((await everything()).items.map(({ id, name }) => [id, name])).toEqual([[1, '마지막']]);
    expect(await findVersion(database.kysely)).toBe('3');
  });

  test.each([
    ['nothing', [], 'has no title'],
    ['no title', base(), 'has no title'],
    ['no profile picture', [...base().slice(0, 2), buildTitleRecord(1)], 'has no profile picture'],
  ])('refuses a catalogue with %s and changes nothing, unless it is allowed', async (_name, records, message) => {
    await importCatalogue(into(), smallCatalogue());
    const before = await everything();
    const refused = importCatalogue(into(), records);
    await expect(refused).rejects.toThrow(EmptyCatalogueError);
    await expect(refused).rejects.toThrow(message);
    expect(await everything()).toEqual(before);

    await importCatalogue({ ...into(), allowEmpty: true }, records);
    const after = await everything();
    expect(after.items).toHaveLength(records.filter(({ kind }) => kind === 'title').length);
  });

  test('an import that fails midway changes nothing', async () => {
    await importCatalogue(into(), smallCatalogue());
    const before = await everything();
    const broken = [
      ...base(),
      buildTitleRecord(1, { name: '새 제목', episodes: [buildEpisodeRecord(1, 1, { clip: 'nowhere' })] }),
    ];
    await expect(importCatalogue(into(), broken)).rejects.toThrow();
    expect(await everything()).toEqual(before);
  });

  test('refuses a clip whose files share no folder', async () => {
    const clip = buildClipRecord({ subtitles: [{ lang: 'ko', label: '한국어', path: 'ko.vtt' }] });
    await expect(importCatalogue(into(), [...base().slice(1), clip, buildTitleRecord(1)])).rejects.toThrow(
      'clip "short": its files share no folder',
    );
  });

  test('handles more rows than one statement takes', async () => {
    const titles = Array.from({ length: 1200 }, (_, index) => buildTitleRecord(index + 1));
    await importCatalogue(into(), [...base(), ...titles]);
    expect((await everything()).episodes).toHaveLength(3600);
  });
});

describe('the demo catalogue', () => {
  test('is imported into an empty database once, and again when it has changed', async () => {
    expect(await importDemoCatalogue(into(), smallCatalogue())).toBe(true);
    expect(await importDemoCatalogue(into(), smallCatalogue())).toBe(false);
    expect(await importDemoCatalogue(into(), [...smallCatalogue(), buildTitleRecord(8)])).toBe(true);
    expect((await everything()).items).toHaveLength(8);
  });

  test('leaves a catalogue from another import alone', async () => {
    await importCatalogue(into(), [...base(), buildTitleRecord(1)]);
    expect(await importDemoCatalogue(into(), smallCatalogue())).toBe(false);
    expect((await everything()).items).toHaveLength(1);
  });

  test('does not return after another catalogue replaced it', async () => {
    await importDemoCatalogue(into(), smallCatalogue());
    await importCatalogue(into(), [...base(), buildTitleRecord(1)]);
    expect(await importDemoCatalogue(into(), [...smallCatalogue(), buildTitleRecord(8)])).toBe(false);
    expect((await everything()).items).toHaveLength(1);
  });
});
