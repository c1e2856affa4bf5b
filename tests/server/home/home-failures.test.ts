import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { listHomeRows } from '#contract/home.ts';
import { createFindCaller, type ProfileCaller } from '#server/accounts/sessions.ts';
import { createCharts } from '#server/catalogue/lists/charts.ts';
import { createLists } from '#server/catalogue/lists/lists.ts';
import { createFindVersion } from '#server/catalogue/version.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { createPresenter } from '#server/catalogue/present-for-caller.ts';
import { createCatalogue, type Snapshot } from '#server/catalogue/snapshot.ts';
import { createTitles } from '#server/catalogue/titles.ts';
import { createTransact } from '#server/db/open.ts';
import { createLoaders } from '#server/db/loader.ts';
import { answerWriter } from '#server/http/serialize.ts';
import { createFindHidden } from '#server/watching/hidden/find-hidden.ts';
import { createHomeRows } from '#server/home/home-rows.ts';
import { createResume } from '#server/watching/playback/resume.ts';
import type { WrittenAnswer } from '#server/lib/written-answer.ts';
import { createListRights } from '#server/shop/rights.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
/** A viewer with every row. */
let viewer: Viewer;
beforeAll(async () => {
  server = await createServerFixture();
  viewer = await server.buildViewer();
  const { play_log_id: id } = await server.openVideo(viewer, 101);
  server.clock.advance(60);
  const token = viewer.profileToken;
  const body = { total_play_time: '00:00:50', play_end_offset: '00:00:30', is_player_exit: true };
  await server.call(endpoints.updatePlayLog, { token, params: { id }, body });
  await server.call(endpoints.rateItem, { token, params: { id: 1 }, body: { score: 5 } });
  // Charts count events before the current ten minutes.
  server.clock.advance(600);
});
afterAll(() => server.close());

const ALL = [
  'billboard',
  'start_again',
  'today',
  'ranking',
  'new_episodes',
  'liked',
  'newly_rated',
  'theme-1',
  'theme-2',
  'themes',
];

const fail = (): never => {
  throw new Error('the source is gone');
};

/** The sources of home, all working. */
function buildSources() {
  const { db, clock } = server;
  const createLoader = createLoaders({ atOnce: 1, isByAccount: false });
  const failures = { report: vi.fn(), works: vi.fn() };
  const catalogue = createCatalogue({
    db,
    clock,
    failures,
    transact: createTransact(db),
    findVersion: createFindVersion(db, createLoader),
  });
  const charts = createCharts({ db, longWork: db, createLoader, clock, failures });
  const resume = createResume({ db, createLoader, catalogue });
  const titles = createTitles({ db, createLoader, catalogue, clock });
  const findHidden = createFindHidden({ db, createLoader });
  const lists = createLists({ catalogue, charts, titles, findHidden, clock });
  const artUrl = (path: string) => `http://bora.test/art/${path}`;
  const listRights = createListRights({ db, createLoader, clock });
  const present = createPresenter({ artUrl, trailerUrl: () => null, clock, resume, listRights });
  return { db, createLoader, clock, catalogue, charts, resume, titles, lists, present, artUrl, findHidden };
}
type Sources = ReturnType<typeof buildSources>;

const resultsOf = ({ bytes }: WrittenAnswer) => listHomeRows.reply.parse(JSON.parse(bytes.toString())).results;

/** Home with some sources broken until `heal` is called. */
async function startHome(broken: (sources: Sources) => Partial<Sources>) {
  const sources = buildSources();
  const changed = broken(sources);
  let isHealed = false;
  const choosing = Object.fromEntries(
    Object.entries(changed).map(([name, source]) => {
      const working = sources[name as keyof Sources];
      return [name, new Proxy(working, { get: (_, key) => Reflect.get(isHealed ? working : source, key) as unknown })];
    }),
  );
  const failures = { report: vi.fn<FailureLog['report']>(), works: vi.fn<FailureLog['works']>() };
  const home = createHomeRows({ ...sources, ...choosing, failures, write: answerWriter(listHomeRows) });
  const caller = (await createFindCaller({ ...sources, failures })(viewer.profileToken)) as ProfileCaller;
  return {
    /** Failures of rows in the failure log. */
    told: () => failures.report.mock.calls.map(([, error]) => (error as Error).message),
    works: failures.works,
    write: () => home.write(caller),
    heal: () => (isHealed = true),
    ids: async () => resultsOf(await home.write(caller)).map(({ id }) => id),
  };
}

const listWithout =
  (isBroken: (query: Parameters<Sources['lists']['list']>[1]) => boolean) =>
  ({ lists }: Sources): Partial<Sources> => ({
    lists: { ...lists, listShared: (caller, query) => (isBroken(query) ? fail() : lists.listShared(caller, query)) },
  });

/** A catalogue whose likeness computation fails. */
function withoutLikeness({ catalogue }: Sources): Partial<Sources> {
  const known = new WeakMap<Snapshot, Snapshot>();
  return {
    catalogue: {
      async current(place) {
        const snapshot = await catalogue.current(place);
        const broken = known.get(snapshot) ?? (Object.create(snapshot, { likeness: { get: fail } }) as Snapshot);
        known.set(snapshot, broken);
        return broken;
      },
    },
  };
}

const failures: [name: string, lost: string[], broken: (sources: Sources) => Partial<Sources>][] = [
  ['the billboard', ['billboard'], ({ present }) => ({ present: { ...present, item: fail } })],
  ['the begun titles', ['start_again'], ({ present }) => ({ present: { ...present, startAgain: fail } })],
  ['the titles of the day', ['today'], listWithout(({ weekday }) => weekday !== undefined)],
  ['the ranking', ['ranking'], listWithout(({ sorting }) => sorting === 'rating')],
  ['the new episodes', ['new_episodes'], ({ present }) => ({ present: { ...present, episodeDetails: fail } })],
  ['the recommendations', ['liked'], withoutLikeness],
  ['the recent ratings', ['newly_rated'], ({ charts }) => ({ charts: { ...charts, ratings: fail } })],
  ['one theme', ['theme-2'], listWithout(({ theme }) => theme === 2)],
  ['the themes', ['theme-1', 'theme-2', 'themes'], ({ lists }) => ({ lists: { ...lists, themes: fail } })],
];

test.each(failures)(
  'home has its other rows, in order, without %s, and reports the failed ones',
  async (_name, lost, broken) => {
    const home = await startHome(broken);
    for (const _ of [1, 2]) expect(await home.ids()).toEqual(ALL.filter((id) => !lost.includes(id)));
    expect(home.told()).toHaveLength(2);
    expect(home.works).not.toHaveBeenCalled();

    home.heal();
    expect(await home.ids()).toEqual(ALL);
    expect(home.works).toHaveBeenCalledWith('home rows');
  },
);

test('home returns the same object from the second call on, and caches no incomplete answer', async () => {
  const whole = await startHome(() => ({}));
  const first = await whole.write();
  const second = await whole.write();
  expect(second).toEqual(first);
  expect(await whole.write()).toBe(second);
  const broken = await startHome(listWithout(({ weekday }) => weekday !== undefined));
  await broken.write();
  expect(await broken.write()).not.toBe(await broken.write());
});

test('rows that fail together are reported together', async () => {
  const home = await startHome(({ titles, lists }) => ({
    titles: { ...titles, withRatings: fail, listRows: fail, listWholeRows: fail },
    lists: { ...lists, listShared: fail },
  }));
  expect(await home.ids()).toEqual(['themes']);
  expect(home.told()).toHaveLength(1);
});

test.each([
  ['the catalogue', ({ catalogue }: Sources) => ({ catalogue: { ...catalogue, current: fail } })],
  [
    'every row',
    ({ titles, lists }: Sources) => ({
      titles: { ...titles, withRatings: fail, listRows: fail, listWholeRows: fail },
      lists: { ...lists, list: fail, listShared: fail, themes: fail },
    }),
  ],
])('home fails when %s fails', async (_name, broken) => {
  const home = await startHome(broken);
  await expect(home.ids()).rejects.toThrow('the source is gone');
  home.heal();
  expect(await home.ids()).toEqual(ALL);
});

test('home omits only the rows of a missing table', async () => {
  const fresh = await createServerFixture();
  const { profileToken: token } = await fresh.buildViewer();
  const ids = async () => (await fresh.call(endpoints.listHomeRows, { token })).reply.results.map(({ id }) => id);
  const before = await ids();
  expect(before).toContain('billboard');
  await fresh.db.schema.alterTable('wishes').renameTo('gone').execute();
  expect(await ids()).toEqual(before.filter((id) => id !== 'billboard'));
  await fresh.db.schema.alterTable('gone').renameTo('wishes').execute();
  expect(await ids()).toEqual(before);
  await fresh.close();
});

test('a chart that could not be read is read again at the next call', async () => {
  const { db, createLoader, clock } = buildSources();
  let isBroken = true;
  const broken = new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      return isBroken ? fail : typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const charts = createCharts({
    db: broken,
    longWork: db,
    createLoader,
    clock,
    failures: { report: vi.fn(), works: vi.fn() },
  });
  await expect(charts.ratings()).rejects.toThrow('the source is gone');
  isBroken = false;
  expect((await charts.ratings()).get(1)).toMatchObject({ cnt: 1, sum: 5 });
});
