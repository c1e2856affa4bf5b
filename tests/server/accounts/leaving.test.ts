import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseAccount, exportSupportedAccount } from '#contract/console/leaving.ts';
import { endpoints } from '#contract/endpoints.ts';
import { accountTables } from '#server/db/account-data.ts';
import { createTransact } from '#server/db/open.ts';
import { eraseAccounts } from '#server/leaving/erasing.ts';
import { makeExports } from '#server/leaving/exports.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createPutMail } from '#server/mail/outbox.ts';
import { removeOldRows } from '#server/retention/remove-old-rows.ts';
import { RETENTION } from '#server/retention/retention.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { fillAccount, MARK, readEverything, tracesIn } from '#tests/support/server/account-rows.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { openCheckout } from '#tests/support/checkout.ts';
import { createMembers } from '#tests/support/console.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';
import { plans, smallCatalogue } from '#tests/support/server/server-records.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: [...smallCatalogue(), ...plans()] });
});
afterAll(() => server.close());

const unlimited = new AbortController().signal;
const erase = (signal = unlimited, options = {}) =>
  eraseAccounts({ db: server.db, transact: createTransact(server.db) }, signal, options);
const makeFiles = () =>
  makeExports(
    {
      db: server.db,
      transact: createTransact(server.db),
      clock: server.clock,
      random: systemRandom,
      putMail: createPutMail({ clock: server.clock, random: systemRandom }),
    },
    unlimited,
  );
const leave = (viewer: Viewer, password = PASSWORD) =>
  server.call(endpoints.leaveAccount, { token: viewer.profileToken, body: { password } });
const qualityOf = (id: number) =>
  server.db.selectFrom('item_figures').selectAll().where('item_id', '=', id).executeTakeFirst();
const buildTwo = async () => {
  const viewer = await server.buildViewer({ profiles: [{ name: '삭제될프로필' }, {}] });
  const other = await server.buildViewer();
  const { results } = (await server.call(endpoints.listProfiles, { token: viewer.token })).reply;
  const devices = (await server.call(endpoints.listDeviceSessions, { token: viewer.token })).reply.results;
  const texts = [
    ...[viewer.accountId, viewer.email, hashToken(viewer.email), '삭제될프로필', MARK],
    ...[...results, ...devices].map(({ id }) => id),
  ];
  return { viewer, other, texts };
};
const linkOf = async (email: string) => {
  const mails = await readMailbox(server.app, email);
  return mails.map(({ text }) => /http:\/\/bora\.test(\/account-file\?token=\S+)/.exec(text)?.[1]).find(Boolean)!;
};

/** A database that fails after some statements, as if its process were killed. */
const failingAfter = (statements: number) => {
  let left = statements;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return server.db.withPlugin(plugin);
};

describe('leaving', () => {
  test('signs out everywhere at once, ends playbacks and frees the e-mail address', async () => {
    const { viewer } = await buildTwo();
    const phone = await server.signIn(viewer.email);
    const video = await server.openVideo(phone);
    const media = new URL(video.streams[0]!.url);
    const path = media.pathname + media.search;
    expect((await server.app.inject(path)).statusCode).not.toBe(403);

    const { status, reply } = await leave(viewer);
    expect([status, reply]).toEqual([202, { erased_within: 86_400 }]);
    for (const token of [viewer.token, viewer.profileToken, phone.token, phone.profileToken])
      expect((await server.call(endpoints.getMyAccount, { token })).error.code).toBe('TOKEN_INVALID');
    const { state } = await server.db
      .selectFrom('play_logs')
      .select('state')
      .where('id', '=', video.play_log_id)
      .executeTakeFirstOrThrow();
    expect(state).toBe('deactivated');
    const device = { platform: 'web' as const };
    const body = { email: viewer.email, password: PASSWORD, device };
    expect((await server.call(endpoints.login, { body })).error.code).toBe('LOGIN_FAILED');

    // The erasure of the old account has not run yet.
    await server.call(endpoints.requestEmailCode, { body: { email: viewer.email } });
    const made = await server.call(endpoints.signUp, {
      body: {
        email: viewer.email,
        password1: 'bora-again-1',
        password2: 'bora-again-1',
        auth_code: await readCode(server.app, viewer.email),
      },
    });
    expect(made.status).toBe(201);
    expect(await erase()).toBe(1);
    expect((await server.call(endpoints.getMyAccount, { token: made.reply.token })).reply.email).toBe(viewer.email);
    expect((await server.call(endpoints.listProfiles, { token: made.reply.token })).reply.count).toBe(1);
  });

  test('leaves no order that a phone could pay, and no PIN that it could remove', async () => {
    const { email, profileIds } = await server.buildAccount({ plan: 'free', profiles: [{ hasPin: true }] });
    const viewer = await server.signIn(email);
    const { reply } = await server.call(endpoints.orderPlan, { token: viewer.profileToken, params: { id: 1 } });
    const press = await openCheckout(server.app, reply.checkout_url);
    await leave(viewer);
    expect([(await press('approve')).statusCode, (await press('cancel')).statusCode]).toEqual([404, 404]);
    const order = await server.db.selectFrom('orders').select('status').where('id', '=', reply.id).execute();
    expect(order).toEqual([{ status: 'pending' }]);
    const phone = createPhone(server.app);
    await phone.open(`/pin/${profileIds[0]}`);
    const answer = await phone.send(`/pin/${profileIds[0]}`, { email, password: PASSWORD });
    expect([answer.statusCode, answer.errorOf('password')]).toEqual([401, '이메일 또는 비밀번호가 맞지 않아요.']);
  });

  test('refuses a wrong password, counts the tries, and is for adults', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, { maxRating: '12' }] });
    expect((await leave(viewer, 'wrong')).error.code).toBe('LOGIN_FAILED');
    const child = await server.selectProfile(viewer, 1);
    expect((await leave(child)).error.code).toBe('RATING_RESTRICTED');
    const { error } = await server.call(endpoints.exportAccount, { token: child.profileToken });
    expect(error.code).toBe('RATING_RESTRICTED');
    const key = `password-change:${viewer.accountId}`;
    await server.db.updateTable('rate_limits').set({ count: 20 }).where('key', '=', key).execute();
    expect((await leave(viewer)).error.code).toBe('TOO_MANY_REQUESTS');
    expect((await server.call(endpoints.getMyAccount, { token: viewer.token })).status).toBe(200);
  });
});

describe('erasing', () => {
  test('leaves no trace in any table, and figures of others that are right', async () => {
    const { viewer, other, texts } = await buildTwo();
    await fillAccount(server, viewer, other);
    await makeFiles();
    await server.call(endpoints.exportAccount, { token: viewer.token });
    const before = tracesIn(await readEverything(server.db), texts);
    const during = ['erasures'];
    expect([...before, ...during].sort()).toEqual(accountTables.map(({ table }) => table).sort());
    const { cnt_rating: count, sum_rating: sum } = (await qualityOf(1))!;

    await leave(viewer);
    // Killed a few statements later each time, and continued by the next run.
    let kills = 0;
    for (let isDone = false; !isDone && kills < 100;) {
      const db = failingAfter(3 * (kills + 1));
      isDone = await eraseAccounts({ db, transact: createTransact(db) }, unlimited, { batch: 2 }).then(
        () => true,
        () => false,
      );
      if (!isDone) kills += 1;
    }
    expect(kills).toBeGreaterThan(5);

    const after = await readEverything(server.db);
    const kept = accountTables.filter((table) => table.erase === 'kept').map(({ table }) => table);
    expect(tracesIn(after, texts).sort()).toEqual(kept.sort());
    expect(after.get('audit_log')!.filter((row) => row.includes(viewer.email) || row.includes(MARK))).toEqual([]);
    expect(
      after
        .get('kept_orders')!
        .map((row) => (JSON.parse(row) as { status: string }).status)
        .sort(),
    ).toEqual(['paid', 'refunded']);
    expect(after.get('ad_days')!.map((row) => JSON.parse(row) as unknown)).toMatchObject([{ event: 'start', cnt: 1 }]);
    expect(await qualityOf(1)).toMatchObject({ cnt_rating: count - 1, sum_rating: sum - 1 });
    const { results } = (
      await server.call(endpoints.listShortReviews, { token: other.profileToken, params: { itemId: 1 } })
    ).reply;
    expect(results).toMatchObject([{ short_review: '남을 글', cnt_like: 0, is_mine: true }]);
    expect(await erase()).toBe(0);

    const years = (count: number) => new Date(server.clock.now().getTime() + count * 366 * 24 * 3600_000);
    const retention = RETENTION.filter(({ table }) => table === 'kept_orders');
    expect(await removeOldRows(server.db, years(5), unlimited, { retention })).toEqual(new Map([['kept_orders', 0]]));
    expect(await removeOldRows(server.db, years(6), unlimited, { retention })).toEqual(new Map([['kept_orders', 2]]));
  });

  test('stops when it is aborted, and the next run continues', async () => {
    const viewer = await server.buildViewer();
    await leave(viewer);
    expect(await erase(AbortSignal.abort())).toBe(0);
    expect(tracesIn(await readEverything(server.db), [viewer.accountId])).toContain('accounts');
    expect(await erase()).toBe(1);
    expect(tracesIn(await readEverything(server.db), [viewer.accountId])).toEqual([]);
  });
});

describe('the file of an account', () => {
  test('has all that is stored, no secret, and a link for 24 hours', async () => {
    const { viewer, other } = await buildTwo();
    await fillAccount(server, viewer, other);
    expect(await makeFiles()).toBeGreaterThan(0);
    const link = await linkOf(viewer.email);
    const answer = await server.app.inject(link);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="bora-account.json"',
      'content-length': String(Buffer.byteLength(answer.body)),
    });
    const file = answer.json<Record<string, Record<string, unknown>[]>>();
    expect(file['accounts']).toMatchObject([{ id: viewer.accountId, email: viewer.email }]);
    expect(file['short_reviews']).toMatchObject([{ short_review: MARK, item_id: 1 }]);
    expect(file['titles']).toContainEqual({ id: 1, name: expect.any(String) as string });
    expect(answer.body).not.toMatch(/argon2|token_hash|password_hash|pin_hash|code_hash/);
    expect(answer.body).not.toContain('남을 글');
    const documented = readFileSync(fileURLToPath(new URL('../../../docs/account-file.md', import.meta.url)), 'utf8');
    const lists = [...documented.matchAll(/^\| `(\w+)` +\| (.+?) +\|/gm)].map(([, name, fields]) => [
      name,
      fields!.replaceAll('`', '').split(', ').sort(),
    ]);
    // Every list has a row here, except those that had to be empty.
    const isWritten = ([name, rows]: [string, unknown]) => Array.isArray(rows) && rows.length > 0 && name !== 'format';
    const written = Object.entries(file).filter(isWritten);
    expect(written.map(([name, rows]) => [name, Object.keys(rows[0]!).sort()])).toEqual(lists);

    const { status } = await server.app
      .inject('/account-file?token=x')
      .then(({ statusCode }) => ({ status: statusCode }));
    expect(status).toBe(410);
    server.clock.advance(24 * 3600);
    const over = await server.app.inject(link);
    expect([over.statusCode, over.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
    await removeOldRows(server.db, server.clock.now(), unlimited, {
      retention: RETENTION.filter(({ table }) => table === 'account_exports'),
    });
    const all = await readEverything(server.db);
    expect([all.get('account_exports'), all.get('account_export_parts')]).toEqual([[], []]);
  });

  test('is loaded as often as its owner likes, and only wrong links use up tries', async () => {
    const viewer = await server.buildViewer();
    await server.call(endpoints.exportAccount, { token: viewer.profileToken });
    await makeFiles();
    const link = await linkOf(viewer.email);
    const statusOf = async (path: string) => (await server.app.inject(path)).statusCode;
    for (let times = 0; times < 61; times += 1) expect(await statusOf(link)).toBe(200);
    const wrong: number[] = [];
    for (let times = 0; times < 61; times += 1) wrong.push(await statusOf('/account-file?token=x'));
    expect([wrong[0], wrong.at(-1)]).toEqual([410, 429]);
    server.clock.advance(600);
    expect(await statusOf(link)).toBe(200);
  });

  test('cannot be loaded any more after a new password', async () => {
    const viewer = await server.buildViewer();
    const ask = () => server.call(endpoints.exportAccount, { token: viewer.profileToken });
    await ask();
    await makeFiles();
    const link = await linkOf(viewer.email);
    await ask();
    const body = { old_password: PASSWORD, new_password: 'bora-other-9' };
    expect((await server.call(endpoints.changePassword, { token: viewer.profileToken, body })).status).toBe(204);
    expect((await server.app.inject(link)).statusCode).toBe(410);
    // One that was asked for before is not made.
    expect(await makeFiles()).toBe(0);
  });

  test('is made three times a day at most, and again after a try that was cut off', async () => {
    const viewer = await server.buildViewer();
    const ask = () => server.call(endpoints.exportAccount, { token: viewer.token });
    expect((await ask()).reply).toEqual({ expires_in: 86_400 });
    const db = failingAfter(15);
    const clock = server.clock;
    const put = { putMail: createPutMail({ clock, random: systemRandom }), random: systemRandom, clock };
    await expect(makeExports({ db, transact: createTransact(db), ...put }, unlimited)).rejects.toMatchObject({
      cause: { message: 'killed' },
    });
    expect(await makeFiles()).toBe(1);
    for (let count = 1; count < 3; count += 1) {
      await ask();
      expect((await ask()).status).toBe(202);
      expect(await makeFiles()).toBe(1);
    }
    expect((await ask()).error.code).toBe('TOO_MANY_REQUESTS');
  });

  test('is made once when it is asked for again and again at the same moment', async () => {
    for (let accounts = 0; accounts < 5; accounts += 1) {
      const { token } = await server.buildViewer();
      const asked = await Promise.all([1, 2, 3].map(() => server.call(endpoints.exportAccount, { token })));
      expect(asked.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(await makeFiles()).toBe(1);
    }
  });

  test('is made although the one before it fails, which the run reports', async () => {
    const broken = await server.buildViewer();
    const sound = await server.buildViewer();
    for (const { token } of [broken, sound]) {
      await server.call(endpoints.exportAccount, { token });
      server.clock.advance(1);
    }
    const { db, clock } = server;
    const putMail = createPutMail({ clock, random: systemRandom });
    const run = makeExports(
      {
        db,
        transact: createTransact(db),
        clock,
        random: systemRandom,
        putMail: (tx, mail) => (mail.to === broken.email ? Promise.reject(new Error('broken')) : putMail(tx, mail)),
      },
      unlimited,
    );
    await expect(run).rejects.toMatchObject({ message: 'an account file is not made', cause: { message: 'broken' } });
    expect((await server.app.inject(await linkOf(sound.email))).statusCode).toBe(200);
    expect(await linkOf(broken.email)).toBeUndefined();
    expect(await makeFiles()).toBe(1);
    expect((await server.app.inject(await linkOf(broken.email))).statusCode).toBe(200);
  });
});

describe('support', () => {
  test('erases an account after repeating its e-mail address, and the log has no e-mail address', async () => {
    const { call, buildMember } = createMembers(server);
    const member = await buildMember('support');
    const viewer = await server.buildViewer();
    const params = { id: viewer.accountId };
    const eraseAs = (email: string) => call(eraseAccount, member, { params, body: { email, reason: '메일로 요청' } });
    expect((await call(exportSupportedAccount, member, { params })).status).toBe(204);
    expect((await call(exportSupportedAccount, member, { params })).status).toBe(409);
    expect((await eraseAs('other@bora.example')).status).toBe(409);
    expect((await eraseAs(viewer.email)).status).toBe(204);
    expect((await eraseAs(viewer.email)).status).toBe(404);
    expect((await server.call(endpoints.getMyAccount, { token: viewer.token })).error.code).toBe('TOKEN_INVALID');
    const log = (await readEverything(server.db)).get('audit_log')!.filter((row) => row.includes(viewer.accountId));
    expect(log.map((row) => (JSON.parse(row) as { action: string }).action).sort()).toEqual([
      'account.erase',
      'account.export',
    ]);
    expect(log.join()).not.toContain(viewer.email);
  });
});

test('every table with a column of accounts, profiles or addresses says what it has of an account', async () => {
  const { rows } = await sql<{ name: string }>`select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and table_name <> 'staff' and (column_name in ('email', 'recipient', 'subject_id')
      or column_name like '%account_id' or column_name like '%profile_id')`.execute(server.db);
  const declared = new Set<string>(accountTables.map(({ table }) => table));
  expect(rows.map(({ name }) => name).filter((name) => !declared.has(name))).toEqual([]);
  expect(rows.length).toBeGreaterThan(20);
});
