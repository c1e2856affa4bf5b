import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue, importDemoCatalogue } from '#server/catalogue/import-catalogue.ts';
import { createTransact, type Database } from '#server/db/open.ts';
import { createServerClock } from '#tests/support/server-clock.ts';
import { openTestDatabase } from '#tests/support/server-database.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildThemeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server-records.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const clock = createServerClock();
const into = () => ({ transact: createTransact(database.kysely), clock });

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
      buildClipRecord(),
      buildThemeRecord(1),
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
    await importCatalogue(into(), [buildClipRecord(), buildThemeRecord(1), buildTitleRecord(1, { episodes })]);
    const dates = (await everything()).episodes.map(({ published_at: at }) => at.toISOString());
    expect(dates).toEqual(['2026-11-18T15:00:00.000Z', '2026-01-01T00:00:00.000Z']);
  });

  test('twice is the same as once', async () => {
    await importCatalogue(into(), smallCatalogue());
    const once = await everything();
    await importCatalogue(into(), smallCatalogue());
    expect(await everything()).toEqual(once);
  });

  test('changes what changed, removes what is gone, and keeps ratings and histories', async () => {
    await importCatalogue(into(), smallCatalogue());
    const profile_id = '00000000-0000-4000-8000-000000000001';
    const updated_at = clock.now();
    await database.kysely
      .insertInto('ratings')
      .values([
        { profile_id, item_id: 1, score: 4, updated_at },
        { profile_id, item_id: 2, score: 5, updated_at },
      ])
      .execute();
    await importCatalogue(into(), [
      buildClipRecord(),
      buildThemeRecord(1),
      buildTitleRecord(1, { name: '새 제목', episodes: [buildEpisodeRecord(1, 1)] }),
    ]);
    const { items, episodes, itemThemes } = await everything();
    expect(items.map(({ id, name, cnt_rating, sum_rating }) => [id, name, cnt_rating, sum_rating])).toEqual([
      [1, '새 제목', 1, 4],
    ]);
    expect(episodes.map(({ id }) => id)).toEqual([101]);
    expect(itemThemes).toEqual([{ theme_id: 1, item_id: 1, position: 0 }]);
    expect(await database.kysely.selectFrom('ratings').selectAll().execute()).toHaveLength(2);
  });

  test('that fails in the middle changes nothing', async () => {
    await importCatalogue(into(), smallCatalogue());
    const before = await everything();
    const broken = [
      buildClipRecord(),
      buildThemeRecord(1),
      buildTitleRecord(1, { name: '새 제목', episodes: [buildEpisodeRecord(1, 1, { clip: 'nowhere' })] }),
    ];
    await expect(importCatalogue(into(), broken)).rejects.toThrow();
    expect(await everything()).toEqual(before);
  });

  test('refuses a clip whose files share no folder', async () => {
    const clip = buildClipRecord({ subtitles: [{ lang: 'ko', label: '한국어', path: 'ko.vtt' }] });
    await expect(importCatalogue(into(), [clip])).rejects.toThrow('clip "short": its files share no folder');
  });

  test('of more rows than one statement takes works', async () => {
    const titles = Array.from({ length: 1200 }, (_, index) => buildTitleRecord(index + 1));
    await importCatalogue(into(), [buildClipRecord(), buildThemeRecord(1), ...titles]);
    expect((await everything()).episodes).toHaveLength(3600);
  });
});

describe('the demo catalogue', () => {
  test('goes into an empty database, once, and again when it has changed', async () => {
    expect(await importDemoCatalogue(into(), smallCatalogue())).toBe(true);
    expect(await importDemoCatalogue(into(), smallCatalogue())).toBe(false);
    expect(await importDemoCatalogue(into(), [...smallCatalogue(), buildTitleRecord(8)])).toBe(true);
    expect((await everything()).items).toHaveLength(8);
  });

  test('leaves a catalogue alone that somebody else has imported', async () => {
    await importCatalogue(into(), [buildClipRecord(), buildThemeRecord(1), buildTitleRecord(1)]);
    expect(await importDemoCatalogue(into(), smallCatalogue())).toBe(false);
    expect((await everything()).items).toHaveLength(1);
  });

  test('does not come back where another catalogue took its place', async () => {
    await importDemoCatalogue(into(), smallCatalogue());
    await importCatalogue(into(), [buildClipRecord(), buildThemeRecord(1), buildTitleRecord(1)]);
    expect(await importDemoCatalogue(into(), [...smallCatalogue(), buildTitleRecord(8)])).toBe(false);
    expect((await everything()).items).toHaveLength(1);
  });
});
