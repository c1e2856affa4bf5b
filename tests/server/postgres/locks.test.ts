import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';
import type { Connection } from '#server/db/open.ts';
import { isSomebodyWaiting } from '#tests/support/server/lock-waits.ts';

/*
 * Every transaction that locks several rows of an account locks the account first. The test's transaction holds that
 * row; any lock that a call takes before it waits for the account could deadlock.
 */

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

/** Other rows of the account that are locked while a call waits for the account. */
async function lockedBefore(accountId: string, call: () => Promise<unknown>): Promise<string[]> {
  let asked: Promise<unknown> | undefined;
  const locked = await server.db.transaction().execute(async (tx) => {
    await sql`select 1 from accounts where id = ${accountId} for update`.execute(tx);
    asked = call();
    await expect.poll(() => isSomebodyWaiting(server.db)).toBe(true);
    const found: string[] = [];
    for (const table of ['device_sessions', 'device_authorizations', 'play_logs', 'profiles', 'tokens']) {
      const of = sql.table(table);
      const { rows } = await sql<{ all: number; free: number }>`
        with free as (select 1 from ${of} where account_id = ${accountId} for update skip locked)
        select (select count(*) from ${of} where account_id = ${accountId}) as all, (select count(*) from free) as free
      `.execute(tx);
      if (rows[0]!.all !== rows[0]!.free) found.push(table);
    }
    return found;
  });
  await asked;
  return locked;
}

const signOut = (viewer: Viewer) => server.call(endpoints.logout, { token: viewer.token });
const removeDevice = async ({ token }: Viewer) => {
  const { results } = (await server.call(endpoints.listDeviceSessions, { token })).reply;
  return server.call(endpoints.removeDeviceSession, { token, params: { id: results[0]!.id } });
};
const changePassword = ({ token }: Viewer) =>
  server.call(endpoints.changePassword, {
    token,
    body: { old_password: PASSWORD, new_password: 'bora-new-22' },
  });
const removeProfile = ({ token, profileId }: Viewer) =>
  server.call(endpoints.removeProfile, { token, params: { id: profileId } });
const letIn = async (viewer: Viewer) => {
  const { reply } = await server.call(endpoints.authorizeDevice, { body: { device: { platform: 'tizen' } } });
  const params = { user_code: reply.user_code };
  await server.call(endpoints.answerDeviceLink, { params, token: viewer.token, body: { approve: true } });
  return () => server.call(endpoints.getDeviceToken, { body: { device_code: reply.device_code } });
};

test.each([
  ['signing out', signOut],
  ['signing another device out', removeDevice],
  ['changing the password', changePassword],
  ['removing a profile', removeProfile],
  ['opening a video', (viewer: Viewer) => server.openVideo(viewer)],
])('%s locks the account before its other rows', async (_name, call) => {
  const viewer = await server.buildViewer({ profiles: [{}, {}] });
  await server.signIn(viewer.email);
  await server.openVideo(viewer);
  expect(await lockedBefore(viewer.accountId, () => call(viewer))).toEqual([]);
});

test('approving a television locks the account before the code', async () => {
  const viewer = await server.buildViewer();
  const poll = await letIn(viewer);
  expect(await lockedBefore(viewer.accountId, poll)).toEqual([]);
});

test('removing a profile locks its own reviews and those it liked in one order', async () => {
  const write = async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    const { reply } = await server.call(endpoints.writeShortReview, {
      token: viewer.profileToken,
      params: { id: 1 },
      body: { short_review: '잘 봤어요' },
    });
    return { viewer, id: (reply as { id: string }).id };
  };
  const [first, second] = [await write(), await write()].sort((one, other) => (one.id < other.id ? -1 : 1));
  await server.call(endpoints.likeShortReview, { token: first!.viewer.profileToken, params: { id: second!.id } });

  // A cluster locks rows of one shard only.
  const reviewOf = (tx: Connection, id: string) =>
    tx.selectFrom('short_reviews').select('id').where('item_id', '=', 1).where('id', '=', id);
  let removed: Promise<unknown> | undefined;
  await server.db.transaction().execute(async (tx) => {
    await reviewOf(tx, first!.id).forUpdate().execute();
    removed = removeProfile(first!.viewer);
    await expect.poll(() => isSomebodyWaiting(server.db)).toBe(true);
    // The removal waits for the first review, so a transaction that holds the second one can continue.
    const free = reviewOf(tx, second!.id).forUpdate().skipLocked();
    expect(await free.execute()).toEqual([{ id: second!.id }]);
  });
  expect(await removed).toMatchObject({ status: 204 });
});
