import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportAuditEntries, listAuditEntries } from '#contract/console/audit.ts';
import { getServiceHealth, setMaintenance } from '#contract/console/service.ts';
import {
  acceptStaffLink,
  addStaff,
  changeStaffRole,
  consoleSignIn,
  consoleSignOut,
  endStaffSession,
  getConsoleSession,
  listStaff,
  listStaffSessions,
  readStaffLink,
  removeStaff,
  renewStaffLink,
} from '#contract/console/staff.ts';
import { changeRelease, getOperatedTitle, listOperatedTitles } from '#contract/console/titles.ts';
import { endpoints } from '#contract/endpoints.ts';
import { addDemoOwner, DEMO_OWNER, removeDemoOwner } from '#server/staff/demo-owner.ts';
import { listOwners } from '#server/staff/store.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createMembers, STAFF_PASSWORD, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
let builder: ReturnType<typeof createMembers>;
let owner: Member;
beforeEach(async () => {
  server = await createServerFixture();
  builder = createMembers(server);
  owner = await builder.buildMember('owner');
});
afterEach(() => server.close());

const MINUTE = 60;
const signIn = (email: string, code?: string, password = STAFF_PASSWORD, headers = {}) =>
  builder.call(consoleSignIn, { headers }, { body: { email, password, ...(code !== undefined && { code }) } });
const entries = async (query = {}) => (await builder.call(listAuditEntries, owner, { query })).reply.results;
const actions = async () => (await entries()).map(({ action }) => action);
const codeOf = (member: Member) => builder.codeOf(member.secret);

describe('sign-in', () => {
  test('asks for a code after the right password, and takes each code once', async () => {
    server.clock.advance(MINUTE);
    expect((await signIn(owner.email)).error.code).toBe('CODE_REQUIRED');
    expect((await signIn(owner.email, '000000')).error.code).toBe('CODE_INVALID');
    const code = codeOf(owner);
    const { reply, headers } = await signIn(owner.email, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(reply.staff).toMatchObject({ email: owner.email, role: 'owner' });
    expect(String(headers['set-cookie'])).toMatch(
      /^bora-console=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    expect((await signIn(owner.email, code)).error.code).toBe('CODE_INVALID');
  });

  test('a sign-in of the demo owner is refused through a proxy', async () => {
    await addDemoOwner({ db: server.db, clock: server.clock, random: systemRandom });
    const as = (headers: Record<string, string>) => signIn(DEMO_OWNER.email, undefined, DEMO_OWNER.password, headers);
    expect((await as({})).status).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect((await as({ [header]: '203.0.113.5' })).error.code).toBe('LOGIN_FAILED');
  });

  test('tells nobody who is a member', async () => {
    const wrong = await signIn(owner.email, undefined, 'bora-wrong-1');
    const unknown = await signIn('nobody@bora.example', undefined, 'bora-wrong-1');
    expect(unknown.error).toEqual(wrong.error);
    expect(wrong.error.code).toBe('LOGIN_FAILED');
  });

  test('takes a recovery code once', async () => {
    const [code] = owner.recoveryCodes;
    expect((await signIn(owner.email, code!.toLowerCase())).status).toBe(200);
    expect((await signIn(owner.email, code)).error.code).toBe('CODE_INVALID');
    const [entry] = await entries({ action: 'session.sign-in' });
    expect(entry!.after).toEqual({ recovery_codes_left: 9 });
  });

  test('does not let strangers lock a member out', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (let tries = 0; tries < 20; tries += 1)
      await signIn(owner.email, undefined, 'bora-wrong-1', from('198.51.100.7'));
    const stranger = await signIn(owner.email, undefined, STAFF_PASSWORD, from('198.51.100.7'));
    expect(stranger.error.code).toBe('TOO_MANY_REQUESTS');
    server.clock.advance(MINUTE);
    expect((await signIn(owner.email, codeOf(owner), STAFF_PASSWORD, from('203.0.113.9'))).status).toBe(200);
  });

  test('stops a guesser of codes who knows the password', async () => {
    for (let tries = 0; tries < 10; tries += 1) await signIn(owner.email, '000000');
    expect((await signIn(owner.email, codeOf(owner))).error.code).toBe('TOO_MANY_REQUESTS');
  });
});

describe('a session', () => {
  const isOpen = async (member: Pick<Member, 'cookie'>, headers = {}) =>
    (await builder.call(getConsoleSession, { cookie: member.cookie, headers })).status === 200;

  const HALF_HOUR = 30 * MINUTE;
  const byPage = { 'x-background': '1' };
  const write = (member: Member, headers = {}) =>
    builder.call(setMaintenance, { ...member, headers }, { body: { message: null } });

  test('ends after 30 minutes without use', async () => {
    for (let times = 0; times < 2; times += 1) {
      server.clock.advance(HALF_HOUR - 1);
      expect(await isOpen(owner)).toBe(true);
    }
    server.clock.advance(HALF_HOUR);
    expect(await isOpen(owner)).toBe(false);
  });

  test('is not used by what the page repeats by itself', async () => {
    server.clock.advance(20 * MINUTE);
    expect(await isOpen(owner, byPage)).toBe(true);
    server.clock.advance(10 * MINUTE);
    expect(await isOpen(owner)).toBe(false);
  });

  test('is used by every writing call, whatever it says of itself', async () => {
    server.clock.advance(20 * MINUTE);
    expect((await write(owner, byPage)).status).toBe(204);
    server.clock.advance(20 * MINUTE);
    expect(await isOpen(owner)).toBe(true);
  });

  test('ends after 12 hours of use', async () => {
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      server.clock.advance(20 * MINUTE);
      expect(await isOpen(owner)).toBe(true);
    }
    server.clock.advance(20 * MINUTE - 1);
    expect(await isOpen(owner)).toBe(true);
    server.clock.advance(1);
    expect(await isOpen(owner)).toBe(false);
  });

  test('ends at once when signed out, when an owner ends it, and with the member', async () => {
    const [one, other, third] = [
      await builder.buildMember('editor'),
      await builder.buildMember('editor'),
      await builder.buildMember('editor'),
    ];
    await builder.call(consoleSignOut, one);
    const { results } = (await builder.call(listStaffSessions, owner)).reply;
    const { id } = results.find(({ staff }) => staff.id === other.id)!;
    expect((await builder.call(endStaffSession, owner, { params: { id } })).status).toBe(204);
    expect((await builder.call(removeStaff, owner, { params: { id: third.id } })).status).toBe(204);
    expect([await isOpen(one), await isOpen(other), await isOpen(third), await isOpen(owner)]).toEqual([
      ...[false, false, false, true],
    ]);
  });

  test('gets a new role with its next call', async () => {
    const editor = await builder.buildMember('editor');
    await builder.call(changeStaffRole, owner, { params: { id: editor.id }, body: { role: 'support' } });
    expect((await builder.call(listOperatedTitles, editor)).error.code).toBe('ROLE_REQUIRED');
  });
});

describe('a link', () => {
  test('sets the password once, and ends after an hour', async () => {
    const { link } = (await builder.call(addStaff, owner, { body: { email: 'new@bora.example', role: 'editor' } }))
      .reply;
    expect(link).toMatch(/^http:\/\/bora\.test\/console\/#\/link\/[\w-]{43}$/);
    const token = builder.tokenOf(link);
    const { secret, cookie } = await builder.openLink(link);
    const use = (changes = {}) =>
      builder.call(
        acceptStaffLink,
        { cookie },
        {
          body: { token, password: STAFF_PASSWORD, code: builder.codeOf(secret), ...changes },
        },
      );
    // Of 11 characters, and a common one.
    for (const password of ['kx7-Qm2!vRt', 'password1234'])
      expect((await use({ password })).error.code).toBe('PASSWORD_WEAK');
    expect((await use({ code: '000000' })).error.code).toBe('CODE_INVALID');
    expect((await use()).reply.session.staff).toMatchObject({ email: 'new@bora.example', role: 'editor' });
    expect((await use()).error.code).toBe('LINK_INVALID');

    const later = (await builder.call(addStaff, owner, { body: { email: 'late@bora.example', role: 'editor' } })).reply;
    const read = () => builder.call(readStaffLink, {}, { body: { token: builder.tokenOf(later.link) } });
    server.clock.advance(60 * MINUTE - 1);
    expect((await read()).status).toBe(200);
    server.clock.advance(1);
    expect((await read()).error.code).toBe('LINK_INVALID');
  });

  test('gives each browser a secret of its own, and only the last one may use it', async () => {
    const { link, staff } = (
      await builder.call(addStaff, owner, { body: { email: 'seen@bora.example', role: 'editor' } })
    ).reply;
    expect(staff.link_opened_at).toBeNull();
    const body = { token: builder.tokenOf(link) };
    const read = (cookie?: string) => builder.call(readStaffLink, { cookie }, { body });
    const first = await read();
    const firstCookie = builder.cookieOf(first.headers['set-cookie'])!;
    expect(first.reply.opened_at).toBeNull();
    expect(first.headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Strict/);
    // A reload shows the same code.
    expect((await read(firstCookie)).reply.totp_secret).toBe(first.reply.totp_secret);

    const firstAt = server.clock.now().toISOString();
    server.clock.advance(MINUTE);
    const second = await read();
    const secondCookie = builder.cookieOf(second.headers['set-cookie'])!;
    expect(second.reply.totp_secret).not.toBe(first.reply.totp_secret);
    expect(second.reply.opened_at).toBe(firstAt);
    const listed = (await builder.call(listStaff, owner)).reply.results.find(({ id }) => id === staff.id)!;
    expect(listed.link_opened_at).toBe(server.clock.now().toISOString());

    const accept = (secret: string, cookie?: string) =>
      builder.call(
        acceptStaffLink,
        { cookie },
        { body: { ...body, password: STAFF_PASSWORD, code: builder.codeOf(secret) } },
      );
    const { totp_secret: secret } = second.reply;
    expect((await accept(first.reply.totp_secret, firstCookie)).error.code).toBe('LINK_INVALID');
    expect((await accept(secret, firstCookie)).error.code).toBe('LINK_INVALID');
    expect((await accept(secret)).error.code).toBe('LINK_INVALID');
    expect((await accept(first.reply.totp_secret, secondCookie)).error.code).toBe('CODE_INVALID');
    expect((await accept(secret, secondCookie)).status).toBe(201);
    const code = builder.codeOf(first.reply.totp_secret);
    server.clock.advance(MINUTE);
    expect((await signIn('seen@bora.example', code)).error.code).toBe('CODE_INVALID');
  });

  test('a link for a lost phone leaves the member signed in until it is used', async () => {
    const editor = await builder.buildMember('editor');
    const { link } = (await builder.call(renewStaffLink, owner, { params: { id: editor.id } })).reply;
    expect((await builder.call(getConsoleSession, editor)).status).toBe(200);
    const token = builder.tokenOf(link);
    const { secret, cookie } = await builder.openLink(link);
    const body = { token, password: 'bora-other-2', code: builder.codeOf(secret) };
    expect((await builder.call(acceptStaffLink, { cookie }, { body })).status).toBe(201);
    expect((await builder.call(getConsoleSession, editor)).status).toBe(401);
    expect((await signIn(editor.email)).error.code).toBe('LOGIN_FAILED');
  });
});

describe('the last owner', () => {
  test('stays an owner', async () => {
    const invited = await builder.staff.add({ email: 'second@bora.example', role: 'owner' });
    const demote = { params: { id: owner.id }, body: { role: 'editor' } };
    // Somebody who has not used the link cannot take over, and hears of nothing.
    expect(await listOwners(server.db)).toEqual([owner.email]);
    expect((await builder.call(changeStaffRole, owner, demote)).error.code).toBe('REFUSED');
    expect((await builder.call(removeStaff, owner, { params: { id: owner.id } })).error.message).toContain('소유자');
    expect((await builder.call(removeStaff, owner, { params: { id: invited.staff.id } })).status).toBe(204);
  });

  test('stays when two owners remove each other at once', async () => {
    const second = await builder.buildMember('owner');
    const answers = await Promise.all([
      builder.call(removeStaff, owner, { params: { id: second.id } }),
      builder.call(removeStaff, second, { params: { id: owner.id } }),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await builder.staff.list()).toHaveLength(1);
  });
});

describe('the audit log', () => {
  test('has every change with its state before and after, and no secret', async () => {
    server.clock.advance(1);
    const { reply } = await builder.call(addStaff, owner, { body: { email: 'new@bora.example', role: 'support' } });
    const { id } = reply.staff;
    server.clock.advance(1);
    await builder.call(changeStaffRole, owner, { params: { id }, body: { role: 'editor' } });
    server.clock.advance(1);
    await builder.call(removeStaff, owner, { params: { id } });
    server.clock.advance(1);
    await builder.call(setMaintenance, owner, { body: { message: '점검 중이에요.' } });
    server.clock.advance(1);
    await builder.call(setMaintenance, owner, { body: { message: null } });
    server.clock.advance(1);
    const results = await entries();
    expect(results.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['service.maintenance', { message: '점검 중이에요.' }, { message: null }],
      ['service.maintenance', { message: null }, { message: '점검 중이에요.' }],
      ['staff.remove', { email: 'new@bora.example', role: 'editor' }, null],
      ['staff.role', { email: 'new@bora.example', role: 'support' }, { email: 'new@bora.example', role: 'editor' }],
      ['staff.add', null, { email: 'new@bora.example', role: 'support' }],
      ['staff.activate', null, null],
    ]);
    expect(results.every(({ actor, actor_id: by }) => actor === owner.email && by === owner.id)).toBe(true);
    expect(JSON.stringify(results)).not.toContain(builder.tokenOf(reply.link));
  });

  test('is filtered, paged and exported as JSON lines', async () => {
    for (const name of ['a', 'b', 'c'])
      await builder.call(addStaff, owner, { body: { email: `${name}@bora.example`, role: 'support' } });
    const page = (await builder.call(listAuditEntries, owner, { query: { action: 'staff.add', limit: 2, offset: 2 } }))
      .reply;
    expect([page.count, page.results.length]).toEqual([3, 1]);
    const exported = await builder.call(exportAuditEntries, owner, { query: { action: 'staff.add' } });
    expect(exported.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = exported.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { after: { email: string } });
    expect(lines.map(({ after }) => after.email).sort()).toEqual([
      'a@bora.example',
      'b@bora.example',
      'c@bora.example',
    ]);
    expect(
      (
        await builder.call(listAuditEntries, owner, {
          query: { from: server.clock.now().toISOString(), to: server.clock.now().toISOString() },
        })
      ).reply.count,
    ).toBe(0);
  });

  test('does not contain what was refused', async () => {
    const before = await actions();
    const release = { params: { kind: 'title', id: 999 }, body: { action: 'publish', version: null } };
    expect((await builder.call(changeRelease, owner, release)).error.code).toBe('NOT_FOUND');
    expect(await actions()).toEqual(before);
  });
});

describe('titles', () => {
  const change = (body: object, by = owner) =>
    builder.call(changeRelease, by, { params: { kind: 'title', id: 1 }, body });

  test('are found by name, state and order, a page at a time', async () => {
    const find = async (query: object) =>
      (await builder.call(listOperatedTitles, owner, { query: { ...query } })).reply;
    const all = await find({ sorting: 'id' });
    expect(all.count).toBe(all.results.length);
    expect(all.results.map(({ id }) => id)).toEqual(
      [...all.results.map(({ id }) => id)].sort((one, other) => one - other),
    );
    const last = all.results.at(-1)!;
    expect((await find({ direction: 'down', limit: 1 })).results).toEqual([last]);
    expect((await find({ keyword: String(last.id) })).results.map(({ id }) => id)).toContain(last.id);
    await change({ action: 'unpublish', version: null });
    expect((await find({ state: 'unpublished' })).results.map(({ id }) => id)).toEqual([1]);
    expect(all.results.every(({ poster }) => poster.includes('/art/'))).toBe(true);
    // Titles without a date come last, also among those of one state.
    const byDate = (await find({ sorting: 'at' })).results;
    const dates = byDate.map(({ at }) => at ?? '9999');
    expect(byDate.at(-1)).toMatchObject({ id: 1, at: null });
    expect(dates).toEqual([...dates].sort());
    expect((await find({ sorting: 'at', state: 'published' })).results).toEqual(
      byDate.filter(({ state }) => state === 'published'),
    );
  });

  test('are scheduled, and a stale version is refused without a lost change', async () => {
    const editor = await builder.buildMember('editor');
    const at = new Date(server.clock.now().getTime() + 3600_000).toISOString();
    const hidden = (await change({ action: 'unpublish', version: null })).reply;
    expect(hidden.title).toMatchObject({ state: 'unpublished' });
    server.clock.advance(1);
    const scheduled = await change({ action: 'schedule', at, version: hidden.title.version }, editor);
    expect(scheduled.reply.title).toMatchObject({ state: 'scheduled', at });
    const stale = await change({ action: 'publish', version: hidden.title.version });
    expect([stale.status, stale.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    const shown = (await builder.call(getOperatedTitle, owner, { params: { id: 1 } })).reply;
    expect(shown.title).toEqual(scheduled.reply.title);
    const [entry] = await entries({ subject_kind: 'title', subject_id: '1' });
    expect(entry).toMatchObject({ actor: editor.email, action: 'title.schedule', after: { state: 'scheduled', at } });
  });
});

test('an owner closes the service for viewers and keeps the console', async () => {
  const shown = async () => (await builder.call(getServiceHealth, owner)).reply.maintenance;
  expect(await shown()).toBeNull();
  await builder.call(setMaintenance, owner, { body: { message: '곧 돌아올게요.' } });
  // The operator sees it at once, although processes cache it.
  expect(await shown()).toBe('곧 돌아올게요.');
  server.clock.advance(3);
  const viewer = await server.call(endpoints.listHomeRows, {});
  expect(viewer.error).toMatchObject({ code: 'MAINTENANCE', message: '곧 돌아올게요.' });
  const health = (await builder.call(getServiceHealth, owner)).reply;
  expect(health).toMatchObject({ maintenance: '곧 돌아올게요.', database: { state: 'ready' } });
});

test('the demo owner signs in without a code, and is gone in production', async () => {
  await addDemoOwner({ db: server.db, clock: server.clock, random: systemRandom });
  const { email, password } = DEMO_OWNER;
  const demo = await signIn(email, undefined, password);
  expect(demo.reply.staff.role).toBe('owner');
  await removeDemoOwner(server.db);
  const cookie = builder.cookieOf(demo.headers['set-cookie']);
  expect((await builder.call(listStaff, { cookie })).status).toBe(401);
  expect((await signIn(email, undefined, password)).error.code).toBe('LOGIN_FAILED');
});
