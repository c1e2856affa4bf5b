import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateCatalogue } from '../../scripts/catalogue/generate.ts';
import { endpoints } from '#contract/endpoints.ts';
import { readDemoCatalogue } from '#server/catalogue/demo-catalogue.ts';
import { requireDemo } from '#tests/support/demo.ts';
import { goldenQueries } from '#tests/support/golden-queries.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server-fixture.ts';

/** Minimum share of queries whose expected title comes first. */
const WANTED = 0.95;

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
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual((1 - WANTED) * goldenQueries.length);
});
