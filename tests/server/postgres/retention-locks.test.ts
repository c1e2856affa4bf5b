import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { deleteRows, erasedTables } from '#server/leaving/erasing-store.ts';
import { retry } from '#server/lib/retry.ts';
import { expirePlayLogs } from '#server/retention/play-logs-store.ts';
import { removeOldRows } from '#server/retention/remove-old-rows.ts';
import { RETENTION } from '#server/retention/retention.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { isSomebodyWaiting } from '#tests/support/server/lock-waits.ts';

let server: ServerFixture;
let viewer: Viewer;
beforeAll(async () => {
  server = await createServerFixture();
});
beforeEach(async () => {
  viewer = await server.buildViewer({ profiles: [{}, {}] });
});
afterAll(() => server.close());

const unlimited = new AbortController().signal;
const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * 24 * 3600_000);

const addOldPlayLogs = async (count: number): Promise<void> => {
  await sql`insert into play_logs (account_id, id, profile_id, device_session_id, episode_id, item_id, device, state,
      opened_at, expires_at, running_time)
    select ${viewer.accountId}, gen_random_uuid(), ${viewer.profileId}, id, 101, 1, 'web', 'expired',
      ${daysAgo(91)}::timestamptz - n * interval '1 second', ${daysAgo(91)}, 100
    from device_sessions, generate_series(1, ${count}) as n where account_id = ${viewer.accountId}`.execute(server.db);
};
const countPlayLogs = async () =>
  (
    await sql<{ count: number }>`select count(*) from play_logs where account_id = ${viewer.accountId}`.execute(
      server.db,
    )
  ).rows[0]!.count;

test('a locked old play log fails its table alone, and is removed by the next run', async () => {
  await addOldPlayLogs(5);
  await sql`insert into email_codes (email, is_for_owner, code_hash, tries, created_at, expires_at)
    values (${viewer.email}, false, '', 0, ${daysAgo(5)}, ${daysAgo(5)})`.execute(server.db);
  const removeOld = () => removeOldRows(server.db, server.clock.now(), unlimited);
  await server.db.transaction().execute(async (tx) => {
    // On a cluster, removing the rows of all tables takes longer than a session of calls may be idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`select 1 from play_logs where account_id = ${viewer.accountId} limit 1 for update`.execute(tx);
    await expect(removeOld()).rejects.toThrow('play_logs');
  });
  const codes = await server.db.selectFrom('email_codes').select('email').where('email', '=', viewer.email).execute();
  expect(codes).toEqual([]);
  expect((await removeOld()).get('play_logs')).toBe(5);
});

test('a play log that a report has locked is ended by the next run, and holds up no other', async () => {
  const now = server.clock.now();
  await addOldPlayLogs(3);
  const mine = () => server.db.selectFrom('play_logs').where('account_id', '=', viewer.accountId);
  await server.db
    .updateTable('play_logs')
    .set({ state: 'active' })
    .where('account_id', '=', viewer.accountId)
    .execute();
  await server.db.transaction().execute(async (tx) => {
    await sql`select 1 from play_logs where account_id = ${viewer.accountId} limit 1 for update`.execute(tx);
    expect(await expirePlayLogs(server.db, now, 100)).toBe(2);
  });
  expect(await mine().select('id').where('state', '=', 'active').execute()).toHaveLength(1);
  expect(await expirePlayLogs(server.db, now, 100)).toBe(1);
});

test('retention and an erasure of the same account remove its old play logs side by side', async () => {
  const playLogs = erasedTables.find(({ table }) => table === 'play_logs')!;
  if (playLogs.erase === 'own') throw new Error('play logs have a rule of their own');
  const retention = RETENTION.filter(({ table }) => table === 'play_logs');
  for (let round = 0; round < 8; round += 1) {
    await addOldPlayLogs(400);
    const erase = async () => {
      while ((await retry(() => deleteRows(server.db, playLogs, viewer.accountId, 500))) > 0);
    };
    await Promise.all([removeOldRows(server.db, server.clock.now(), unlimited, { retention }), erase()]);
    expect(await countPlayLogs()).toBe(0);
  }
});

test('a profile of an account that was left meanwhile is not removed', async () => {
  let removing: ReturnType<typeof server.call<typeof endpoints.removeProfile>> | undefined;
  await server.db.transaction().execute(async (tx) => {
    await sql`select 1 from accounts where id = ${viewer.accountId} for update`.execute(tx);
    removing = server.call(endpoints.removeProfile, { token: viewer.token, params: { id: viewer.profileId } });
    await expect.poll(() => isSomebodyWaiting(server.db)).toBe(true);
    await sql`update accounts set left_at = now() where id = ${viewer.accountId}`.execute(tx);
  });
  expect((await removing)?.status).toBe(401);
});
