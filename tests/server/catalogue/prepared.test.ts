import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi, type Mock } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { backgroundJobs } from '#server/start/background-jobs.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { FORM, prepareAll, publishChange } from '#server/catalogue/prepare.ts';
import { listAlike, listStored } from '#server/catalogue/lists/similar-store.ts';
import { findSimilar, storeSimilar } from '#server/catalogue/lists/similar-titles.ts';
import { featuresOf, type AlikeTitles } from '#server/catalogue/lists/likeness.ts';
import { createCatalogue, type Catalogue } from '#server/catalogue/snapshot.ts';
import { listReadyBriefs, listReadyItems } from '#server/catalogue/prepared-store.ts';
import { BRIEF_FIELDS, findVersion, listCatalogueItems } from '#server/catalogue/store.ts';
import { createTransact } from '#server/db/open.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { systemRandom } from '#server/lib/random.ts';
import { findSetting } from '#server/settings/index.ts';
import { createServerClock, type ServerClock } from '#tests/support/server/server-clock.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildEpisodeRecord, buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

let server: ServerFixture;
let viewer: Viewer;
beforeAll(async () => {
  server = await createServerFixture();
  viewer = await server.buildViewer();
});
afterAll(() => server.close());

interface Process {
  clock: ServerClock;
  catalogue: Catalogue;
  failures: { report: Mock<FailureLog['report']>; works: Mock<FailureLog['works']> };
}

/** The catalogue of another process. */
function createProcess(clock: ServerClock, changes: Partial<Parameters<typeof createCatalogue>[0]> = {}): Process {
  const { db } = server;
  const failures = { report: vi.fn<FailureLog['report']>(), works: vi.fn<FailureLog['works']>() };
  const transact = createTransact(db);
  const findCurrent = () => findVersion(db);
  const catalogue = createCatalogue({ db, transact, findVersion: findCurrent, clock, failures, ...changes });
  return { clock, catalogue, failures };
}
const countListed = async ({ catalogue }: Process) => (await catalogue.current({})).queries.count({ ratings: ['all'] });
const cntOf = async ({ catalogue }: Process, id: number) => (await (await catalogue.current({})).item(id))?.cnt_episode;

/** Where each title's rows are: a row that is written again moves. */
const places = async () => {
  const { rows } = await sql<{ item_id: number; place: string }>`
    select item_id, string_agg(ctid::text, ' ' order by ctid) as place from (
      select item_id, ctid from prepared_titles union all select item_id, ctid from prepared_items
      union all select item_id, ctid from prepared_briefs
      union all select item_id, ctid from prepared_features
      union all select item_id, ctid from prepared_operated
    ) as prepared group by item_id order by item_id`.execute(server.db);
  return new Map(rows.map(({ item_id: id, place }) => [id, place]));
};
const movedBy = async (change: () => Promise<unknown>) => {
  const before = await places();
  await change();
  const after = await places();
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
};

const token = () => viewer.profileToken;
const search = async (keyword: string) =>
  (await server.call(endpoints.searchItems, { token: token(), query: { keyword } })).reply.results.map(({ id }) => id);
const countOf = async (id: number) =>
  (await server.call(endpoints.getItem, { token: token(), params: { id } })).reply.cnt_episode;
const importAll = (records = smallCatalogue()) =>
  importCatalogue({ transact: createTransact(server.db), clock: server.clock, allowEmpty: true }, records);
/** A title whose only episode comes out with the year 2030. */
const buildComing = (id: number) =>
  buildTitleRecord(id, { episodes: [buildEpisodeRecord(id, 1, { published_at: '2030-01-01T00:00:00Z' })] });
const renamed = (id: number, name: string) =>
  smallCatalogue().map((record) => (record.kind === 'title' && record.id === id ? { ...record, name } : record));

const changeByHand = async (id: number, name: string) => {
  await server.db.updateTable('items').set({ name }).where('id', '=', id).execute();
  await sql`update settings set value = (value::bigint + 1)::text where name = 'catalogue-version'`.execute(server.db);
};

describe('a change of the catalogue', () => {
  test('writes the rows of its title alone, and every server shows it at once', async () => {
    expect(await search('등대지기')).toEqual([]);
    expect(await movedBy(() => importAll(renamed(2, '등대지기와 파도')))).toEqual([2]);
    // On PostgreSQL two servers answer in turns.
    for (const _ of [1, 2]) expect(await search('ㄷㄷㅈㄱ')).toEqual([2]);
  });

  test('removes the rows of a title that left the catalogue', async () => {
    const record = buildTitleRecord(8, { name: '숨비소리', episodes: [buildEpisodeRecord(8, 1)] });
    await importAll([...smallCatalogue(), record]);
    for (const _ of [1, 2]) expect(await search('숨비')).toEqual([8]);
    await importAll();
    for (const _ of [1, 2]) expect(await search('숨비')).toEqual([]);
    expect((await places()).has(8)).toBe(false);
  });

  test('a change by hand, with the version alone, makes the next call prepare all titles', async () => {
    await changeByHand(3, '손으로 바꾼 제목');
    for (const _ of [1, 2]) expect(await search('손으로')).toEqual([3]);
    await importAll();
  });

  test('a change that fails leaves the rows and the version as they were', async () => {
    const change = createTransact(server.db)(async (tx) => {
      await tx.updateTable('items').set({ name: '물거품' }).where('id', '=', 4).execute();
      await publishChange(tx, [4], server.clock.now());
      throw new Error('refused');
    });
    await expect(change).rejects.toThrow('refused');
    expect(await search('물거품')).toEqual([]);
  });
});

test('a prepared title is the one that the catalogue has, with its dates', async () => {
  const { db, clock } = server;
  const ids = smallCatalogue().flatMap((record) => (record.kind === 'title' ? [record.id] : []));
  const ready = await listReadyItems(db, ids);
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
  const read = (await listCatalogueItems(db, ids, clock.now())).sort(byId);
  expect(ready.map(({ item }) => item).sort(byId)).toEqual(read);
  expect(read.some(({ latest_published_at: at }) => at instanceof Date)).toBe(true);
  expect(read.some(({ next_release: next }) => next?.at instanceof Date)).toBe(true);
});

test('a brief is the part of its title that rows show, with its dates', async () => {
  const { db, clock } = server;
  const ids = smallCatalogue().flatMap((record) => (record.kind === 'title' ? [record.id] : []));
  const briefs = new Map((await listReadyBriefs(db, ids)).map(({ item }) => [item.id, item]));
  const items = await listCatalogueItems(db, ids, clock.now());
  expect(briefs.size).toBe(items.length);
  for (const item of items)
    expect(briefs.get(item.id)).toEqual(Object.fromEntries(BRIEF_FIELDS.map((field) => [field, item[field]])));
});

test('a row that another version of the server has written is not used', async () => {
  const { db, clock } = server;
  const old = '{"id": 2, "name": "옛 이름"}';
  await sql`update prepared_items set item = ${old}::json, next_at = null, form = 'older' where item_id = 2`.execute(
    db,
  );
  await sql`update prepared_briefs set brief = ${old}::json, next_at = null, form = 'older' where item_id = 2`.execute(
    db,
  );
  const snapshot = await createProcess(clock).catalogue.current({});
  const [read] = await listCatalogueItems(db, [2], clock.now());
  expect(read!.name).not.toBe('옛 이름');
  expect(await snapshot.briefs([1, 2, 999])).toMatchObject([{ id: 1 }, { id: 2, name: read!.name }]);
  expect(await snapshot.items([2])).toEqual([read]);
  await importAll(renamed(2, '새 이름'));
  await importAll();
});

test('an episode comes out at its instant on every server, and only its title is prepared again', async () => {
  expect(await countOf(1)).toBe(3);
  const moved = await movedBy(async () => {
    server.clock.advance(24 * 3600);
    for (const _ of [1, 2]) expect(await countOf(1)).toBe(4);
  });
  expect(moved).toEqual([1]);
});

test('a process whose clock is behind shows an episode that another one has published once its clock gets there', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => 1001 + index);
  await importAll([...smallCatalogue(), ...ids.map((id) => buildComing(id))]);
  const [ahead, behind] = ['2029-12-31T23:59:58Z', '2029-12-31T23:59:57Z'].map((start) =>
    createProcess(createServerClock(start)),
  ) as [Process, Process];
  const counts = async (process: Process) => {
    const items = await (await process.catalogue.current({})).items(ids);
    return new Set(items.map(({ cnt_episode: count }) => count));
  };
  // Twice: a process caches what is asked for again.
  for (const _ of [1, 2]) expect([await counts(ahead), await counts(behind)]).toEqual([new Set([0]), new Set([0])]);
  ahead.clock.advance(2);
  behind.clock.advance(2);
  for (const _ of [1, 2]) expect([await counts(ahead), await counts(behind)]).toEqual([new Set([1]), new Set([0])]);
  behind.clock.advance(1);
  expect(await counts(behind)).toEqual(new Set([1]));
  await importAll();
});

/** A process that cannot change the prepared rows between `hold` and `release`. Calls do not wait for it in between. */
function createHeldProcess(clock: ServerClock) {
  let release: () => void = () => undefined;
  let held = Promise.resolve();
  let isHeld = false;
  const transact = createTransact(server.db);
  const process = createProcess(clock, {
    transact: async (work) => {
      await held;
      return transact(work);
    },
    schedule(runOut) {
      if (!isHeld) return () => undefined;
      const timer = setImmediate(runOut);
      return () => clearImmediate(timer);
    },
  });
  return {
    ...process,
    hold() {
      isHeld = true;
      held = new Promise((resolve) => (release = resolve));
    },
    /** Ends when the rows have caught up. */
    async release() {
      isHeld = false;
      release();
      await expect.poll(() => process.failures.works.mock.calls).toEqual([['publication']]);
    },
  };
}

test('calls answer while a change holds the catalogue, and show later what has come out', async () => {
  await importAll([...smallCatalogue(), buildComing(8)]);
  const process = createHeldProcess(createServerClock('2029-12-31T23:59:59Z'));
  const before = await countListed(process);
  process.hold();
  process.clock.advance(1);
  for (const _ of [1, 2]) expect(await countListed(process)).toBe(before);
  // The title itself has its episode already.
  expect(await cntOf(process, 8)).toBe(1);
  await process.release();
  process.clock.advance(1);
  expect(await countListed(process)).toBe(before + 1);
  await importAll();
});

test('a title that was read while its rows were outdated is read again when they are not', async () => {
  const process = createHeldProcess(createServerClock(server.clock.now().toISOString()));
  const nameOf = async () => (await (await process.catalogue.current({})).item(5))?.name;
  const before = await nameOf();
  process.hold();
  await changeByHand(5, '바뀐 제목');
  // A process caches what is asked for again.
  for (const _ of [1, 2, 3]) expect(await nameOf()).toBe(before);
  await process.release();
  process.clock.advance(1);
  expect(await nameOf()).toBe('바뀐 제목');
  await importAll();
});

test('a worker publishes what has come out without a call', async () => {
  await importAll([...smallCatalogue(), buildComing(8)]);
  const clock = createServerClock('2030-01-01T00:00:00Z');
  const publishing = backgroundJobs(server.db, clock, systemRandom).find(({ name }) => name === 'publishing')!;
  const { signal } = new AbortController();
  expect(await movedBy(() => publishing.run({ signal }))).toContain(8);
  expect(await movedBy(() => publishing.run({ signal }))).toEqual([]);
  await importAll();
});

describe('beside servers of another version', () => {
  const setPrepared = (form: number, version: string) =>
    sql`update settings set value = ${`${form}:${version}`} where name = 'catalogue-prepared'`.execute(server.db);
  const findPrepared = () => findSetting(server.db, 'catalogue-prepared');
  const start = async () => {
    await prepareAll(createTransact(server.db), () => server.clock.now());
    const process = createProcess(server.clock);
    await process.catalogue.current({});
    return process;
  };
  const nameOf = async ({ catalogue }: Process, id: number) => (await (await catalogue.current({})).item(id))?.name;

  test('leaves all titles as a newer one prepared them, and shows changes', async () => {
    const process = await start();
    const version = await findVersion(server.db);
    await setPrepared(FORM + 1, version);
    const moved = await movedBy(async () => {
      await importAll(renamed(2, '새 이름'));
      expect(await nameOf(process, 2)).toBe('새 이름');
    });
    expect(moved).toEqual([2]);
    expect(await findPrepared()).toBe(`${FORM + 1}:${version}`);
    await importAll();
  });

  test('prepares what an older one has changed, and no other title', async () => {
    const version = await findVersion(server.db);
    await importAll(renamed(2, '새 이름'));
    // An older server leaves the number of the version before.
    await setPrepared(FORM, version);
    expect(await movedBy(start)).toEqual([2]);
    expect(await findPrepared()).toBe(`${FORM}:${await findVersion(server.db)}`);
    await importAll();
  });

  test('prepares all titles after an older one did', async () => {
    const process = await start();
    await setPrepared(FORM - 1, await findVersion(server.db));
    const moved = await movedBy(async () => {
      await importAll(renamed(2, '새 이름'));
      expect(await nameOf(process, 2)).toBe('새 이름');
    });
    expect(moved).toEqual([...(await places()).keys()]);
    expect(await findPrepared()).toBe(`${FORM}:${await findVersion(server.db)}`);
    await importAll();
  });
});

const scoresOf = (found: ReadonlyMap<number, AlikeTitles>) =>
  new Map(
    [...found].map(([id, { ids, scores }]) => [id, new Map(Array.from(ids, (other, at) => [other, scores[at]!]))]),
  );

test('titles are similar by what they share, rare features more than common ones', async () => {
  const records = [
    ...smallCatalogue(),
    ...[
      { id: 21, genres: ['SF'], tags: ['검', '달'] },
      { id: 22, genres: ['SF'], tags: ['검'] },
      { id: 23, genres: ['SF'], tags: [] },
      { id: 24, genres: ['요리'], tags: ['빵'] },
    ].map(({ id, ...about }) => buildTitleRecord(id, { ...about, director: `감독 ${id}`, production: `제작사 ${id}` })),
  ];
  await importAll(records);
  const alike = async (ids: readonly number[]) => {
    const asked = records.flatMap((record) =>
      record.kind === 'title' && ids.includes(record.id) ? [{ id: record.id, features: featuresOf(record) }] : [],
    );
    return scoresOf(await listAlike(server.db, asked, { total: records.length, limit: 10 }));
  };
  const found = await alike([21, 22, 24]);
  expect([...found.get(21)!.keys()]).toEqual([22, 23]);
  expect(found.get(21)!.get(22)!).toBeGreaterThan(found.get(21)!.get(23)!);
  expect(found.get(21)!.get(22)).toBe(found.get(22)!.get(21));
  expect(found.get(24)!.size).toBe(0);
  await importAll();
});

test('similar titles are found by rare features, and common ones count where they are shared', async () => {
  // The feature has more owners than one look-up reads; the last ones share a rare feature as well.
  await sql`insert into prepared_features (feature, item_id)
    select 'genre common', 1000000 + n from generate_series(1, 260) as n`.execute(server.db);
  const rare = async (feature: string, first: number, last: number) =>
    sql`insert into prepared_features (feature, item_id)
      select ${feature}, 1000000 + n from generate_series(${first}::int, ${last}::int) as n`.execute(server.db);
  await rare('tag many', 130, 259);
  await rare('tag few', 259, 260);
  const alike = (features: readonly (readonly [string, number])[]) =>
    listAlike(server.db, [{ id: 1_000_260, features }], { total: 260, limit: 100 }).then(
      (found) => [...scoresOf(found).get(1_000_260)!] as const,
    );
  const worth = (weight: number, owners: number) => weight * Math.log(1 + 260 / owners);
  const [first, second] = await alike([
    ['genre common', 1],
    ['tag few', 1.5],
    ['tag many', 0.5],
  ]);
  expect([first![0], second![0]]).toEqual([1_000_259, 1_000_130]);
  expect(first![1]).toBeCloseTo(worth(1, 260) + worth(1.5, 2) + worth(0.5, 130), 8);
  expect(second![1]).toBeCloseTo(worth(1, 260) + worth(0.5, 130), 8);
  // Without enough owners of rare features, owners of common ones are candidates too.
  const few = await alike([
    ['genre common', 1],
    ['tag few', 1.5],
  ]);
  expect(few).toHaveLength(100);
  expect(few.slice(0, 2).map(([id]) => id)).toEqual([1_000_259, 1_000_001]);
  await sql`delete from prepared_features where item_id > 1000000`.execute(server.db);
});

test('a large catalogue stores similar titles, and a change forgets those of its neighbours alone', async () => {
  const about = (id: number, tags: string[]) =>
    buildTitleRecord(id, { tags, genres: [`장르 ${tags[0]}`], director: `감독 ${id}`, production: `제작사 ${id}` });
  const [first, second, third, fourth] = [31, 32, 33, 34].map((id) => about(id, [id < 33 ? '검' : '빵']));
  const others = smallCatalogue();
  await importAll([...others, first!, second!, third!, fourth!]);
  const ids = [31, 32, 33, 34];
  const store = () =>
    storeSimilar(
      { transact: createTransact(server.db), clock: server.clock, mostCached: 0 },
      new AbortController().signal,
    );
  const stored = async () => scoresOf(await listStored(server.db, ids));
  await store();
  const before = await stored();
  expect(ids.map((id) => [...before.get(id)!.keys()])).toEqual([[32], [31], [34], [33]]);
  // A worker of another time would have stored this: what is stored is read.
  await sql`update similar_titles set ids = '33' where item_id = 31`.execute(server.db);
  const asked = await findSimilar(server.db, ids, ids.length, 0);
  expect([...asked.get(31)!.ids]).toEqual([33]);
  await sql`update similar_titles set ids = '32' where item_id = 31`.execute(server.db);

  const rows = async () => [...(await stored()).keys()].sort();
  // A change that similarity does not depend on.
  await importAll([...others, { ...first!, name: '다른 이름' }, second!, third!, fourth!]);
  expect(await rows()).toEqual(ids);
  await importAll([...others, about(31, ['빵']), second!, third!, fourth!]);
  expect(await rows()).toEqual([]);
  expect([...scoresOf(await findSimilar(server.db, ids, ids.length, 0)).keys()].sort()).toEqual(ids);
  await store();
  const after = await stored();
  expect([...after.get(33)!.keys()].sort()).toEqual([31, 34]);
  expect([...after.get(32)!.keys()]).toEqual([]);
  await importAll([...others, second!, third!, fourth!]);
  expect(await rows()).toEqual([32]);
  await importAll();
  expect((await sql`select 1 from similar_titles where item_id > 30`.execute(server.db)).rows).toEqual([]);
});
