import { createHash, scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { Input } from '#contract/inputs.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const KEY = 'k'.repeat(43);
const EMAIL = { name: '이메일', kind: 'email', done_label: '다음', max_length: 254 };
const PASSWORD_FIELD = { name: '비밀번호', kind: 'password', done_label: '로그인', max_length: 255 };

const open = async (body?: object, token: string | undefined = KEY) =>
  (await server.call(endpoints.openInput, { body, token })).reply;
const get = (code: string, query: { after?: number } = {}, token?: string) =>
  server.call(endpoints.getInput, { params: { code }, query, token });
const write = (code: string, body: object, token?: string) =>
  server.call(endpoints.writeInput, { params: { code }, token, body: { writer: 'phone-one', field: 0, ...body } });
const change = (code: string, body: object, token: string | undefined = KEY) =>
  server.call(endpoints.changeInput, { params: { code }, token, body });
const close = (code: string, token: string | undefined = KEY) =>
  server.call(endpoints.closeInput, { params: { code }, token });
const from = (address: string, url: string) =>
  server.app.inject({ url, headers: { 'x-forwarded-for': address } }).then(({ statusCode }) => statusCode);

describe('a text field of a television', () => {
  test('opens without a body or a token, with a code, an address and five minutes', async () => {
    const { status, reply } = await server.call(endpoints.openInput);
    expect(status).toBe(200);
    expect(reply).toEqual({
      code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ2-9]{4}-[B-DF-HJ-NP-TV-XZ2-9]{4}$/),
      url: `http://bora.test/input?code=${reply.code}`,
      expires_in: 300,
    });
    expect((await get(reply.code.toLowerCase().replace('-', ' '))).reply).toMatchObject({
      code: reply.code,
      revision: 0,
      text: '',
      field: { number: 0, kind: 'text', max_length: 255 },
      is_joined: false,
    });
  });

  test('sees what a phone types while it waits, on every process', async () => {
    const { code } = await open({ field: EMAIL, text: 'a' });
    const seen = get(code, { after: 0 }, KEY);
    await write(code, { change: 1, text: 'a@bora.example' });
    const { reply } = await seen;
    expect(reply).toMatchObject({ revision: 1, text: 'a@bora.example', writer: 'phone-one', is_joined: true });
  });

  test('gets every text in order of arrival, and each change once', async () => {
    const { code } = await open();
    await write(code, { change: 1, text: '가' });
    await write(code, { writer: 'phone-two', change: 1, text: '나' });
    const repeated = (await write(code, { change: 1, text: '가' })).reply;
    expect(repeated).toMatchObject({ revision: 2, text: '나', writer: 'phone-two' });
    expect((await write(code, { change: 2, text: '다', is_done: true })).reply).toMatchObject({
      revision: 3,
      text: '다',
      cnt_done: 1,
    });
    expect((await write(code, { change: 2, text: '다', is_done: true })).reply.cnt_done).toBe(1);
  });

  test('keeps one line without control characters, in NFC and within its length', async () => {
    const { code } = await open({ field: { ...EMAIL, kind: 'name', max_length: 4 } });
    const { reply } = await write(code, { change: 1, text: 'ᄒ\u1161ᆫ\u0007\u202E\n글👨‍👩‍👧끝남' });
    expect(reply.text).toBe('한 글👨');
    expect((await write(code, { change: 2, text: '\uD800' })).error.code).toBe('VALIDATION_FAILED');
    const field = { ...EMAIL, kind: 'name', max_length: 4 };
    const begun = await open({ field, text: '달빛 여우' });
    expect((await get(begun.code)).reply.text).toBe('달빛 여');
    expect((await change(code, { field, text: '달빛 여우' })).reply.text).toBe('달빛 여');
  });

  test('goes to its next field, in which a late change of the earlier one does not land', async () => {
    const { code } = await open({ field: EMAIL });
    await write(code, { change: 1, text: 'a@bora.example', is_done: true });
    const { reply } = await change(code, { field: PASSWORD_FIELD });
    expect(reply).toMatchObject({ revision: 2, text: '', field: { number: 1, name: '비밀번호' } });
    expect((await write(code, { change: 2, text: 'late', is_done: true })).reply).toMatchObject({
      revision: 2,
      cnt_done: 1,
      length: 0,
    });
  });

  test('shows its error on the phone until the text changes', async () => {
    const { code } = await open({ field: EMAIL });
    expect((await change(code, { problem: '이메일 주소를 확인해 주세요.' })).reply.problem).toBe(
      '이메일 주소를 확인해 주세요.',
    );
    expect((await write(code, { change: 1, text: 'a' })).reply.problem).toBeNull();
  });

  test('ends when the television leaves it, also for the calls that wait', async () => {
    const { code } = await open();
    const waiting = get(code, { after: 0 });
    expect((await close(code)).status).toBe(204);
    expect((await waiting).error.code).toBe('NOT_FOUND');
    expect((await write(code, { change: 1, text: 'x' })).error.code).toBe('NOT_FOUND');
    expect((await close(code)).error.code).toBe('NOT_FOUND');
  });

  test('belongs to the television that opened it', async () => {
    const { code } = await open();
    const stranger = 's'.repeat(43);
    expect((await change(code, { field: PASSWORD_FIELD }, stranger)).error.code).toBe('NOT_FOUND');
    expect((await close(code, stranger)).error.code).toBe('NOT_FOUND');
    expect((await server.call(endpoints.closeInput, { params: { code } })).error.code).toBe('NOT_FOUND');
    expect((await get(code)).status).toBe(200);
  });
});

describe('a password', () => {
  test('is read only by the television, and never stored in clear', async () => {
    const { code } = await open({ field: PASSWORD_FIELD });
    expect((await write(code, { change: 1, text: 'very-secret-1' })).reply).toMatchObject({ text: null, length: 13 });
    expect((await get(code)).reply.text).toBeNull();
    expect((await get(code, {}, KEY)).reply.text).toBe('very-secret-1');
    const rows = JSON.stringify(await server.db.selectFrom('inputs').selectAll().execute());
    expect(rows).not.toContain('very-secret');
    expect(rows).not.toContain(code.replace('-', ''));
    const countRows = async () => (await server.db.selectFrom('inputs').select('kind').execute()).length;
    const before = await countRows();
    await close(code);
    expect(await countRows()).toBe(before - 1);
  });
});

describe('a password without a key', () => {
  test('is read by nobody, whenever the field became one', async () => {
    const openedAs = (await server.call(endpoints.openInput, { body: { field: PASSWORD_FIELD } })).reply.code;
    const changed = (await server.call(endpoints.openInput)).reply.code;
    await server.call(endpoints.changeInput, { params: { code: changed }, body: { field: PASSWORD_FIELD } });
    for (const [code, field] of [
      [openedAs, 0],
      [changed, 1],
    ] as const) {
      const body = { writer: 'a-phone-1', change: 1, field, text: 'hunter2' };
      const written = await server.call(endpoints.writeInput, { params: { code }, body });
      expect(written.reply).toMatchObject({ text: null, length: 7 });
      for (const token of [undefined, KEY])
        expect(
          (await server.call(endpoints.getInput, { params: { code }, ...(token && { token }) })).reply.text,
        ).toBeNull();
    }
  });
});

test('a row of the database has nothing that is fast to guess a code with', async () => {
  const { code } = await open({ field: PASSWORD_FIELD });
  const typed = code.replace('-', '');
  const [row] = await server.db.selectFrom('inputs').selectAll().orderBy('created_at', 'desc').execute();
  const fast = ['sha256', 'sha1', 'md5', 'sha512'].flatMap((name) =>
    (['hex', 'base64url'] as const).map((form) => createHash(name).update(typed).digest(form)),
  );
  for (const hash of fast) expect(JSON.stringify(row)).not.toContain(hash);
  // 16 MB and 30 ms a guess: hash and key are of one derivation.
  const derived = scryptSync(typed, 'input of a television', 64, { N: 2 ** 14, r: 8, p: 1 });
  const hashes = await server.db.selectFrom('inputs').select('code_hash').execute();
  expect(hashes).toContainEqual({ code_hash: derived.subarray(0, 32).toString('base64url') });
});

describe('the page for phones', () => {
  const page = (code: string) => createPhone(server.app).open(`/input?code=${code}`);

  test('names the field, runs only its own script, and tells the television', async () => {
    const { code } = await open({ field: EMAIL });
    const joined = get(code, { after: 0 }, KEY);
    const { document, headers, statusCode } = await page(code);
    expect(statusCode).toBe(200);
    expect(document.querySelector('label')?.textContent).toBe('이메일');
    expect(document.querySelector('#typing')?.getAttribute('data-code')).toBe(code);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers['cache-control']).toBe('no-store');
    const { reply }: { reply: Input } = await joined;
    expect(reply).toMatchObject({ is_joined: true, revision: 1 });
    await page(code);
    expect((await get(code)).reply.revision).toBe(1);
  });

  test('asks for the code, and says when it is wrong or over', async () => {
    const empty = await createPhone(server.app).open('/input');
    expect([empty.statusCode, empty.focused]).toEqual([200, 'code']);
    const wrong = await page('BBBB-2222');
    expect(wrong.statusCode).toBe(404);
    expect(wrong.errorOf('code')).toContain('찾을 수 없거나 이미 끝났어요');
  });
});

test('an address that guesses codes is refused, also for right ones', async () => {
  const { code } = await open();
  for (let tries = 0; tries < 60; tries += 1) expect(await from('203.0.113.9', '/api/inputs/v1/BBBB2222/')).toBe(404);
  expect(await from('203.0.113.9', `/api/inputs/v1/${code}/`)).toBe(429);
  expect(await from('203.0.113.9', `/input?code=${code}`)).toBe(429);
  expect(await from('203.0.113.10', `/api/inputs/v1/${code}/`)).toBe(200);
});

// Last: the clock ends all inputs of this server.
