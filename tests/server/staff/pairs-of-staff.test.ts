import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  acceptStaffLink,
  confirmConsoleSession,
  consoleSignIn,
  getConsoleSession,
  removeStaff,
  renewStaffLink,
} from '#contract/console/staff.ts';
import { codeAt, stepOf } from '#server/lib/totp.ts';
import { createMembers, STAFF_PASSWORD, type Member } from '#tests/support/console.ts';
import { inEveryOrder } from '#tests/support/in-every-order.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

const NEW = 'bora-staff-2';

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture();
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

describe('one of two calls about a member of staff comes first:', () => {
  /** A member with a link for a lost phone, and the cookie that one of the calls may get. */
  interface Lost {
    member: Member;
    token: string;
    secret: string;
    /** The cookie of the browser that opened the link. */
    opened: string;
    cookie?: string;
  }
  const lost = async (): Promise<Lost> => {
    const member = await members.buildMember('support');
    // The clock runs on: the owner's last code becomes too old for links.
    await members.call(confirmConsoleSession, owner, { body: { code: members.codeOf(owner.secret) } });
    const { link } = (await members.call(renewStaffLink, owner, { params: { id: member.id } })).reply;
    const token = members.tokenOf(link);
    const { secret, cookie: opened } = await members.openLink(link);
    // Each code signs in once, and links are used a limited number of times.
    server.clock.advance(120);
    return { member, token, secret, opened };
  };
  const keep = async <A extends { status: number; headers: Record<string, unknown> }>(
    state: Lost,
    answer: Promise<A>,
  ) => {
    const answered = await answer;
    if (answered.status < 300) state.cookie = members.cookieOf(answered.headers['set-cookie'])!;
    return answered;
  };
  const isIn = async ({ cookie }: Pick<Lost, 'cookie'>) =>
    cookie !== undefined && (await members.call(getConsoleSession, { cookie })).status === 200;
  const accept = ({ token, secret, opened }: Lost) =>
    members.call(acceptStaffLink, { cookie: opened }, { body: { token, password: NEW, code: members.codeOf(secret) } });
  const signIn = ({ member: { email, secret } }: Lost, code = members.codeOf(secret)) =>
    members.call(consoleSignIn, {}, { body: { email, password: STAFF_PASSWORD, code } });
  /** A code of the link's secret that counts after the one with which the link is used. */
  const nextCode = ({ secret }: Lost) => codeAt(secret, stepOf(server.clock.now()) + 1);
  const remove = ({ member: { id } }: Lost) => members.call(removeStaff, owner, { params: { id } });

  test('a link sets a new password, and somebody signs in with the old one', () =>
    inEveryOrder<Lost>({
      fresh: lost,
      one: accept,
      other: (state) => keep(state, signIn(state)),
      read: isIn,
      serially: [
        [201, 'LOGIN_FAILED'],
        [201, 200],
      ],
    }));

  test('a link sets a new password, and somebody signs in with the old one and a new code', () =>
    inEveryOrder<Lost>({
      fresh: lost,
      one: accept,
      other: (state) => keep(state, signIn(state, nextCode(state))),
      read: isIn,
      serially: [
        [201, 'LOGIN_FAILED'],
        [201, 'CODE_INVALID'],
      ],
    }));

  test('a link is used twice', () =>
    inEveryOrder<Lost>({
      fresh: lost,
      one: (state) => keep(state, accept(state)),
      other: accept,
      read: isIn,
      serially: [
        [201, 'LINK_INVALID'],
        ['LINK_INVALID', 201],
      ],
    }));

  test('a link is used, and replaced by another', () =>
    inEveryOrder<Lost>({
      fresh: lost,
      one: (state) => keep(state, accept(state)),
      other: ({ member: { id } }) => members.call(renewStaffLink, owner, { params: { id } }),
      read: isIn,
      serially: [
        [201, 201],
        ['LINK_INVALID', 201],
      ],
    }));

  test('a code signs in twice', () =>
    inEveryOrder<Lost>({
      fresh: lost,
      one: (state) => keep(state, signIn(state)),
      other: signIn,
      read: isIn,
      serially: [
        [200, 'CODE_INVALID'],
        ['CODE_INVALID', 200],
      ],
    }));

  test('a member is removed, and signs in', () =>
    inEveryOrder<Lost>({
      fresh: lost,
      one: remove,
      other: (state) => keep(state, signIn(state)),
      read: isIn,
      serially: [
        [204, 'LOGIN_FAILED'],
        [204, 200],
      ],
    }));

  test('a member is removed, and uses a link', () =>
    inEveryOrder<Lost>({
      fresh: lost,
      one: remove,
      other: (state) => keep(state, accept(state)),
      read: isIn,
      serially: [
        [204, 'LINK_INVALID'],
        [204, 201],
      ],
    }));
});
