import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviteAccount } from '#contract/console/account-import.ts';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { exportAccounts } from '#contract/console/exports.ts';
import { eraseAccount } from '#contract/console/leaving.ts';
import { changeAccountEmail, findAccount, listAccounts, sendPasswordMail } from '#contract/console/people.ts';
import { changeMembership, getSupportedAccount } from '#contract/console/accounts.ts';
import { confirmConsoleSession, consoleSignIn, readStaffLink } from '#contract/console/staff.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { hashToken } from '#server/accounts/index.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import { buildCrash } from '#tests/support/media/quality.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/*
 * Each limit by its key, its number and its window. The numbers are written here a second time: a call is made with one unit
 * left, then with none, and once more when only another key is used up.
 */

let server: ServerFixture;
let staff: ReturnType<typeof createMembers>;
let member: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  staff = createMembers(server);
  member = await staff.buildMember('support');
});
afterAll(() => server.close());

interface Who {
  readonly viewer: Viewer;
  readonly address: string;
  readonly member: Member;
  /** An address without an account. */
  readonly email: string;
}
interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
}
type Act = (who: Who) => Promise<Answer>;
type Case = readonly [key: string, most: number, seconds: number, act: Act];

const HOUR = 3600;
const DAY = 24 * HOUR;
const WRONG = 'bora-wrong-1';

/** A call by a viewer, or by nobody. */
const by =
  (name: EndpointName, options: (who: Who) => CallOptions = () => ({}), isSignedIn = true): Act =>
  (who) => {
    const given = options(who);
    return server.call(endpoints[name] as Endpoint, {
      ...(isSignedIn && { token: who.viewer.profileToken }),
      ...given,
      headers: { 'x-forwarded-for': who.address, ...given.headers },
    });
  };
const open = (name: EndpointName, options?: (who: Who) => CallOptions) => by(name, options, false);
const byStaff =
  (endpoint: ConsoleEndpoint, options: (who: Who) => object = () => ({})): Act =>
  (who) =>
    staff.call(endpoint, { ...who.member, headers: { 'x-forwarded-for': who.address } }, options(who));

const device = { platform: 'web' } as const;
const login = (password: string) =>
  open('login', ({ viewer }) => ({ body: { email: viewer.email, password, device } }));
const wrongPin = by('updateProfile', ({ viewer }) => ({
  params: { id: viewer.profileId },
  body: { pin: null, password: WRONG },
}));
const profilePin = by('getProfileToken', ({ viewer }) => ({
  token: viewer.token,
  params: { id: viewer.profileId },
  headers: { 'x-profile-pin': '9999' },
}));
const newPin = by('createProfile', () => ({ body: { name: '새 프로필', default_image_id: 1, pin: '1111' } }));
const askForCode = open('requestEmailCode', ({ email }) => ({ body: { email } }));
const askForOwnCode = by('requestEmailCode', ({ viewer }) => ({ token: viewer.token, body: { email: viewer.email } }));
const wrongCode = open('confirmEmail', ({ email }) => ({ body: { email, auth_code: '000000' } }));
const wrongOwnCode = by('confirmEmail', ({ viewer }) => ({
  token: viewer.token,
  body: { email: viewer.email, auth_code: '000000' },
}));
const reviewOfAnother: Act = async (who) => {
  const writer = await server.buildViewer();
  const { reply } = await server.call(endpoints.writeShortReview, {
    token: writer.profileToken,
    params: { id: 1 },
    body: { short_review: '좋아요' },
  });
  return by('reportShortReview', () => ({ params: { id: reply!.id }, body: { reason: 'spoiler' } }))(who);
};
const voucher = by('redeemVoucher', () => ({ body: { code: 'BBBBBBBBBBBBBBBB' } }));
const signInWithCode = open('login', ({ viewer }) => ({
  body: { email: viewer.email, password: PASSWORD, device, auth_code: '000000' },
}));
const staffSignIn = byStaff(consoleSignIn, ({ email }) => ({ body: { email, password: WRONG } }));
const membership: Act = async (who) => {
  const params = { id: who.viewer.accountId };
  const { version } = (await staff.call(getSupportedAccount, who.member, { params })).reply.membership;
  const body = { action: 'give', plan: 'basic', days: 1, reason: '요청', version };
  return byStaff(changeMembership, () => ({ params, body }))(who);
};

const CASES: readonly Case[] = [
  ['sign-in:all-from:ADDRESS', 1000, 600, login(PASSWORD)],
  ['sign-in:address:ADDRESS', 200, 600, login(WRONG)],
  ['sign-in:account:OWN-EMAIL', 20, 600, login(WRONG)],
  ['sign-in:all-of:OWN-EMAIL', 100, 600, login(PASSWORD)],
  [
    'password-change:ACCOUNT',
    20,
    600,
    by('changePassword', () => ({ body: { old_password: WRONG, new_password: 'bora-new-22' } })),
  ],
  ['pin-removal:address:ADDRESS', 60, 600, wrongPin],
  ['pin-removal:account:ACCOUNT', 10, 600, wrongPin],
  ['pin-test:ACCOUNT', 200, 600, profilePin],
  ['pin-change:ACCOUNT', 30, 600, newPin],
  ['export:ACCOUNT', 3, DAY, by('exportAccount')],
  [
    'short-review PROFILE',
    60,
    600,
    by('writeShortReview', () => ({ params: { id: 1 }, body: { short_review: '또' } })),
  ],
  ['review-report PROFILE', 30, HOUR, reviewOfAnother],
  [
    'profile-block PROFILE',
    60,
    HOUR,
    async (who) => {
      const other = await server.buildViewer();
      return by('blockProfile', () => ({ params: { id: other.profileId } }))(who);
    },
  ],
  ['voucher:ADDRESS', 60, HOUR, voucher],
  ['voucher-account:ACCOUNT', 10, HOUR, voucher],
  ['email-check:address:ADDRESS', 120, 600, open('checkEmail', ({ email }) => ({ query: { email, is_unique: '1' } }))],
  ['email-code:sent-from:ADDRESS', 60, 600, askForCode],
  ['email-code:resend:EMAIL', 1, 60, askForCode],
  ['email-code:sent:EMAIL', 10, HOUR, askForCode],
  ['email-code:resend-of:ACCOUNT', 1, 60, askForOwnCode],
  ['email-code:sent-of:ACCOUNT', 10, HOUR, askForOwnCode],
  ['email-code:wrong-from:ADDRESS', 100, 600, wrongCode],
  ['email-code:wrong:EMAIL', 30, HOUR, wrongCode],
  ['email-code:wrong-of:ACCOUNT', 30, HOUR, wrongOwnCode],
  [
    'reset-code:wrong-from:ADDRESS',
    30,
    600,
    open('resetPassword', () => ({ query: { auth_code: 'AAAAAAAAAA' }, body: { new_password: 'bora-new-22' } })),
  ],
  [
    'reset-link:wrong-from:ADDRESS',
    60,
    600,
    open('setPassword', () => ({ token: 'a'.repeat(43), body: { new_password: 'bora-new-22' } })),
  ],
  ['second-factor:confirms-of:ACCOUNT', 30, HOUR, by('confirmSecondFactor', () => ({ body: { auth_code: '000000' } }))],
  ['second-factor:wrong-of:ACCOUNT', 10, HOUR, signInWithCode],
  ['second-factor:day-of:ACCOUNT', 30, DAY, signInWithCode],
  [
    'sign-up:address:ADDRESS',
    100,
    600,
    open('signUp', ({ email }) => ({
      body: { email, password1: PASSWORD, password2: PASSWORD, auth_code: '000000' },
    })),
  ],
  ['input:address:ADDRESS', 240, 600, open('openInput', () => ({ body: { text: '보라' } }))],
  ['input-code:wrong-from:ADDRESS', 60, 600, open('getInput', () => ({ params: { code: 'BBBB-2222' } }))],
  ['device:address:ADDRESS', 120, 600, open('authorizeDevice', () => ({ body: { device: { platform: 'tizen' } } }))],
  ['device-code:wrong-from:ADDRESS', 60, 600, open('getDeviceLink', () => ({ params: { user_code: 'BBBB-2222' } }))],
  [
    'device-code:wrong-of:ACCOUNT',
    30,
    600,
    by('answerDeviceLink', () => ({ params: { user_code: 'BBBB-2222' }, body: { approve: true } })),
  ],
  ['crash:ADDRESS', 30, HOUR, open('reportCrash', () => ({ body: buildCrash() }))],
  [
    'export-link:wrong-from:ADDRESS',
    60,
    600,
    async ({ address }) => {
      const { statusCode, headers } = await server.app.inject({
        url: '/account-file?token=nothing',
        headers: { 'x-forwarded-for': address },
      });
      return { status: statusCode, headers };
    },
  ],
  ['staff-sign-in:ADDRESS', 100, 600, staffSignIn],
  ['staff-sign-in:wrong:ADDRESS', 20, 600, staffSignIn],
  ['staff-code:MEMBER', 10, HOUR, byStaff(confirmConsoleSession, () => ({ body: { code: '000000' } }))],
  ['staff-link:ADDRESS', 30, 600, byStaff(readStaffLink, () => ({ body: { token: 'a'.repeat(43) } }))],
  ['staff-search:MEMBER', 60, 600, byStaff(findAccount, ({ email }) => ({ body: { keyword: email } }))],
  ['staff-list:MEMBER', 120, 600, byStaff(listAccounts)],
  ['staff-export:MEMBER', 60, 600, byStaff(exportAccounts)],
  ['staff-invite:MEMBER', 60, DAY, byStaff(inviteAccount, ({ email }) => ({ body: { email, name: '초대' } }))],
  [
    'staff-erase:MEMBER',
    3,
    DAY,
    byStaff(eraseAccount, ({ viewer }) => ({
      params: { id: viewer.accountId },
      body: { email: 'another@bora.example', reason: '요청' },
    })),
  ],
  [
    'staff-email:MEMBER',
    20,
    DAY,
    byStaff(changeAccountEmail, ({ viewer, email }) => ({
      params: { id: viewer.accountId },
      body: { email, code: '000000', proof: 'old-email', reason: '요청', seen: viewer.email },
    })),
  ],
  ['staff-days:MEMBER', 400, DAY, membership],
  [
    'staff-password-mail:ACCOUNT',
    3,
    900,
    byStaff(sendPasswordMail, ({ viewer }) => ({ params: { id: viewer.accountId } })),
  ],
];

let cases = 0;
const buildWho = async (): Promise<Who> => {
  cases += 1;
  return {
    viewer: await server.buildViewer({ plan: 'free', profiles: [{ hasPin: true }] }),
    address: `203.0.113.${cases}`,
    email: `nobody-${cases}@bora.example`,
    member,
  };
};
const keyFor = (key: string, { viewer, address, email, member: { id } }: Who) =>
  key
    .replace('ADDRESS', address)
    .replace('OWN-EMAIL', hashToken(viewer.email))
    .replace('EMAIL', hashToken(email))
    .replace('ACCOUNT', viewer.accountId)
    .replace('PROFILE', viewer.profileId)
    .replace('MEMBER', id);

/** This many units of a key are used; of all others none. */
async function use(key: string, count: number, seconds: number) {
  const { db, clock } = server;
  await db.deleteFrom('rate_limits').execute();
  // A file that is being made is not asked for again.
  await db.deleteFrom('account_exports').execute();
  if (count > 0)
    await db
      .insertInto('rate_limits')
      .values({ key, count, resets_at: new Date(clock.now().getTime() + seconds * 1000) })
      .execute();
}

describe.each(CASES)('the limit %s', (name, most, seconds, act) => {
  test(`is ${most} in ${seconds} s`, async () => {
    const [who, other] = [await buildWho(), await buildWho()];
    const key = keyFor(name, who);
    await use(key, 0, seconds);
    await act(who);
    const row = await server.db.selectFrom('rate_limits').selectAll().where('key', '=', key).executeTakeFirst();
    expect(row && (row.resets_at.getTime() - server.clock.now().getTime()) / 1000).toBe(seconds);

    await use(key, most - 1, seconds);
    expect((await act(who)).status).not.toBe(429);
    await use(key, most, seconds);
    const { status, headers } = await act(who);
    expect([status, headers['retry-after']]).toEqual([429, String(seconds)]);
    // Someone else, or the same one from elsewhere, is not refused.
    await use(
      name.includes('MEMBER') ? keyFor(name, { ...who, member: { ...member, id: other.email } }) : keyFor(name, other),
      most,
      seconds,
    );
    expect((await act(who)).status).not.toBe(429);
  });
});

/** Limits that refuse nobody, or need a provider or a page: where they are tested. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'opened-page': 'background/viewing.test.ts',
  'missed-search': 'background/viewing.test.ts',
  'more-time': 'watching/watch-time.test.ts',
  'pin:count': 'profiles/profiles.test.ts',
  'pin:wait': 'profiles/profiles.test.ts',
  'sign-in-notice': 'accounts/accounts.test.ts',
  'reset:address': 'accounts/limits.test.ts',
  'reset:account': 'accounts/accounts.test.ts',
  'second-factor:sent-of': 'accounts/second-factor.test.ts',
  'staff-oidc': 'staff/provider.test.ts',
  'staff-receipt': 'shop/receipts.test.ts',
  'staff-refund': 'staff/staff-bounds.test.ts',
  'staff-look': 'staff/staff-bounds.test.ts',
  'payment-asks': 'shop/payments.test.ts',
};

test('each key of a limit in the sources is in the table', () => {
  const prefixes = new Set<string>();
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.ts'),
  )) {
    const text = readFileSync(`server/${file}`, 'utf8');
    for (const line of text.split('\n').filter((each) => /keys?\b/i.test(each) && !/`select /.test(each)))
      for (const [, prefix] of line.matchAll(/`([a-z]+(?:-[a-z]+)*(?::[a-z-]+)*)[: ]\$\{/g)) prefixes.add(prefix!);
  }
  for (const path of Object.values(ELSEWHERE)) expect(existsSync(`tests/server/${path}`)).toBe(true);
  const known = new Set([...CASES.map(([key]) => key.replace(/[: ][A-Z-]+$/, '')), ...Object.keys(ELSEWHERE)]);
  expect([...prefixes].filter((prefix) => !known.has(prefix))).toEqual([]);
  expect([...known].filter((prefix) => !prefixes.has(prefix))).toEqual([]);
});
