import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseAccount } from '#contract/console/leaving.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { createMembers } from '#tests/support/console.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';

/* Every call with a token, after each way in which a sign-in or a profile ends. On PostgreSQL two servers answer in turns. */

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const NEW_PASSWORD = 'bora-other-2';
const withToken = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].auth !== 'none');

const both = ({ token, profileToken }: Viewer) => [token, profileToken];
const signOut = async (by: Viewer, ended: Viewer) => {
  const { results } = (await server.call(endpoints.listDeviceSessions, { token: ended.token })).reply;
  const { id } = results.find(({ is_current: isCurrent }) => isCurrent)!;
  return server.call(endpoints.removeDeviceSession, { token: by.token, params: { id } });
};
const resetOf = async ({ email }: Viewer) => {
  await server.call(endpoints.requestPasswordReset, { body: { email } });
  const link = (await readMailbox(server.app, email)).map(({ text }) => /password\?token=([\w-]{43})/.exec(text)?.[1]);
  return { code: await readCode(server.app, email), token: link.find((token) => token !== undefined)! };
};

/** @returns what ended it; `elsewhere` is the same profile on another device. */
type End = (viewer: Viewer, elsewhere: Viewer) => Promise<{ status: number }>;
/** Ends a sign-in: both tokens of the device are over. */
const SIGN_INS: Record<string, End> = {
  'signed out': ({ token }) => server.call(endpoints.logout, { token }),
  'signed out with its profile': ({ profileToken: token }) => server.call(endpoints.logout, { token }),
  'was signed out by another device': (viewer, elsewhere) => signOut(elsewhere, viewer),
  'was on another device when the password changed': (_viewer, { token }) =>
    server.call(endpoints.changePassword, { token, body: { old_password: PASSWORD, new_password: NEW_PASSWORD } }),
  'forgot its password, and typed a code': async (viewer) =>
    server.call(endpoints.resetPassword, {
      query: { auth_code: (await resetOf(viewer)).code },
      body: { new_password: NEW_PASSWORD },
    }),
  'forgot its password, and opened a link': async (viewer) =>
    server.call(endpoints.setPassword, {
      token: (await resetOf(viewer)).token,
      body: { new_password: NEW_PASSWORD },
    }),
  'left on another device': (_viewer, { profileToken: token }) =>
    server.call(endpoints.leaveAccount, { token, body: { password: PASSWORD } }),
  async 'was erased by support'({ accountId, email }) {
    const members = createMembers(server);
    const owner = await members.buildMember('owner');
    return members.call(eraseAccount, owner, { params: { id: accountId }, body: { email, reason: '요청' } });
  },
};
/** Ends a profile: its tokens are over on each device, and the account's go on. */
const PROFILES: Record<string, End> = {
  'was removed': (_viewer, { token, profileId: id }) => server.call(endpoints.removeProfile, { token, params: { id } }),
  'got a PIN with the account’s token': (_viewer, { token, profileId: id }) =>
    server.call(endpoints.updateProfile, { token, params: { id }, body: { pin: '1111' } }),
  'got a PIN on another device': (_viewer, { profileToken: token, profileId: id }) =>
    server.call(endpoints.updateProfile, { token, params: { id }, body: { pin: '1111' } }),
};

async function codesOf(token: string): Promise<(readonly [EndpointName, string | number])[]> {
  const codes: (readonly [EndpointName, string | number])[] = [];
  for (const name of withToken) {
    const endpoint: Endpoint = endpoints[name];
    const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, key]) => [key!, '1']));
    const answer = await server.call(endpoint, { token, params });
    codes.push([name, answer.status < 400 ? answer.status : answer.error.code] as const);
  }
  return codes;
}
const ALL_REFUSED = withToken.map((name) => [name, 'TOKEN_INVALID'] as const);

const build = async () => {
  const viewer = await server.buildViewer({ profiles: [{}, {}] });
  const elsewhere = await server.signIn(viewer.email);
  // Each server has seen each token.
  for (const token of [...both(viewer), ...both(viewer)])
    expect((await server.call(endpoints.getMyAccount, { token })).status).toBe(200);
  return { viewer, elsewhere };
};

test.each(Object.entries(SIGN_INS))('no call is for a device that %s', async (_name, end) => {
  const { viewer, elsewhere } = await build();
  expect((await end(viewer, elsewhere)).status).toBeLessThan(300);
  for (const token of both(viewer)) expect(await codesOf(token)).toEqual(ALL_REFUSED);
});

test('no call is for a device that was not used for 180 days', async () => {
  const { viewer } = await build();
  server.clock.advance(180 * 24 * 3600);
  for (const token of both(viewer)) expect(await codesOf(token)).toEqual(ALL_REFUSED);
});

test.each(Object.entries(PROFILES))('no call is for a profile that %s', async (_name, end) => {
  const { viewer, elsewhere } = await build();
  expect((await end(viewer, elsewhere)).status).toBeLessThan(300);
  expect(await codesOf(viewer.profileToken)).toEqual(ALL_REFUSED);
  expect((await server.call(endpoints.listProfiles, { token: viewer.token })).status).toBe(200);
});
