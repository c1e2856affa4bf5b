import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { findSetting, setSetting } from '#server/settings/index.ts';
import { inEveryOrder } from '#tests/support/in-every-order.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
import { createMeetings, type Meeting } from '#tests/support/meetings.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';

const NEW = 'bora-new-22';
const BY_CODE = 'bora-code-33';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const { onTwoDevices, login, keep, works, watch, plays, leave } = createMeetings(() => server);
const change = ({ token }: Viewer) =>
  server.call(endpoints.changePassword, { token, body: { old_password: PASSWORD, new_password: NEW } });

/** The code and the link of a mail that set a new password. */
interface Forgetful extends Meeting {
  code: string;
  link: string;
}
async function forgetful(): Promise<Forgetful> {
  const viewer = await server.buildViewer();
  const { email } = viewer;
  await server.call(endpoints.requestPasswordReset, { body: { email } });
  const code = await readCode(server.app, email);
  const texts = (await readMailbox(server.app, email)).map(({ text }) => text).join('\n');
  return { viewer, there: viewer, code, link: /password\?token=([\w-]{43})/.exec(texts)![1]! };
}
const byLink = ({ link }: Forgetful) =>
  server.call(endpoints.setPassword, { token: link, body: { new_password: NEW } });
const byCode = ({ code }: Forgetful) =>
  server.call(endpoints.resetPassword, { query: { auth_code: code }, body: { new_password: BY_CODE } });
/** Whether the password of the code is that of the account. */
const isByCode = async ({ viewer }: Meeting) => (await login(viewer, BY_CODE)).status === 200;

describe('one of two calls comes first:', () => {
  test('a link sets a new password, and somebody signs in with the old one', () =>
    inEveryOrder<Forgetful>({
      fresh: forgetful,
      one: byLink,
      other: (state) => keep(state, login(state.viewer)),
      read: works,
      serially: [
        [204, 'LOGIN_FAILED'],
        [204, 200],
      ],
    }));

  test('a code sets a new password, and the signed-in owner sets another', () =>
    inEveryOrder<Forgetful>({
      fresh: forgetful,
      one: byCode,
      other: ({ viewer }) => change(viewer),
      read: async (state) => [await works(state.viewer), await isByCode(state)],
      serially: [
        [204, 'TOKEN_INVALID'],
        ['AUTH_CODE_EXPIRED', 204],
      ],
    }));

  test('a device sets a new password, and is signed out', () =>
    inEveryOrder<Meeting>({
      fresh: onTwoDevices,
      one: ({ viewer }) => change(viewer),
      other: ({ viewer }) => server.call(endpoints.logout, { token: viewer.token }),
      read: async ({ viewer }) => [await works(viewer), (await login(viewer, NEW)).status],
      serially: [
        [204, 204],
        ['TOKEN_INVALID', 204],
      ],
    }));

  test('a link and a code of one mail set a new password', () =>
    inEveryOrder<Forgetful>({
      fresh: forgetful,
      one: byLink,
      other: byCode,
      read: isByCode,
      serially: [
        [204, 'AUTH_CODE_EXPIRED'],
        ['TOKEN_INVALID', 204],
      ],
    }));

  test('the owner leaves, and another device signs in', () =>
    inEveryOrder<Meeting>({
      fresh: onTwoDevices,
      one: ({ viewer }) => leave(viewer),
      other: (state) => keep(state, login(state.viewer)),
      read: works,
      serially: [
        [202, 'LOGIN_FAILED'],
        [202, 200],
      ],
    }));

  test('the owner leaves, and a code sets a new password', () =>
    inEveryOrder<Forgetful>({
      fresh: forgetful,
      one: ({ viewer }) => leave(viewer),
      other: byCode,
      read: isByCode,
      serially: [
        [202, 'AUTH_CODE_EXPIRED'],
        ['TOKEN_INVALID', 204],
      ],
    }));

  test('the owner leaves, and another device opens a video', () =>
    inEveryOrder<Meeting>({
      fresh: onTwoDevices,
      one: ({ viewer }) => leave(viewer),
      other: (state) => watch(state),
      read: plays,
      serially: [
        [202, 'TOKEN_INVALID'],
        [202, 200],
      ],
    }));

  /** A television that asks to be signed in. `there` is another account. */
  interface Television extends Meeting {
    userCode: string;
    deviceCode: string;
    /** What each phone was told. */
    told: Record<string, string>;
  }
  const television = async (): Promise<Television> => {
    const [viewer, there] = [await server.buildViewer(), await server.buildViewer()];
    const { reply } = await server.call(endpoints.authorizeDevice, { body: { device: { platform: 'tizen' } } });
    return { viewer, there, userCode: reply.user_code, deviceCode: reply.device_code, told: {} };
  };
  const decide = async ({ userCode, told }: Television, { token }: Viewer, approve: boolean) => {
    const params = { user_code: userCode };
    const answer = await server.call(endpoints.answerDeviceLink, { token, params, body: { approve } });
    if (answer.status === 200) told[`approve ${approve}`] = answer.reply.state;
    return answer;
  };
  const poll = ({ deviceCode }: Television) =>
    server.call(endpoints.getDeviceToken, { body: { device_code: deviceCode } });

  test('the owner leaves, and an approved television signs in', () =>
    inEveryOrder<Television>({
      fresh: async () => {
        const state = await television();
        await decide(state, state.viewer, true);
        return state;
      },
      one: ({ viewer }) => leave(viewer),
      other: (state) => keep(state, poll(state)),
      read: works,
      serially: [
        [202, 'ACCESS_DENIED'],
        [202, 200],
      ],
    }));

  test('two accounts approve one television', () =>
    inEveryOrder<Television>({
      fresh: television,
      one: (state) => decide(state, state.viewer, true),
      other: (state) => decide(state, state.there, true),
      read: async (state) => (await poll(state)).reply.account.email === state.viewer.email,
      serially: [
        [200, 'NOT_FOUND'],
        ['NOT_FOUND', 200],
      ],
    }));

  test('a television is approved, and denied', () =>
    inEveryOrder<Television>({
      fresh: television,
      one: (state) => decide(state, state.viewer, true),
      other: (state) => decide(state, state.viewer, false),
      read: async (state) => [state.told, (await poll(state)).status],
      serially: [
        [200, 200],
        [200, 200],
      ],
    }));
});

test('a pair of calls that do not notice each other fails', async () => {
  const { db } = server;
  const add = async (key: string) => {
    await setSetting(db, key, `${(await findSetting(db, key)) ?? ''}+`);
    return { status: 200 };
  };
  let runs = 0;
  const pair = inEveryOrder({
    fresh: () => Promise.resolve(`pair ${(runs += 1)}`),
    one: add,
    other: add,
    read: (key) => findSetting(db, key),
    serially: [
      [200, 200],
      [200, 200],
    ],
  });
  await expect(pair).rejects.toThrow('`other` comes before write 1 of `one`');
});
