import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { learn } from '#server/catalogue/learning/learn.ts';
import { createStartLearner, type StartLearner } from '#server/catalogue/learning/learner.ts';
import { learnLikeness, type LearningOptions } from '#server/catalogue/learning/learning-job.ts';
import { listLearnt } from '#server/catalogue/learning/likeness-store.ts';
import { addAccount, createWatchedTogether } from '#server/catalogue/learning/watched-together.ts';
import { createTransact } from '#server/db/open.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildClipRecord, buildThemeRecord, buildTitleRecord } from '#tests/support/server/server-records.ts';

/** Titles that share nothing; what is watched together alone makes them alike. */
const apart = (id: number) =>
  buildTitleRecord(id, {
    genres: [`장르 ${id}`],
    tags: [],
    director: `감독 ${id}`,
    production: `제작사 ${id}`,
    name: id === 1 ? '등불' : `제목 ${id}`,
  });

let server: ServerFixture;
beforeEach(async () => {
  server = await createServerFixture({
    records: [buildClipRecord(), buildThemeRecord(1), ...[1, 2, 3, 4].map(apart)],
  });
});
afterEach(() => server.close());

/** Learns in this process. */
const startHere: StartLearner = (size) => {
  const together = createWatchedTogether(size);
  return {
    add: (accounts) => Promise.resolve(accounts.forEach((profiles) => addAccount(together, profiles))),
    learn: () => Promise.resolve({ profiles: together.profiles, learnt: learn(together) }),
    stop: () => undefined,
  };
};
const learnNow = (options: Partial<LearningOptions> = {}, signal = new AbortController().signal) =>
  learnLikeness(
    { db: server.db, transact: createTransact(server.db), clock: server.clock, startLearner: startHere, ...options },
    signal,
  );
const learntOf = async (id: number) => (await listLearnt(server.db, [id])).get(id)?.ids ?? [];

const finish = (viewer: Viewer, itemId: number, at = server.clock.now()) =>
  server.db
    .insertInto('playback_offsets')
    .values({
      account_id: viewer.accountId,
      profile_id: viewer.profileId,
      item_id: itemId,
      episode_id: itemId * 100 + 1,
      offset: 90,
      is_finished: true,
      updated_at: at,
    })
    .execute();
const rate = (viewer: Viewer, itemId: number, score: number) =>
  server.db
    .insertInto('ratings')
    .values({
      account_id: viewer.accountId,
      profile_id: viewer.profileId,
      item_id: itemId,
      score,
      updated_at: server.clock.now(),
    })
    .execute();
const buildViewers = (count: number) => Promise.all(Array.from({ length: count }, () => server.buildViewer()));
/** Accounts that finished an episode of each of these titles. */
const watchTogether = async (count: number, itemIds: readonly number[]) => {
  const viewers = await buildViewers(count);
  for (const viewer of viewers) for (const id of itemIds) await finish(viewer, id);
  return viewers;
};

describe('what is learnt', () => {
  test('makes titles alike that five accounts have watched, and not four', async () => {
    const viewers = await watchTogether(4, [1, 2]);
    await learnNow();
    expect(await learntOf(1)).toEqual([]);
    const [fifth] = await buildViewers(1);
    await finish(fifth!, 1);
    await server.db
      .insertInto('wishes')
      .values({
        account_id: fifth!.accountId,
        profile_id: fifth!.profileId,
        item_id: 2,
        created_at: server.clock.now(),
      })
      .execute();
    await learnNow();
    expect(await learntOf(1)).toEqual([2]);

    // What an account left behind is gone by the next night.
    await server.db.deleteFrom('playback_offsets').where('account_id', '=', viewers[0]!.accountId).execute();
    await learnNow();
    expect(await learntOf(1)).toEqual([]);
  });

  test.each([
    [
      'that asked to be left out',
      (viewer: Viewer) =>
        server.db
          .updateTable('profiles')
          .set({ counts_for_proposals: false })
          .where('account_id', '=', viewer.accountId)
          .execute(),
    ],
    ['that rated one of the titles lowest', (viewer: Viewer) => rate(viewer, 2, 1)],
    [
      'that has hidden one of the titles',
      (viewer: Viewer) =>
        server.db
          .insertInto('hidden_items')
          .values({
            account_id: viewer.accountId,
            profile_id: viewer.profileId,
            item_id: 2,
            hidden_at: server.clock.now(),
          })
          .execute(),
    ],
  ])('leaves out a profile %s', async (_what, change) => {
    const viewers = await watchTogether(5, [1, 2]);
    await change(viewers[0]!);
    await learnNow();
    expect(await learntOf(1)).toEqual([]);
  });

  test('leaves out what was watched nineteen months ago', async () => {
    const long = new Date(server.clock.now().getTime() - 580 * 24 * 3600_000);
    for (const viewer of await buildViewers(5)) {
      await finish(viewer, 1);
      await finish(viewer, 2, long);
    }
    await learnNow();
    expect(await learntOf(1)).toEqual([]);
  });

  test('is about the most watched titles where there are too many', async () => {
    await watchTogether(6, [1, 2]);
    await watchTogether(5, [3, 4]);
    await learnNow({ mostTitles: 2 });
    expect([await learntOf(1), await learntOf(3)]).toEqual([[2], []]);
  });

  test('stays as it was when a run is cut off', async () => {
    await watchTogether(5, [1, 2]);
    await learnNow();
    await watchTogether(5, [3, 4]);
    const stopping = new AbortController();
    const run = learnNow(
      {
        startLearner: (size) => ({
          ...startHere(size),
          learn: () => {
            stopping.abort(new Error('stopped'));
            return startHere(size).learn();
          },
        }),
      },
      stopping.signal,
    );
    await expect(run).rejects.toThrow('stopped');
    expect([await learntOf(1), await learntOf(3)]).toEqual([[2], []]);
  });

  test('of two runs at once is what one of them finds', async () => {
    await watchTogether(5, [1, 2]);
    await Promise.all([learnNow(), learnNow()]);
    expect([await learntOf(1), await learntOf(2)]).toEqual([[2], [1]]);
  });

  test('comes back after a clock that was wrong for a night', async () => {
    await watchTogether(5, [1, 2]);
    const ahead = (days: number) => ({ now: () => new Date(server.clock.now().getTime() + days * 24 * 3600_000) });
    const found = [];
    for (const days of [-30, 600, 0]) {
      await learnNow({ clock: ahead(days) });
      found.push(await learntOf(1));
    }
    expect(found).toEqual([[2], [], [2]]);
  });

  test('a run without a history costs nothing and changes no version', async () => {
    const version = async () => (await server.call(endpoints.listHomeRows, { token: viewer!.profileToken })).reply;
    const [viewer] = await buildViewers(1);
    const before = await version();
    await learnNow({
      startLearner: () => {
        throw new Error('started');
      },
    });
    expect(await version()).toEqual(before);
  });
});

describe('a viewer', () => {
  test('is proposed what others watched, and told after which title', async () => {
    const [viewer] = await buildViewers(1);
    await finish(viewer!, 1);
    await server.db
      .insertInto('playback_offsets')
      .values({
        account_id: viewer!.accountId,
        profile_id: viewer!.profileId,
        item_id: 1,
        episode_id: 102,
        offset: 90,
        is_finished: true,
        updated_at: server.clock.now(),
      })
      .execute();
    const liked = async () => {
      const { reply } = await server.call(endpoints.listHomeRows, { token: viewer!.profileToken });
      return reply.results.find(({ id }) => id === 'liked');
    };
    expect(await liked()).toBeUndefined();
    await watchTogether(30, [1, 3]);
    await learnNow();
    const row = await liked();
    expect(row?.title).toBe('등불을 본 분께');
    expect(row?.kind === 'items' && row.results.map(({ id }) => id)).toEqual([3]);

    const { reply } = await server.call(endpoints.listRelatedItems, {
      token: viewer!.profileToken,
      params: { id: 1 },
      query: {},
    });
    expect(reply.results.map(({ id }) => id)).toEqual([3]);
  });
});

test('a genre row begins with what the profile may like', async () => {
  await server.close();
  const together = [1, 2, 3].map((id) => buildTitleRecord(id, { genres: ['판타지'], themes: [] }));
  server = await createServerFixture({ records: [buildClipRecord(), ...together] });
  const [viewer, other] = await buildViewers(2);
  const genreOf = async (of: Viewer) => {
    const { reply } = await server.call(endpoints.listHomeRows, { token: of.profileToken });
    const row = reply.results.find(({ id }) => id === 'genre-판타지');
    return row?.kind === 'items' && row.results.map(({ id }) => id);
  };
  await finish(viewer!, 1);
  await watchTogether(30, [1, 3]);
  await learnNow();
  expect(await genreOf(other!)).toEqual([1, 2, 3]);
  expect(await genreOf(viewer!)).toEqual([3, 2, 1]);
});

describe('the program that learns', () => {
  /** Inside the checkout, because the program imports packages. */
  const checkout = join(import.meta.dirname, '../../..');
  const outdir = join(checkout, 'node_modules/.cache', `bora-learner-${randomUUID()}`);
  const buildProgram = async () => {
    await build({
      absWorkingDir: checkout,
      entryPoints: ['server/catalogue/learning/learner-program.ts'],
      outdir,
      entryNames: '[name]',
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      logLevel: 'error',
    });
    return join(outdir, 'learner-program.js');
  };
  afterEach(() => rm(outdir, { recursive: true, force: true }));

  test('finds the same as this process', async () => {
    await watchTogether(6, [1, 2]);
    await learnNow({ startLearner: createStartLearner(await buildProgram()) });
    expect(await learntOf(1)).toEqual([2]);
  });

  test('a program that cannot start fails the run, and a stopped one ends it', async () => {
    await watchTogether(5, [1, 2]);
    await expect(learnNow({ startLearner: createStartLearner(join(outdir, 'none.js')) })).rejects.toThrow(/ended/);
    const learner = createStartLearner(await buildProgram())(2);
    await learner.add([[[0, 1]]]);
    learner.stop();
    await expect(learner.learn()).rejects.toThrow(/SIGKILL|channel/i);
  });
});
