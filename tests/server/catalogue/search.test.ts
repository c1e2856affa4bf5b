import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateCatalogue } from '../../../scripts/catalogue/generate.ts';
import { endpoints } from '#contract/endpoints.ts';
import { readDemoCatalogue } from '#server/catalogue/transfer/demo-catalogue.ts';
import { requireDemo } from '#tests/support/demo.ts';
import { goldenQueries } from '#tests/support/server/golden-queries.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';

/** Queries whose expected title must come first, of 60. */
const WANTED = 59;
/** Letters of a keyword. */
const LONGEST = 60;
/** Words of a long name: more than the search looks up alone. */
const MANY_WORDS = 5;

let server: ServerFixture;
let viewer: Viewer;
let names: Set<string>;

beforeAll(async () => {
  const { catalogueFolder } = await requireDemo();
  const records = [...generateCatalogue(await readDemoCatalogue(catalogueFolder), 5000)];
  const titles = records.flatMap((record) => (record.kind === 'title' ? [record] : []));
  names = new Set(titles.map(({ name }) => name));
  // The search needs no episodes.
  const bare = titles.map((title) => ({ ...title, episodes: [], products: [] }));
  server = await createServerFixture({ records: [...records.filter(({ kind }) => kind === 'theme'), ...bare] });
  viewer = await server.buildViewer();
});
afterAll(() => server.close());

test('the search ranks the intended title first among 5,000', async () => {
  expect(goldenQueries).toHaveLength(60);
  expect(goldenQueries.filter(([, meant]) => !names.has(meant))).toEqual([]);
  expect(names.size).toBe(5048);

  const missed: string[] = [];
  for (const [keyword, meant] of goldenQueries) {
    const { reply } = await server.call(endpoints.searchItems, {
      token: viewer.profileToken,
      query: { keyword, limit: 3 },
    });
    const first = reply.results[0]?.name;
    if (first !== meant) missed.push(`${keyword}: ${first ?? 'nothing'}, not ${meant}`);
  }
  expect(goldenQueries.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(WANTED);
});

test('a long name finds its title: first if it is typed in full, and also with its words in reverse order', async () => {
  const long = [...names]
    .filter((name) => name.split(' ').length >= MANY_WORDS && name.length <= LONGEST)
    .slice(0, 100);
  expect(long).toHaveLength(100);
  const find = async (keyword: string) => {
    const query = { keyword, limit: 20 };
    const { reply } = await server.call(endpoints.searchItems, { token: viewer.profileToken, query });
    return reply.results.map(({ name }) => name);
  };
  for (const name of long) {
    expect((await find(name))[0]).toBe(name);
    expect(await find(name.split(' ').reverse().join(' '))).toContain(name);
  }
});
