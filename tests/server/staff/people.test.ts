import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSupportedAccount } from '#contract/console/accounts.ts';
import { listAuditEntries } from '#contract/console/audit.ts';
import {
  addAccountNote,
  changeAccountEmail,
  findAccount,
  listAccounts,
  removeProfilePin,
  sendEmailProof,
  sendPasswordMail,
  stopPlayback,
} from '#contract/console/people.ts';
import { endpoints } from '#contract/endpoints.ts';
import { pageOfList } from '#server/console/people/people-store.ts';
import { maskedEmail } from '#server/lib/masked-email.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
import { createServerFixture, PASSWORD, PIN, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
let support: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  owner = await members.buildMember('owner');
  support = await members.buildMember('support');
});
afterAll(() => server.close());

const DAY = 24 * 3600;
const reason = '고객센터 전화';
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY * 1000);
const audit = async (action: string) =>
  (await members.call(listAuditEntries, owner, { query: { action } })).reply.results;
const show = async (id: string) => (await members.call(getSupportedAccount, support, { params: { id } })).reply;
const list = async (by: Member, name: string) =>
  (await members.call(listAccounts, by, { query: { list: name, limit: 100 } })).reply.results;
const textsTo = async (email: string) => (await readMailbox(server.app, email)).map(({ text }) => text).join();
const find = (by: Member, keyword: string) => members.call(findAccount, by, { body: { keyword } });

describe('the list of accounts', () => {
  test('has those that joined lately, the newest first, and is in the audit log', async () => {
    const first = await server.buildViewer();
    server.clock.advance(1);
    const second = await server.buildViewer({ created_at: server.clock.now() });
    const old = await server.buildViewer({ created_at: inDays(-31) });
    const ids = (await list(owner, 'new')).map(({ id }) => id);
    expect(ids[0]).toBe(second.accountId);
    expect(ids).toContain(first.accountId);
    expect(ids).not.toContain(old.accountId);
    expect((await audit('account.list'))[0]).toMatchObject({ subject: null, after: { list: 'new' } });
  });

  test('has memberships that end within a week, the next one first', async () => {
    const build = (days: number) => server.buildViewer({ plan: 'basic', membership_expires_at: inDays(days) });
    const [late, soon, over, far] = [await build(6), await build(1), await build(-1), await build(8)];
    const ids = (await list(support, 'ending')).map(({ id }) => id);
    expect(ids.filter((id) => [late, soon, over, far].some((one) => one.accountId === id))).toEqual([
      soon.accountId,
      late.accountId,
    ]);
  });

  test('has accounts that left an order unpaid, until they pay one', async () => {
    const viewer = await server.buildViewer();
    const listed = async () => (await list(support, 'unpaid')).some(({ id }) => id === viewer.accountId);
    const { id } = await server.db.selectFrom('products').select('id').limit(1).executeTakeFirstOrThrow();
    await server.call(endpoints.createOrder, { token: viewer.profileToken, params: { id } });
    expect(await listed()).toBe(false);
    const ofViewer = server.db.updateTable('orders').where('account_id', '=', viewer.accountId);
    // The time would end the sessions of staff too.
    await ofViewer.set({ expires_at: server.clock.now() }).execute();
    expect(await listed()).toBe(true);
    await ofViewer.set({ status: 'paid' }).execute();
    expect(await listed()).toBe(false);
  });

  test('has writers of reported reviews', async () => {
    const [writer, reader] = [await server.buildViewer(), await server.buildViewer()];
    const { id } = (
      await server.call(endpoints.writeShortReview, {
        token: writer.profileToken,
        params: { id: 1 },
        body: { short_review: '범인은 집사예요' },
      })
    ).reply!;
    await server.call(endpoints.reportShortReview, {
      token: reader.profileToken,
      params: { id },
      body: { reason: 'spoiler' },
    });
    const ids = (await list(support, 'reported')).map((one) => one.id);
    expect(ids).toContain(writer.accountId);
    expect(ids).not.toContain(reader.accountId);
  });

  test('has writers of reported reviews, the one with the newest report first, also behind many reports of one review', async () => {
    const page = (most: number) =>
      pageOfList(server.db, 'reported', { now: server.clock.now(), most, limit: 100, offset: 0 });
    const write = async () => {
      const writer = await server.buildViewer();
      const { reply } = await server.call(endpoints.writeShortReview, {
        token: writer.profileToken,
        params: { id: 2 },
        body: { short_review: '범인은 집사예요' },
      });
      return { writer, id: reply!.id };
    };
    const report = async (id: string) => {
      server.clock.advance(1);
      const { profileToken } = await server.buildViewer();
      const sent = { token: profileToken, params: { id }, body: { reason: 'spoiler' } };
      expect((await server.call(endpoints.reportShortReview, sent)).status).toBe(204);
    };
    const [often, once] = [await write(), await write()];
    await report(once.id);
    for (let time = 0; time < 10; time += 1) await report(often.id);
    expect(await page(1)).toMatchObject({ count: 1, rows: [{ account_id: often.writer.accountId }] });
    expect(await page(2)).toMatchObject({
      count: 2,
      rows: [{ account_id: often.writer.accountId }, { account_id: once.writer.accountId }],
    });
  });

  test('shows whole addresses to owners alone', async () => {
    const viewer = await server.buildViewer({ created_at: server.clock.now() });
    const emailFor = async (by: Member) => (await list(by, 'new')).find(({ id }) => id === viewer.accountId)?.email;
    expect(await emailFor(owner)).toBe(viewer.email);
    expect(await emailFor(support)).toBe(maskedEmail(viewer.email));
    expect([maskedEmail('kim.minsu@naver.com'), maskedEmail('a@b.kr')]).toEqual(['ki***@naver.com', 'a***@b.kr']);
  });
});

describe('the search for accounts', () => {
  test('finds a part of an address and of a profile name, also in the middle and in capitals', async () => {
    const byAddress = await server.buildAccount({ email: 'minsoo.park77@naver.example' });
    const byName = await server.buildAccount({ profiles: [{ name: '보라돌이 Kim' }] });
    const idsOf = async (keyword: string) => (await find(support, keyword)).reply.results.map(({ id }) => id);
    expect(await idsOf('soo.pa')).toEqual([byAddress.id]);
    expect(await idsOf('PARK77')).toEqual([byAddress.id]);
    expect(await idsOf('라돌')).toEqual([byName.id]);
    expect(await idsOf('kIM')).toContain(byName.id);
  });

  test('takes letters with a meaning in patterns as they are, and refuses one letter', async () => {
    await server.buildAccount({ email: 'under_score@else.example' });
    expect((await find(support, 'der_sco')).reply.results).toHaveLength(1);
    for (const keyword of ['der%sco', "';--", '보', '__']) expect((await find(support, keyword)).status).toBe(404);
  });

  test('goes straight to the account of a whole address', async () => {
    const viewer = await server.buildViewer();
    expect((await find(support, viewer.email)).reply).toEqual({
      id: viewer.accountId,
      results: [],
      has_more: false,
    });
  });

  test('shows twenty at most, and says that there are more', async () => {
    for (let count = 0; count < 21; count += 1) await server.buildAccount({ email: `crowd${count}@many.example` });
    const { results, has_more: hasMore } = (await find(support, 'crowd')).reply;
    expect([results.length, hasMore]).toEqual([20, true]);
  });
});

test('mails the owner a new password link, three times in a quarter of an hour', async () => {
  const viewer = await server.buildViewer();
  const send = () => members.call(sendPasswordMail, support, { params: { id: viewer.accountId } });
  expect((await send()).status).toBe(204);
  expect(await textsTo(viewer.email)).toContain('/password?token=');
  await send();
  await send();
  expect((await send()).error.code).toBe('TOO_MANY_REQUESTS');
  expect((await audit('account.password-mail'))[0]?.subject).toEqual({ kind: 'account', id: viewer.accountId });
});

describe('the e-mail address', () => {
  const change = (id: string, body: object, by = support) =>
    members.call(changeAccountEmail, by, { params: { id }, body: { proof: 'payment', reason, ...body } });
  const prove = (id: string, email: string) =>
    members.call(sendEmailProof, support, { params: { id }, body: { email } });

  test('is changed by one member of support twenty times a day', async () => {
    const other = await members.buildMember('support');
    const { accountId: id, email } = await server.buildViewer();
    let seen = email;
    const next = async (turn: number) => {
      const address = `moved-${turn}@bora.example`;
      await prove(id, address);
      const { status } = await change(id, { email: address, code: await readCode(server.app, address), seen }, other);
      if (status === 200) seen = address;
      return status;
    };
    // A refused one does not count.
    expect((await change(id, { email: 'x@bora.example', code: '000000', seen }, other)).status).toBe(400);
    for (let turn = 1; turn <= 20; turn += 1) expect(await next(turn)).toBe(200);
    expect(await next(21)).toBe(429);
    expect(seen).toBe('moved-20@bora.example');
  });

  test('is replaced by the code that came to the new one; the old one hears of it and signs nobody in', async () => {
    const viewer = await server.buildViewer();
    const [id, email] = [viewer.accountId, 'new-address@bora.example'];
    await prove(id, email);
    const code = await readCode(server.app, email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await change(id, { email, code: wrong, seen: viewer.email })).error.code).toBe('AUTH_CODE_INVALID');
    expect((await change(id, { email, code, seen: 'other@bora.example' })).error.code).toBe('CHANGED_MEANWHILE');
    expect((await change(id, { email, code, seen: viewer.email })).reply).toMatchObject({
      email,
      is_email_confirmed: true,
    });
    expect(await textsTo(viewer.email)).toContain('로그인 이메일을 다른 주소로 바꿨어요');
    const signIn = (address: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/accounts/v1/login/',
        payload: { email: address, password: PASSWORD, device: { platform: 'web' } },
      });
    expect((await signIn(viewer.email)).statusCode).toBe(401);
    expect((await find(support, email)).reply.id).toBe(id);
    const [entry] = await audit('account.email');
    expect(entry?.after).toEqual({ is_new_address: true, proof: 'payment', reason });
  });

  test('is confirmed by a code to the address itself', async () => {
    const viewer = await server.buildViewer({ is_email_confirmed: false });
    await prove(viewer.accountId, viewer.email);
    const code = await readCode(server.app, viewer.email);
    const { reply } = await change(viewer.accountId, { email: viewer.email, code, seen: viewer.email });
    expect(reply.is_email_confirmed).toBe(true);
  });

  test('the e-mail address of another account is refused before a code is mailed', async () => {
    const [one, other] = [await server.buildViewer(), await server.buildViewer()];
    expect((await prove(one.accountId, other.email)).error).toMatchObject({
      code: 'REFUSED',
      message: '이미 다른 계정이 쓰는 이메일이에요.',
    });
    expect(await textsTo(other.email)).not.toContain('코드:');
  });
});

test('removes a forgotten PIN, so that the profile opens without one', async () => {
  const { id, profileIds } = await server.buildAccount({ profiles: [{ name: '아빠', hasPin: true }] });
  const account = { id, profileId: profileIds[0]! };
  const [before] = (await show(account.id)).profiles;
  expect(before).toMatchObject({ name: '아빠', has_pin: true, max_rating: expect.any(String) });
  expect(JSON.stringify(before)).not.toContain(PIN);
  const remove = () =>
    members.call(removeProfilePin, support, {
      params: { id: account.id, profileId: account.profileId },
      body: { reason },
    });
  expect((await remove()).reply.profiles[0]).toMatchObject({ has_pin: false });
  expect((await remove()).error.message).toBe('이미 PIN이 없는 프로필이에요.');
  expect((await audit('profile.pin-remove'))[0]).toMatchObject({ after: { has_pin: false, reason } });
});

test('stops a playback, which is shown without what is watched', async () => {
  const viewer = await server.buildViewer({ plan: 'premium' });
  await server.openVideo(viewer);
  const { playbacks } = await show(viewer.accountId);
  expect(playbacks).toEqual([
    {
      id: expect.any(String),
      profile_id: viewer.profileId,
      device_id: expect.any(String),
      opened_at: expect.any(String),
    },
  ]);
  const stop = () =>
    members.call(stopPlayback, support, { params: { id: viewer.accountId, playbackId: playbacks[0]!.id } });
  expect((await stop()).reply.playbacks).toEqual([]);
  expect((await stop()).error.message).toBe('이미 끝난 재생이에요.');
});

test('keeps notes of support beside its decisions', async () => {
  const viewer = await server.buildViewer();
  const { reply } = await members.call(addAccountNote, support, {
    params: { id: viewer.accountId },
    body: { text: '거실 TV에서 소리가 안 난다고 함' },
  });
  expect(reply.decisions[0]).toMatchObject({
    action: 'account.note',
    actor: support.email,
    after: { note: '거실 TV에서 소리가 안 난다고 함' },
  });
});
