import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  examineAccounts,
  exportRefusedAccounts,
  importAccounts,
  inviteAccount,
} from '#contract/console/account-import.ts';
import { getSupportedAccount } from '#contract/console/accounts.ts';
import { listAuditEntries } from '#contract/console/audit.ts';
import { sendPasswordMail } from '#contract/console/people.ts';
import { endpoints } from '#contract/endpoints.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { findAccountByEmail } from '#server/accounts/store.ts';
import { systemRandom } from '#server/lib/random.ts';
import type { IdentifiedMail, MailSender } from '#server/providers/mail.ts';
import { buildWorkApp } from '#server/start/work.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { readMailbox } from '#tests/support/server/mail.ts';
import { openTestDatabase } from '#tests/support/server/server-database.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

const csv = (member: Member) => ({ ...member, headers: { 'content-type': 'text/csv' } });
const table = (...lines: string[]) => `email,name,password_hash,plan,until\n${lines.join('\n')}\n`;
const examine = async (body: string) => (await members.call(examineAccounts, csv(owner), { body })).reply;
const bringIn = async (body: string, from = 0) =>
  (await members.call(importAccounts, csv(owner), { body, query: { from } })).reply;
const tokenFor = async (email: string) => {
  const mails = await readMailbox(server.app, email);
  return mails.flatMap(({ text }) => /\/password\?token=([\w-]+)/.exec(text)?.[1] ?? []);
};
const setPassword = (token: string) => server.call(endpoints.setPassword, { token, body: { new_password: PASSWORD } });
const signIn = (email: string) =>
  server.call(endpoints.login, { body: { email, password: PASSWORD, device: { platform: 'web' } } });

describe('an import of a table', () => {
  test('is looked at first, and changes nothing then', async () => {
    const known = await server.buildAccount();
    const text = table('seen@example.com,,,basic,2099-01-01', 'fresh@example.com,,,,', `${known.email},,,,`);
    expect(await examine(text)).toMatchObject({ cnt_row: 3, cnt_new: 1, cnt_invited: 1, cnt_known: 1, cnt_refused: 1 });
    expect(await findAccountByEmail(server.db, 'fresh@example.com')).toBeUndefined();
  });

  test('adds people with hash, name and membership once, and leaves those alone that have an account', async () => {
    const known = await server.buildAccount({ plan: 'free', membership_expires_at: null });
    const hash = await hashPassword(PASSWORD);
    const end = new Date(server.clock.now().getTime() + 40 * 24 * 3600_000).toISOString().slice(0, 10);
    const text = table(
      `one@example.com,하나,"${hash}",premium,${end}`,
      'two@example.com,,,,',
      `${known.email},,,basic,${end}`,
    );
    expect(await bringIn(text)).toEqual({ next: null, cnt_added: 2, cnt_invited: 1, cnt_known: 1, cnt_refused: 0 });
    expect(await bringIn(text)).toEqual({ next: null, cnt_added: 0, cnt_invited: 0, cnt_known: 3, cnt_refused: 0 });
    const { id } = (await findAccountByEmail(server.db, 'one@example.com'))!;
    const shown = (await members.call(getSupportedAccount, owner, { params: { id } })).reply;
    expect(shown.profiles).toMatchObject([{ name: '하나', is_owner: true }]);
    expect(shown.membership).toMatchObject({ plan: 'premium' });
    expect((await findAccountByEmail(server.db, known.email))?.plan).toBe('free');
    expect((await signIn('one@example.com')).status).toBe(200);
    expect(await tokenFor('two@example.com')).toHaveLength(1);
    const [entry] = (await members.call(listAuditEntries, owner, { query: { action: 'account.import' } })).reply
      .results;
    expect(entry).toMatchObject({ actor: owner.email, after: { cnt_added: 2, cnt_invited: 1 } });
    expect(JSON.stringify(entry)).not.toContain('example.com');
  });

  test('goes on where a part ended', async () => {
    const text = table(...Array.from({ length: 201 }, (_, index) => `many-${index}@example.com,,,,`));
    expect(await bringIn(text)).toMatchObject({ next: 200, cnt_added: 200 });
    expect(await bringIn(text, 200)).toMatchObject({ next: null, cnt_added: 1 });
  });

  test('says as CSV what it refuses, without a formula', async () => {
    const { text } = await members.call(exportRefusedAccounts, csv(owner), { body: table('=1+1,,,,') });
    expect(text).toContain("2,'=1+1,이메일 주소가 아니에요.");
  });

  test('needs a table', async () => {
    const { status, error } = await members.call(examineAccounts, csv(owner), { body: 'mina' });
    expect({ status, code: error.code }).toEqual({ status: 409, code: 'REFUSED' });
  });
});

describe('an invitation', () => {
  const invite = async (email: string) => members.call(inviteAccount, owner, { body: { email, name: '미나' } });

  test('mails a link that sets the password once and proves the address', async () => {
    const { id } = (await invite('invited@example.com')).reply;
    expect((await signIn('invited@example.com')).status).toBe(401);
    const [token] = await tokenFor('invited@example.com');
    expect((await setPassword(token!)).status).toBe(204);
    expect((await setPassword(token!)).status).toBe(401);
    expect((await signIn('invited@example.com')).status).toBe(200);
    expect((await members.call(getSupportedAccount, owner, { params: { id } })).reply).toMatchObject({
      is_email_confirmed: true,
      profiles: [{ name: '미나' }],
    });
    // The password did not change: there was none.
    const texts = (await readMailbox(server.app, 'invited@example.com')).map(({ subject }) => subject);
    expect(texts.join()).not.toContain('바뀌었어요');
  });

  test('is refused for an address that has an account', async () => {
    const known = await server.buildAccount();
    expect((await invite(known.email)).error.code).toBe('REFUSED');
  });

  test('is sent again by the password mail, and the link before ends', async () => {
    const { id } = (await invite('again@example.com')).reply;
    const [first] = await tokenFor('again@example.com');
    await members.call(sendPasswordMail, owner, { params: { id } });
    const tokens = await tokenFor('again@example.com');
    const second = tokens.find((each) => each !== first);
    expect((await setPassword(first!)).status).toBe(401);
    expect((await setPassword(second!)).status).toBe(204);
  });
});

test('500 people who are invited while the mail server is down get one mail each once it is back', async () => {
  const sent: string[] = [];
  let isDown = true;
  let cntRefused = 0;
  const sender: MailSender = {
    async send({ to }) {
      if (isDown) {
        cntRefused += 1;
        throw new Error('down');
      }
      sent.push(to);
      return Promise.resolve();
    },
    close: () => undefined,
  };
  // One process: each sends mails itself.
  const own = await createServerFixture({ delivery: { kind: 'sender', sender }, database: await openTestDatabase() });
  const staff = createMembers(own);
  const by = await staff.buildMember('owner');
  const body = table(...Array.from({ length: 500 }, (_, index) => `guest-${index}@example.com,,,,`));
  const answers = [];
  for (let from: number | null = 0; from !== null; from = answers.at(-1)!.next)
    answers.push((await staff.call(importAccounts, csv(by), { body, query: { from } })).reply);
  expect(answers.reduce((sum, { cnt_invited: cnt }) => sum + cnt, 0)).toBe(500);
  await expect.poll(() => cntRefused).toBeGreaterThan(0);
  const waiting = () => own.db.selectFrom('outbox').select('id').where('kind', '=', 'invitation').execute();
  expect(await waiting()).toHaveLength(500);
  isDown = false;
  // An evening later, the mails are still good.
  own.clock.advance(6 * 3600);
  const later = await staff.buildMember('owner');
  expect((await staff.call(inviteAccount, later, { body: { email: 'last@example.com' } })).status).toBe(201);
  await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(0);
  const people = sent.filter((to) => to.endsWith('@example.com'));
  expect(new Set(people).size).toBe(501);
  expect(people).toHaveLength(501);
  await own.close();
}, 120_000);

test('a worker beside the server mails an invitation, not a new password', async () => {
  const database = await openTestDatabase();
  const own = await createServerFixture({ delivery: { kind: 'none' }, database });
  const staff = createMembers(own);
  const by = await staff.buildMember('owner');
  expect((await staff.call(inviteAccount, by, { body: { email: 'far@example.com' } })).status).toBe(201);
  let take: (mail: IdentifiedMail) => void;
  const sent = new Promise<IdentifiedMail>((resolve) => (take = resolve));
  const worker = await buildWorkApp({
    database,
    clock: own.clock,
    random: systemRandom,
    publicUrl: () => 'http://bora.test',
    // The worker also mails the owner that the link was used.
    delivery: {
      kind: 'sender',
      sender: {
        send: async (mail) => (mail.to === 'far@example.com' ? take(mail) : undefined),
        close: () => undefined,
      },
    },
    catalogueFolder: tmpdir(),
  });
  await worker.ready();
  expect((await sent).subject).toBe('[보라] 초대합니다');
  await worker.close();
  await own.close();
});
