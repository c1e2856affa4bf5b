import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import { addDemoAccounts } from '#server/demo/accounts.ts';
import type { Demo } from '#server/demo/demo.ts';
import { loadDemo } from '#server/demo/load.ts';
import { restoreDemoAccounts, revokeDemoAccounts } from '#server/demo/revocation.ts';
import { addDemoReviewers } from '#server/demo/reviewers.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { writeFiles } from '#tests/support/server/server-files.ts';
import { smallCatalogue } from '#tests/support/server/server-records.ts';

/* What the server does with a demo. Tests of the shipped demo are in demo/tests. */

const PASSWORD = 'small-demo-1';

/** Every profile finished the first episode of every title that it may see, and rated it. */
const demo: Demo = {
  password: PASSWORD,
  accounts: [
    {
      email: 'demo@bora.example',
      plan: 'premium',
      isIdentityProved: true,
      profiles: [
        { name: '하나', maxRating: '19' },
        { name: '둘', maxRating: '12', pin: '1234' },
      ],
    },
    { email: 'free@bora.example', plan: 'free', isIdentityProved: false, profiles: [{ name: '셋', maxRating: '19' }] },
  ],
  makeHistory: (profiles, _titleIds, _products, now) => ({
    playLogs: [],
    qualities: [],
    offsets: profiles.flatMap(({ accountId, id, titles }) =>
      titles.flatMap(({ episodes }) =>
        episodes.slice(0, 1).map((episode) => ({
          account_id: accountId,
          profile_id: id,
          episode_id: episode.id,
          item_id: episode.item_id,
          offset: episode.running_time,
          is_finished: true,
          updated_at: now,
        })),
      ),
    ),
    ratings: profiles.flatMap(({ accountId, id, titles }) =>
      titles.map((title) => ({
        account_id: accountId,
        profile_id: id,
        item_id: title.id,
        score: 4,
        updated_at: now,
      })),
    ),
    wishes: [],
    orders: [],
    requests: [],
    requestStatuses: [],
    notifications: [],
  }),
  reviewers: ['구름', '바람'],
  makeReviews: (titles, reviewers, now) => ({
    ratings: reviewers.flatMap(({ account_id, id }) =>
      titles.map((title) => ({ account_id, profile_id: id, item_id: title.id, score: 5, updated_at: now })),
    ),
    reviews: [],
    likes: [],
  }),
};

const toolsOf = ({ db, clock }: ServerFixture) => ({ db, transact: createTransact(db), clock, random: systemRandom });

const loginAt = (server: ServerFixture) =>
  server.call(endpoints.login, {
    body: { email: 'demo@bora.example', password: PASSWORD, device: { platform: 'web' } },
  });

describe('the demo accounts', () => {
  let server: ServerFixture;
  beforeAll(async () => {
    server = await createServerFixture();
    await addDemoAccounts(demo, toolsOf(server));
  });
  afterAll(() => server.close());

  test('have the past that the demo makes of the titles within the limit of each profile', async () => {
    const rows = await server.db
      .selectFrom('playback_offsets')
      .innerJoin('profiles', (join) =>
        join
          .onRef('profiles.account_id', '=', 'playback_offsets.account_id')
          .onRef('profiles.id', '=', 'playback_offsets.profile_id'),
      )
      .select(['profiles.name', 'item_id'])
      .orderBy('item_id')
      .execute();
    const seenBy = (name: string) => rows.filter((row) => row.name === name).map(({ item_id: id }) => id);
    expect(seenBy('하나')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(seenBy('둘')).toEqual([1, 2, 3, 4]);
    expect(seenBy('셋')).toEqual([]);
  });

  test('are made once by servers that start at the same time', async () => {
    const fresh = await createServerFixture();
    const add = () => addDemoAccounts(demo, toolsOf(fresh));
    await Promise.all([add(), add(), add()]);
    expect(await fresh.db.selectFrom('accounts').select('id').execute()).toHaveLength(2);
    expect(await fresh.db.selectFrom('profiles').select('id').execute()).toHaveLength(3);
    await fresh.close();
  });

  test('are made once by servers that start one after the other', async () => {
    const readOffsets = () => server.db.selectFrom('playback_offsets').selectAll().orderBy('episode_id').execute();
    const before = await readOffsets();
    await addDemoAccounts(demo, toolsOf(server));
    expect(await readOffsets()).toHaveLength(before.length);
    const accounts = await server.db.selectFrom('accounts').select('email').orderBy('email').execute();
    expect(accounts.map(({ email }) => email)).toEqual(['demo@bora.example', 'free@bora.example']);
  });

  test('keep their ratings when the catalogue is imported again', async () => {
    const before = await server.db.selectFrom('item_figures').selectAll().orderBy('item_id').execute();
    expect(before.length).toBeGreaterThan(0);
    const options = { transact: createTransact(server.db), clock: server.clock, allowEmpty: true };
    await importCatalogue(options, smallCatalogue());
    expect(await server.db.selectFrom('item_figures').selectAll().orderBy('item_id').execute()).toEqual(before);
  });
});

describe('the invented reviewers', () => {
  test('are made once, and their ratings count', async () => {
    const server = await createServerFixture();
    const add = () => addDemoReviewers(demo, toolsOf(server));
    await Promise.all([add(), add()]);
    await add();
    const profiles = await server.db.selectFrom('profiles').select('name').orderBy('name').execute();
    expect(profiles.map(({ name }) => name)).toEqual(['구름', '바람']);
    const viewer = await server.buildViewer();
    const { reply } = await server.call(endpoints.getItem, { token: viewer.profileToken, params: { id: 1 } });
    expect(reply).toMatchObject({ cnt_rating: 2, avg_rating: 5 });
    await server.close();
  });
});

describe('the demo accounts in production', () => {
  test('are closed with all that they hold, and open again in development', async () => {
    const server = await createServerFixture();
    const tools = toolsOf(server);
    await addDemoAccounts(demo, tools);
    const { token } = (await loginAt(server)).reply;
    const { results } = (await server.call(endpoints.listProfiles, { token })).reply;
    const profile = (await server.call(endpoints.getProfileToken, { token, params: { id: results[0]!.id } })).reply;
    const { user_code: code } = (
      await server.call(endpoints.authorizeDevice, { body: { device: { platform: 'tizen' } } })
    ).reply;
    await server.call(endpoints.answerDeviceLink, { token, params: { user_code: code }, body: { approve: true } });

    await revokeDemoAccounts(tools);
    await revokeDemoAccounts(tools);
    for (const dead of [token, profile.token])
      expect((await server.call(endpoints.getMyAccount, { token: dead })).error.code).toBe('TOKEN_INVALID');
    expect((await loginAt(server)).error.code).toBe('LOGIN_FAILED');
    const links = await server.db.selectFrom('device_authorizations').select('state').execute();
    expect(links).toEqual([{ state: 'denied' }]);

    await restoreDemoAccounts(demo, tools);
    expect((await loginAt(server)).status).toBe(200);
    await server.close();
  });
});

describe('an empty demo folder', () => {
  test('is loaded as no demo', async () => {
    const folder = await writeFiles({});
    expect(await loadDemo({ folder, code: join(folder, 'index.ts') })).toBeUndefined();
  });
});
