import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { maskedEmail } from '#server/lib/masked-email.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* What is sold, and who buys, as CSV files. */

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

/** The lines without the byte order mark. */
const linesOf = (text: string) => text.slice(1).trimEnd().split('\r\n');

test('plans and products have a line each, with the filters of their lists', async () => {
  const { reply: plans } = await members.call(consoleEndpoints.listOperatedPlans, owner);
  const [header, ...lines] = linesOf((await members.call(consoleEndpoints.exportPlans, owner)).text);
  expect(header).toMatch(/^번호,이름,등급,가격,기간\(일\),상태/);
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(plans.results.map(({ id }) => id));
  expect(lines[0]).toContain('판매 중');
  const { text } = await members.call(consoleEndpoints.exportProducts, owner, { query: { state: 'paused' } });
  expect(linesOf(text)).toHaveLength(1);
});

test('codes have a line each, and their uses name who used them', async () => {
  const body = {
    name: '봄',
    max_uses: 10,
    ends_at: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
    gives: { kind: 'days', plan: 'basic', days: 7 } as const,
  };
  const { reply: voucher } = await members.call(consoleEndpoints.addVoucher, owner, { body });
  const { text } = await members.call(consoleEndpoints.exportVouchers, owner, { query: { keyword: '봄' } });
  expect(linesOf(text)[1]).toMatch(new RegExp(`^봄,${voucher.code},베이직,7,,쓸 수 있음,.*,0,10$`));
  const params = { id: voucher.id };
  expect(linesOf((await members.call(consoleEndpoints.exportVoucherUses, owner, { params })).text)).toHaveLength(1);
  const { reply } = await members.call(consoleEndpoints.listAuditEntries, owner, { query: { action: 'table.export' } });
  const entry = reply.results.find(({ after }) => after?.['file'] === 'voucher-uses.csv');
  expect(entry?.subject).toEqual({ kind: 'voucher', id: voucher.id });
});

test('those who used a code have whole addresses for owners alone, and each look is in the audit log', async () => {
  const body = {
    name: '가을',
    max_uses: 10,
    ends_at: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
    gives: { kind: 'days', plan: 'basic', days: 7 } as const,
  };
  const { reply: voucher } = await members.call(consoleEndpoints.addVoucher, owner, { body });
  const viewer = await server.buildViewer({ plan: 'free' });
  await server.call(endpoints.redeemVoucher, { token: viewer.profileToken, body: { code: voucher.code } });
  const support = await members.buildMember('support');
  const params = { id: voucher.id };
  const masked = maskedEmail(viewer.email);
  for (const [member, email] of [[owner, viewer.email] as const, [support, masked] as const]) {
    const { reply } = await members.call(consoleEndpoints.listVoucherUses, member, { params });
    expect(reply.results.map((use) => use.email)).toEqual([email]);
    const { text } = await members.call(consoleEndpoints.exportVoucherUses, member, { params });
    expect(linesOf(text)[1]?.split(',')[0]).toBe(email);
  }
  const query = { action: 'account.list', actor: support.email } as const;
  const { reply } = await members.call(consoleEndpoints.listAuditEntries, owner, { query });
  expect(reply.results.map(({ subject, after }) => [subject, after])).toEqual([
    [
      { kind: 'voucher', id: voucher.id },
      { list: 'voucher', cnt_shown: 1 },
    ],
  ]);
});

test('lists of people have whole addresses for owners alone, and each taken part is in the audit log', async () => {
  const { email } = await server.buildViewer();
  const support = await members.buildMember('support');
  const textFor = async (member: Member) =>
    (await members.call(consoleEndpoints.exportAccounts, member, { query: { list: 'new' } })).text;
  expect(await textFor(owner)).toContain(email);
  expect(await textFor(support)).not.toContain(email);
  expect(await textFor(support)).toContain(email.slice(email.lastIndexOf('@')));
  const query = { action: 'account.list', actor: support.email } as const;
  const { reply } = await members.call(consoleEndpoints.listAuditEntries, owner, { query });
  expect(reply.count).toBe(2);
});
