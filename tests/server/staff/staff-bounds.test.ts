import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeMembership, getSupportedAccount, refundSupportedOrder } from '#contract/console/accounts.ts';
import { changeAccountEmail, findAccount } from '#contract/console/people.ts';
import { listAuditEntries } from '#contract/console/audit.ts';
import { eraseAccount } from '#contract/console/leaving.ts';
import {
  acceptStaffLink,
  addStaff,
  changeStaffRole,
  confirmConsoleSession,
  consoleSignIn,
  endStaffSession,
  listStaff,
  removeStaff,
  renewStaffLink,
} from '#contract/console/staff.ts';
import { addToken } from '#contract/console/tokens.ts';
import { createMembers, STAFF_PASSWORD, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

/* What one member of staff may do in a time, what needs a new code, and who hears of it. */

let server: ServerFixture;
let builder: ReturnType<typeof createMembers>;
let owner: Member;
let support: Member;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  server = await createServerFixture({
    logger: {
      level: 'info',
      stream: { write: (line: string) => void lines.push(JSON.parse(line) as object as never) },
    },
  });
  builder = createMembers(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  // Codes are valid once.
  server.clock.advance(60);
  owner = await builder.buildMember('owner');
  support = await builder.buildMember('support');
});

const MINUTE = 60;
const DAY = 24 * 3600;
const audit = async (query: Record<string, string>) =>
  (await builder.call(listAuditEntries, owner, { query })).reply.results;
const confirm = (member: Member, code = builder.codeOf(member.secret)) =>
  builder.call(confirmConsoleSession, member, { body: { code } });

describe('a search for accounts', () => {
  test('is in the audit log, with what was found and not what was typed', async () => {
    const viewer = await server.buildViewer();
    await builder.call(findAccount, support, { body: { keyword: viewer.email } });
    await builder.call(findAccount, support, { body: { keyword: 'nobody@else.example' } });
    const entries = await audit({ action: 'account.find', actor: support.email });
    expect(entries.map(({ subject }) => subject?.id ?? null).sort()).toEqual([viewer.accountId, null].sort());
    // The account that was found has its name; what was typed is nowhere.
    expect(JSON.stringify(entries)).not.toMatch(/@else/);
    expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toMatch(/viewer-/);
  });
});

test('an account that a member opens is in the audit log once, and not among its decisions', async () => {
  const ids = [(await server.buildViewer()).accountId, (await server.buildViewer()).accountId];
  for (const id of [...ids, ...ids])
    expect((await builder.call(getSupportedAccount, support, { params: { id } })).reply.decisions).toEqual([]);
  for (const id of ids) expect(await audit({ action: 'account.show', subject_id: id })).toHaveLength(1);
});

describe('support', () => {
  test('gives 400 days of membership a day, over all accounts', async () => {
    const give = async (days: number, by = support) => {
      const { accountId: id } = await server.buildViewer({ plan: 'free' });
      const { version } = (await builder.call(getSupportedAccount, by, { params: { id } })).reply.membership;
      const body = { action: 'give', plan: 'basic', days, reason: '요청', version };
      return (await builder.call(changeMembership, by, { params: { id }, body })).status;
    };
    expect(await give(401)).toBe(429);
    expect([await give(300), await give(101), await give(100), await give(1)]).toEqual([200, 429, 200, 429]);
    expect(await give(3660, owner)).toBe(200);
  });

  test('gets days back that were not given', async () => {
    const { accountId: id } = await server.buildViewer({ plan: 'free' });
    const give = (version: string) =>
      builder.call(changeMembership, support, {
        params: { id },
        body: { action: 'give', plan: 'basic', days: 400, reason: '요청', version },
      });
    expect((await give('another')).error.code).toBe('CHANGED_MEANWHILE');
    const { version } = (await builder.call(getSupportedAccount, support, { params: { id } })).reply.membership;
    expect((await give(version)).status).toBe(200);
  });

  test('erases three accounts a day', async () => {
    const erase = async (changes = {}) => {
      const viewer = await server.buildViewer();
      const body = { email: viewer.email, reason: '본인 요청', ...changes };
      return (await builder.call(eraseAccount, support, { params: { id: viewer.accountId }, body })).status;
    };
    // A refused one does not count.
    expect(await erase({ email: 'another@bora.example' })).toBe(409);
    expect([await erase(), await erase(), await erase(), await erase()]).toEqual([204, 204, 204, 429]);
    server.clock.advance(DAY - 10 * MINUTE);
  });
});

describe('a call that cannot be undone', () => {
  const add = (by: Member, email: string) => builder.call(addStaff, by, { body: { email, role: 'editor' } });

  test('needs a new code when the last one is ten minutes old', async () => {
    server.clock.advance(10 * MINUTE - 1);
    expect((await add(owner, 'early@bora.example')).status).toBe(201);
    server.clock.advance(1);
    expect((await add(owner, 'late@bora.example')).error.code).toBe('CONFIRMATION_REQUIRED');
    expect((await builder.call(listStaff, owner)).status).toBe(200);
    expect((await confirm(owner, '000000')).error.code).toBe('CODE_INVALID');
    expect((await add(owner, 'late@bora.example')).error.code).toBe('CONFIRMATION_REQUIRED');
    const code = builder.codeOf(owner.secret);
    expect((await confirm(owner, code)).status).toBe(204);
    expect((await add(owner, 'late@bora.example')).status).toBe(201);
    // A code that somebody saw confirms nothing.
    expect((await confirm(owner, code)).error.code).toBe('CODE_INVALID');
  });

  test.each([
    ['a new member', addStaff],
    ['another role', changeStaffRole],
    ['a new link', renewStaffLink],
    ['the end of a member', removeStaff],
    ['the end of a session', endStaffSession],
    ['the erasure of an account', eraseAccount],
    ['another e-mail address of an account', changeAccountEmail],
  ])('is %s', async (_, endpoint) => {
    const call = () =>
      builder.call(endpoint, owner, { params: { id: '0c000000-0000-4000-8000-000000000001' }, body: {} });
    expect((await call()).error.code).not.toBe('CONFIRMATION_REQUIRED');
    server.clock.advance(10 * MINUTE);
    expect((await call()).error.code).toBe('CONFIRMATION_REQUIRED');
  });

  test('takes no code of another member', async () => {
    expect((await confirm(support, builder.codeOf(owner.secret))).error.code).toBe('CODE_INVALID');
  });

  test('is refused by role before it asks for a code', async () => {
    server.clock.advance(10 * MINUTE);
    expect((await add(support, 'no@bora.example')).error.code).toBe('ROLE_REQUIRED');
  });

  test('stops a guesser of codes', async () => {
    for (let tries = 0; tries < 10; tries += 1) await confirm(support, '000000');
    expect((await confirm(support)).error.code).toBe('TOO_MANY_REQUESTS');
  });

  describe('refunds', () => {
    const buildOrder = async (price: number) => {
      const { accountId, profileId } = await server.buildViewer();
      const now = server.clock.now();
      const id = crypto.randomUUID();
      await server.db
        .insertInto('orders')
        .values({
          id,
          account_id: accountId,
          profile_id: profileId,
          product_id: 1,
          plan_id: null,
          item_id: 1,
          episode_id: null,
          name: '소장',
          kind: 'own',
          rental_hours: null,
          plan: null,
          days: null,
          price,
          status: 'paid',
          created_at: now,
          expires_at: now,
          settled_at: now,
          right_starts_at: null,
          right_expires_at: null,
          plan_before: null,
          refunded_at: null,
          refund_reason: null,
        })
        .execute();
      return () =>
        builder.call(refundSupportedOrder, support, {
          params: { id: accountId, orderId: id },
          body: { reason: '요청', version: '' },
        });
    };

    test.each([
      [30_000, 200],
      [30_001, 403],
    ])('is a refund of %i won or not: %i', async (price, status) => {
      const refund = await buildOrder(price);
      server.clock.advance(10 * MINUTE);
      expect((await refund()).status).toBe(status);
      if (status === 200) return;
      await confirm(support);
      expect((await refund()).status).toBe(200);
    });

    test('are many small ones, which together are more than 300,000 won a day', async () => {
      const refund = async (price: number) => (await (await buildOrder(price))()).status;
      // With a new code, nothing is counted.
      expect(await refund(30_000)).toBe(200);
      server.clock.advance(10 * MINUTE);
      const small = [];
      for (let count = 0; count < 10; count += 1) small.push(await refund(29_999));
      expect(small).toEqual(Array(10).fill(200));
      expect([await refund(11), await refund(10), await refund(1)]).toEqual([403, 200, 403]);
      const late = await buildOrder(29_999);
      expect((await late()).error.code).toBe('CONFIRMATION_REQUIRED');
      await confirm(support);
      expect((await late()).status).toBe(200);
    });
  });
});

describe('mails', () => {
  const mailsTo = async (email: string) => {
    const rows = await server.db.selectFrom('outbox').select('content').where('recipient', '=', email).execute();
    return rows.flatMap(({ content }) =>
      content?.kind === 'staff-notice' ? [`${content.what} ${content.email}`] : [],
    );
  };

  test('tell the member and the owners of a new link and its use', async () => {
    const other = await builder.buildMember('owner');
    const { link } = (await builder.call(renewStaffLink, owner, { params: { id: support.id } })).reply;
    const { secret, cookie } = await builder.openLink(link);
    const body = { token: builder.tokenOf(link), password: STAFF_PASSWORD, code: builder.codeOf(secret) };
    expect((await builder.call(acceptStaffLink, { cookie }, { body })).status).toBe(201);
    for (const { email } of [support, owner, other])
      expect(await mailsTo(email)).toEqual(expect.arrayContaining([`link ${support.email}`, `used ${support.email}`]));
  });

  test('tell the member and the owners of a token for a program', async () => {
    const maker = await builder.buildMember('owner');
    const body = { name: '통계', scopes: ['figures.read'] as const, days: 30 };
    expect((await builder.call(addToken, maker, { body })).status).toBe(201);
    for (const { email } of [maker, owner]) expect(await mailsTo(email)).toContain(`token ${maker.email}`);
  });

  test('tell the member alone of a sign-in', async () => {
    server.clock.advance(MINUTE);
    const body = { email: support.email, password: STAFF_PASSWORD, code: builder.codeOf(support.secret) };
    expect((await builder.call(consoleSignIn, {}, { body })).status).toBe(200);
    expect(await mailsTo(support.email)).toContain(`sign-in ${support.email}`);
    expect(await mailsTo(owner.email)).not.toContain(`sign-in ${support.email}`);
  });
});

test('refused roles, tokens of pages and ids of others are security events with the member', async () => {
  lines.length = 0;
  await builder.call(listStaff, support);
  await builder.call(addStaff, { ...owner, csrf: 'wrong' }, { body: { email: 'x@bora.example', role: 'editor' } });
  await builder.call(getSupportedAccount, support, { params: { id: crypto.randomUUID() } });
  const events = lines.filter(({ event }) => event === 'staff_refused').map((one) => [one['reason'], one['staffId']]);
  expect(events).toEqual([
    ['role', support.id],
    ['csrf', owner.id],
    ['missing', support.id],
  ]);
});

test('a link that is opened and used is a security event each time, with the member', async () => {
  const { link, staff } = await builder.staff.add({ email: 'linked@bora.example', role: 'editor' });
  lines.length = 0;
  const { secret, cookie } = await builder.openLink(link);
  const body = { token: builder.tokenOf(link), password: STAFF_PASSWORD, code: builder.codeOf(secret) };
  expect((await builder.call(acceptStaffLink, { cookie }, { body })).status).toBe(201);
  const events = lines.flatMap(({ event, staffId }) => (event === undefined ? [] : [[event, staffId]]));
  expect(events).toEqual([
    ['staff_link_opened', staff.id],
    ['staff_link_used', staff.id],
  ]);
});

test('a right password without a code is a security event, and a wrong one another', async () => {
  lines.length = 0;
  for (const password of [STAFF_PASSWORD, 'bora-staff-2'])
    await builder.call(consoleSignIn, {}, { body: { email: support.email, password } });
  const events = lines.flatMap(({ event, staffId, reason }) => (event === undefined ? [] : [[event, staffId, reason]]));
  expect(events).toEqual([
    ['staff_code_required', support.id, undefined],
    ['staff_sign_in_refused', support.id, 'password'],
  ]);
});
