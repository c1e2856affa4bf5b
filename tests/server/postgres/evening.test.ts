import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveEvening } from '#tests/evening/evening.ts';
import { openSite, type Site } from '#tests/evening/site.ts';
import { findPostgres } from '#tests/support/postgres-cluster.ts';

/*
 * A few short evenings; `npm run test:evening` has longer ones. A failing one is repeated by
 * `npm run test:evening -- --seed N --minutes 4 --televisions 6`.
 */
let site: Site;
beforeAll(async () => {
  site = await openSite(findPostgres());
});
afterAll(() => site.close());

test.each([1, 2, 3])(
  'after the evening %i, the ledger of the sets agrees with the database',
  async (seed) => {
    const result = await liveEvening(site, { seed, minutes: 4, televisions: 6, hasFaults: true });
    expect(result.differences).toEqual([]);
    expect(result.faults.length).toBeGreaterThan(1);
    expect(result.writes.acknowledged).toBeGreaterThan(20);
    expect([...result.ledger.playLogs.values()].some(({ watchedSeconds }) => watchedSeconds > 30)).toBe(true);
  },
  300_000,
);
