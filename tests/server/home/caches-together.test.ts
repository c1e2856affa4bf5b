import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildTitleRecord, shopCatalogue } from '#tests/support/server/server-records.ts';

/*
 * Titles and homes are cached. Nine callers at once, who differ in age limit, membership, proof of age and what they have hidden,
 * read while they and the operators change something. When all have been answered, each answer must be that of a server
 * which has cached nothing: neither another caller's nor an older one. `CACHES_ROUNDS` and `CACHES_SEED` choose more.
 */

const SEED = Number(process.env['CACHES_SEED'] ?? 20261128);
const ROUNDS = Number(process.env['CACHES_ROUNDS'] ?? 6);

const records = (edition: number) => [
  ...shopCatalogue(),
  ...[21, 22, 23].map((id) =>
    buildTitleRecord(id, {
      name: `판 ${id}-${id === 21 + (edition % 3) ? edition : 0}`,
      content_rating: id === 22 ? '19' : 'all',
    }),
  ),
];

let server: ServerFixture;
let viewers: Viewer[];
beforeAll(async () => {
  server = await createServerFixture({ records: records(0) });
  const household = await server.buildAccount({
    profiles: [{}, { maxRating: '7' }, { maxRating: '12' }, { maxRating: '15' }],
  });
  viewers = [
    ...(await Promise.all([0, 1, 2, 3].map((index) => server.signIn(household.email, index)))),
    await server.buildViewer(),
    await server.buildViewer({ plan: 'free' }),
    await server.buildViewer({ plan: 'basic' }),
    await server.buildViewer({ identity_proved_at: null }),
    await server.buildViewer({ plan: 'free', identity_proved_at: null }),
  ];
});
afterAll(() => server.close());

const ITEMS = [1, 2, 3, 4, 8, 21, 22, 23];
const EPISODES = [101, 102, 201, 801, 2101, 2201];

const READS: readonly (readonly [Endpoint, CallOptions?])[] = [
  [endpoints.listHomeRows],
  [endpoints.listItems, { query: { sorting: 'rating' } }],
  [endpoints.listItems, { query: { sorting: 'name', limit: '100' } }],
  [endpoints.listWeek],
  [endpoints.listStartAgain],
  [endpoints.searchItems, { query: { keyword: '판' } }],
  ...ITEMS.flatMap((id): [Endpoint, CallOptions][] => [
    [endpoints.getItem, { params: { id } }],
    [endpoints.listEpisodes, { query: { item_id: String(id), show_playback_offset: 'true' } }],
    [endpoints.listShortReviews, { params: { itemId: id } }],
  ]),
];

const urlOf = ({ path }: Endpoint, { params = {}, query = {} }: CallOptions = {}) => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String((params as Record<string, unknown>)[name]));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

const readBy = async (app: Pick<ServerFixture['app'], 'inject'>, viewer: Viewer, url: string) => {
  const { statusCode, body } = await app.inject({ url, headers: { authorization: `Token ${viewer.profileToken}` } });
  return `${statusCode} ${body}`;
};
const URLS = READS.map(([endpoint, options]) => urlOf(endpoint, options));
/** All callers at once, each one call after the other. More would only wait for the database. */
const readAll = async (app: Pick<ServerFixture['app'], 'inject'>) => {
  const answers = await Promise.all(
    viewers.map(async (viewer) => {
      const own: string[] = [];
      for (const url of URLS) own.push(await readBy(app, viewer, url));
      return own;
    }),
  );
  return answers.flat();
};

interface Act {
  what: 'rate' | 'unrate' | 'wish' | 'hide' | 'show' | 'watch' | 'mark' | 'review' | 'publish';
  item: number;
  episode: number;
  score: number;
}
const act = fc.record<Act>({
  what: fc.constantFrom('rate', 'unrate', 'wish', 'hide', 'show', 'watch', 'mark', 'review', 'publish'),
  item: fc.constantFrom(...ITEMS),
  episode: fc.constantFrom(...EPISODES),
  score: fc.integer({ min: 1, max: 10 }).map((half) => half / 2),
});

let edition = 0;
async function perform({ profileToken: token }: Viewer, { what, item, episode, score }: Act): Promise<void> {
  const on = { token, params: { id: item } };
  switch (what) {
    case 'rate':
      return void (await server.call(endpoints.rateItem, { ...on, body: { score } }));
    case 'unrate':
      return void (await server.call(endpoints.unrateItem, on));
    case 'wish':
      return void (await server.call(endpoints.addWish, on));
    case 'hide':
      return void (await server.call(endpoints.hideItem, on));
    case 'show':
      return void (await server.call(endpoints.showItem, on));
    case 'mark':
      return void (await server.call(endpoints.markWatched, { token, params: { id: episode } }));
    case 'review':
      return void (await server.call(endpoints.writeShortReview, { ...on, body: { short_review: `평 ${score}` } }));
    case 'watch': {
      const opened = await server.call(endpoints.getVideo, {
        token,
        params: { id: episode },
        query: { device: 'web' },
      });
      if (opened.status !== 200) return;
      const body = { total_play_time: '00:00:00', play_end_offset: '00:00:20', is_player_exit: true };
      await server.call(endpoints.updatePlayLog, { token, params: { id: opened.reply.play_log_id }, body });
      return;
    }
    case 'publish': {
      edition += 1;
      const { db, clock } = server;
      await importCatalogue({ transact: createTransact(db), clock, allowEmpty: true }, records(edition));
    }
  }
}

const rounds = fc.sample(fc.array(act, { minLength: 9, maxLength: 9 }), { seed: SEED, numRuns: ROUNDS });

test.each(rounds.map((acts, index) => [index + 1, acts] as const))(
  'round %i: nine callers at once get what an uncached server answers',
  async (_, acts) => {
    // The first answers are cached, the next are made while others write, and the last must be new.
    await readAll(server.app);
    await Promise.all([...viewers.map((viewer, index) => perform(viewer, acts[index]!)), readAll(server.app)]);
    const cached = [await readAll(server.app), await readAll(server.app)];
    const uncached = await server.buildUncached();
    const expected = await readAll(uncached);
    await uncached.close();
    for (const answers of cached)
      for (const [index, answer] of answers.entries())
        expect(answer, `${URLS[index % URLS.length]} of viewer ${Math.floor(index / URLS.length)}`).toBe(
          expected[index],
        );
  },
);

test('the callers see different things, so that another one’s answer would be noticed', async () => {
  const homes = await Promise.all(viewers.map((viewer) => readBy(server.app, viewer, URLS[0]!)));
  expect(new Set(homes).size).toBeGreaterThan(5);
});
