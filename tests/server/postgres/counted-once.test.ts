import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { MOST_A_DAY } from '#server/ads/counting-rules.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { countWaiting } from '#tests/support/server/lock-waits.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* Customers pay by the figures of advertisements, and several connections count at once. */

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  // One advertisement is left, for both breaks of the episode.
  await server.db
    .updateTable('advertisements')
    .set({ ends_at: new Date(0) })
    .where('id', '!=', 1)
    .execute();
});
afterAll(() => server.close());

test('reports of two breaks that come together count once where the day has one place left', async () => {
  const { profileToken: token, accountId } = await server.buildViewer({ plan: 'free' });
  const open = async () =>
    (await server.call(endpoints.getAvodVideo, { token, params: { id: 801 }, query: { device: 'web' } })).reply;
  const hand = (ad_break_id: string, play_log_id: string) =>
    server.call(endpoints.getAdvertisement, { token, query: { ad_break_id, play_log_id } });
  const tell = (play_log_id: string) =>
    server.call(endpoints.logAdEvent, { token, body: { ad_id: 1, play_log_id, event: 'impression', position: 1 } });

  const { ad_breaks, play_log_id } = await open();
  const [first, second] = ad_breaks;
  await hand(first!.id, play_log_id);
  await tell(play_log_id);
  // Opening another playback ends this one before it counts, but these counted earlier on the day.
  await sql`insert into ad_events (account_id, play_log_id, ad_break_id, ad_id, event, position, profile_id, received_at,
      counts_from)
    select account_id, gen_random_uuid(), ad_break_id, ad_id, event, position, profile_id, received_at, counts_from
    from ad_events, generate_series(2, ${MOST_A_DAY}) where account_id = ${accountId}`.execute(server.db);

  const { play_log_id: next } = await open();
  const reports = await server.db.transaction().execute(async (tx) => {
    // Reads go on, writes wait: both reports find the count of now.
    await sql`lock table ad_events in share mode`.execute(tx);
    await hand(first!.id, next);
    const one = tell(next);
    await expect.poll(() => countWaiting(server.db)).toBe(1);
    server.clock.advance(1);
    // It waits for the first report, which holds the account.
    const other = hand(second!.id, next).then(() => tell(next));
    await expect.poll(() => countWaiting(server.db)).toBe(2);
    return [one, other];
  });
  expect((await Promise.all(reports)).map(({ status }) => status)).toEqual([204, 204]);
  const counted = await server.db
    .selectFrom('ad_events')
    .select('ad_break_id')
    .where('account_id', '=', accountId)
    .where('play_log_id', '=', next)
    .where('counts_from', 'is not', null)
    .execute();
  expect(counted).toEqual([{ ad_break_id: first!.id }]);
});
