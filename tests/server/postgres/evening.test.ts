import { afterAll, expect, test } from 'vitest';
import { liveEvening } from '#tests/evening/evening.ts';
import { openSite, type Site } from '#tests/evening/site.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';

/*
 * A few short evenings; `npm run test:evening` has longer ones. A failing one is repeated by
 * `npm run test:evening -- --seed N --minutes 4 --televisions 6 --engine E`.
 */
const installed = findPostgres();
const sites = new Map<string, Promise<Site>>();
const siteOn = (engine: string): Promise<Site> => {
  const site = sites.get(engine) ?? openSite(engine === 'postgres' ? installed : undefined);
  sites.set(engine, site);
  return site;
};
afterAll(async () => {
  for (const site of sites.values()) await (await site).close();
});

test.each([
  ...[1, 2, 3].map((seed) => ({ seed, engine: installed ? 'postgres' : 'embedded' })),
  { seed: 4, engine: 'embedded' },
])(
  'the ledger of the sets agrees with the $engine database after the evening $seed',
  async ({ seed, engine }) => {
    const result = await liveEvening(await siteOn(engine), { seed, minutes: 4, televisions: 6, hasFaults: true });
    expect(result.differences).toEqual([]);
    expect(result.faults.length).toBeGreaterThan(1);
    expect(result.writes.acknowledged).toBeGreaterThan(20);
    // The sum over all sets, because on a slow machine each of them waits longer for its video.
    const watched = [...result.ledger.playLogs.values()].reduce((sum, { watchedSeconds }) => sum + watchedSeconds, 0);
    expect(watched).toBeGreaterThan(60);
  },
  300_000,
);
