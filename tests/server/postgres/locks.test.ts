import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createServerFixture, PASSWORD, type ServerFixture, type Viewer } from '#tests/support/server-fixture.ts';

/*
 * Every transaction that locks more than one row of an account locks the account's first. A transaction of the test
 * holds that row; what a call has locked before it waits for the account would be a deadlock in the making.
 */

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const isSomebodyWaiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`.execute(server.db);
  return rows[0]!.count > 0;
};

/** Which of an account's other rows are locked while a call waits for the account. */
async function lockedBefore(accountId: string, call: () => Promise<unknown>): Promise<string[]> {
  let asked: Promise<unknown> | undefined;
  const locked = await server.db.transaction().execute(async (tx) => {
    await sql`select 1 from accounts where id = ${accountId} for update`.execute(tx);
    asked = call();
    await expect.poll(isSomebodyWaiting).toBe(true);
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
])('%s locks the account before anything of it', async (_name, call) => {
  const viewer = await server.buildViewer({ profiles: [{}, {}] });
  await server.signIn(viewer.email);
  await server.openVideo(viewer);
  expect(await lockedBefore(viewer.accountId, () => call(viewer))).toEqual([]);
});

test('a television that is let in locks the account before its own code', async () => {
  const viewer = await server.buildViewer();
  const poll = await letIn(viewer);
  expect(await lockedBefore(viewer.accountId, poll)).toEqual([]);
});
