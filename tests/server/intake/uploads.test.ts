import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffRole } from '#contract/console/endpoint.ts';
import { getInbox, removeInboxFile, UPLOADS_PATH } from '#contract/console/inbox.ts';
import { createTransact } from '#server/db/open.ts';
import { createUploads } from '#server/intake/index.ts';
import { RESERVED_BYTES } from '#server/intake/rules.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createMembers, type CallConsole, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';

/* Uploads in the console, by the calls of the tus protocol. */

let server: ServerFixture;
let call: CallConsole;
let editor: Member;
let support: Member;
let members: ReturnType<typeof createMembers>;
let url: string;
let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bora-uploads-')));
  server = await createServerFixture({ mediaFolder: join(folder, 'media') });
  members = createMembers(server);
  ({ call } = members);
  editor = await members.buildMember('editor');
  support = await members.buildMember('support');
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const inBase64 = (text: string) => Buffer.from(text).toString('base64');
const MODIFIED = '2026-11-20T12:00:00.000Z';

interface Sent {
  base?: string;
  headers?: Record<string, string>;
}

const headersOf = ({ cookie, csrf }: Pick<Member, 'cookie' | 'csrf'>): Record<string, string> => ({
  'tus-resumable': '1.0.0',
  cookie: cookie ?? '',
  'x-csrf-token': csrf ?? '',
});

async function begin(path: string, bytes: number, { base = url, headers = {} }: Sent = {}) {
  const metadata = `path ${inBase64(path)},modified_at ${inBase64(MODIFIED)}`;
  const answer = await fetch(`${base}${UPLOADS_PATH}`, {
    method: 'POST',
    headers: { ...headersOf(editor), 'upload-length': String(bytes), 'upload-metadata': metadata, ...headers },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    address: answer.headers.get('location') ?? '',
    error: answer.ok ? undefined : (JSON.parse(text) as { code: string; message: string }),
  };
}

const offsetOf = async (address: string) => {
  const answer = await fetch(`${url}${address}`, { method: 'HEAD', headers: headersOf(editor) });
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset')) };
};

const send = async (
  address: string,
  offset: number,
  part: Buffer | AsyncIterable<Uint8Array>,
  base = url,
  member = editor,
) => {
  const answer = await fetch(`${base}${address}`, {
    method: 'PATCH',
    headers: {
      ...headersOf(member),
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.isBuffer(part) ? new Uint8Array(part) : part,
    duplex: 'half',
  } as RequestInit);
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset')), text: await answer.text() };
};

/** Sends the beginning of a part and cuts the connection when the server has stored it. */
async function cutWhileSending(address: string, part: Buffer, sent: number): Promise<void> {
  const id = address.split('/').at(-2)!;
  const request = httpRequest(`${url}${address}`, {
    method: 'PATCH',
    headers: {
      ...headersOf(editor),
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': part.length,
    },
  });
  request.on('error', () => undefined);
  request.write(part.subarray(0, sent));
  await expect.poll(async () => (await readFile(join(folder, 'media/.uploads', id)).catch(() => '')).length).toBe(sent);
  request.destroy();
}

/** Uploads on a disk with so much room; one with null does not answer. */
async function ownUploads(free: number | null) {
  const failures: unknown[] = [];
  const uploads = createUploads({
    db: server.db,
    transact: createTransact(server.db),
    clock: server.clock,
    random: systemRandom,
    mediaFolder: join(folder, 'media'),
    failures: { report: (_, error) => failures.push(error) },
    freeBytes: () => (free === null ? new Promise(() => undefined) : Promise.resolve(free)),
  });
  const own: Server = createServer((request, response) => {
    void uploads.handle(request, response, { email: 'editor@bora.example', record: recordNothing });
  });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(own.address() as AddressInfo).port}`,
    failures,
    leave: (bytes: number) => void (free = bytes),
    close: () => new Promise((resolve) => own.close(resolve)),
  };
}

const filesOf = async () => (await call(getInbox, editor)).reply.files;
const fileAt = async (address: string) => (await filesOf()).find(({ id }) => address.includes(id));
const remove = async (address: string) => call(removeInboxFile, editor, { params: { id: address.split('/').at(-2)! } });
const stored = () => readdir(join(folder, 'media/.uploads')).catch(() => []);

test('an upload that is cut at 99 % continues from where it was', async () => {
  const video = Buffer.alloc(300_000, 'video ');
  const { status, address } = await begin('[Bora] 여우 - 01.mkv', video.length);
  expect(status).toBe(201);
  expect(address).toMatch(new RegExp(`^${UPLOADS_PATH}[\\da-f-]{36}/$`));

  await cutWhileSending(address, video, 297_000);
  expect(await offsetOf(address)).toEqual({ status: 200, offset: 297_000 });
  expect(await fileAt(address)).toMatchObject({
    path: '[Bora] 여우 - 01.mkv',
    kind: 'video',
    state: 'receiving',
    bytes: 300_000,
    received_bytes: 297_000,
    modified_at: MODIFIED,
    uploaded_by: editor.email,
  });

  expect((await send(address, 100, video.subarray(100))).status).toBe(409);
  expect(await send(address, 297_000, video.subarray(297_000))).toMatchObject({ status: 204, offset: 300_000 });
  expect(await offsetOf(address)).toEqual({ status: 200, offset: 300_000 });
  expect(await fileAt(address)).toMatchObject({ state: 'received', received_bytes: 300_000 });
  expect(await readFile(join(folder, 'media/.uploads', address.split('/').at(-2)!))).toEqual(video);

  expect((await remove(address)).status).toBe(204);
  expect(await stored()).toEqual([]);
  expect((await offsetOf(address)).status).toBe(404);
  const entries = await server.db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('subject_kind', '=', 'inbox-file')
    .orderBy('at')
    .execute();
  expect(entries.map(({ action }) => action).sort()).toEqual(['media.dismiss', 'media.upload']);
  expect(entries[0]!.actor).toBe(editor.email);
});

test('an upload continues at another process, as after a restart', async () => {
  const { address } = await begin('여우 - 02.mkv', 100);
  expect(await send(address, 0, Buffer.alloc(10))).toMatchObject({ status: 204, offset: 10 });
  const other = await ownUploads(1e12);
  const found = await fetch(`${other.base}${address}`, { method: 'HEAD', headers: headersOf(editor) });
  expect([found.status, found.headers.get('upload-offset')]).toEqual([200, '10']);
  expect(await send(address, 10, Buffer.alloc(90), other.base)).toMatchObject({ status: 204, offset: 100 });
  expect(await fileAt(address)).toMatchObject({ state: 'received', received_bytes: 100 });
  await other.close();
  await remove(address);
});

test('an upload whose bytes come is no abandoned one, also before its request has ended', async () => {
  const { address } = await begin('여우 - 02.mkv', 100);
  const id = address.split('/').at(-2)!;
  await server.db
    .updateTable('inbox_files')
    .set({ changed_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  async function* slowly() {
    yield Buffer.alloc(10);
    await held;
    yield Buffer.alloc(90);
  }
  const sent = send(address, 0, slowly());
  const changedAt = () =>
    server.db.selectFrom('inbox_files').select('changed_at').where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(changedAt).toEqual({ changed_at: server.clock.now() });
  goOn();
  expect(await sent).toMatchObject({ status: 204, offset: 100 });
  await remove(address);
});

test.each([
  ['an empty file', 'a.mkv', 0, 422],
  ['a playlist', 'list.m3u8', 100, 422],
  ['a file that names a stream', 'a.strm', 100, 422],
  ['a program', 'a.exe', 100, 422],
  ['a picture with any name', 'me.jpg', 100, 422],
  ['a video beyond the limit', 'a.mkv', 201 * 1024 ** 3, 413],
  ['a subtitle beyond the limit', 'a.srt', 20_000_001, 413],
  ['nothing but folders', '../..', 100, 422],
])('refuses %s before a byte is sent', async (_, path, bytes, status) => {
  const refused = await begin(path, bytes);
  expect(refused.status).toBe(status);
  expect(refused.error!.message).toMatch(/[가-힣].*요\.$/);
  expect(await filesOf()).toEqual([]);
  expect(await stored()).toEqual([]);
});

test.each([
  [`it's "quoted" $(touch x) \`y\`.mkv`, `it's "quoted" $(touch x) \`y\`.mkv`],
  ['two\nlines\u0000.mkv', undefined],
  ['two\nlines\u202e.mkv', 'two lines .mkv'],
  ['여우/01.mkv'.normalize('NFD'), '여우/01.mkv'.normalize('NFC')],
  [`${'가'.repeat(82)}.mkv`, `${'가'.repeat(82)}.mkv`],
  ['../../etc/./passwd.mkv', 'etc/passwd.mkv'],
])('stores %j under an id', async (path, shown) => {
  const { status, address } = await begin(path, 10);
  if (shown === undefined) {
    expect(status).toBe(400);
    return;
  }
  expect(await fileAt(address)).toMatchObject({ path: shown });
  expect(await stored()).toEqual([address.split('/').at(-2)]);
  await remove(address);
});

test('only editors upload, from the console’s own page', async () => {
  const codeOf = async (headers: Record<string, string>) => (await begin('a.mkv', 10, { headers })).error?.code;
  const viewer = await server.buildViewer();
  expect(await codeOf({ cookie: '' })).toBe('TOKEN_INVALID');
  expect(await codeOf({ cookie: '', authorization: `Token ${viewer.profileToken}` })).toBe('TOKEN_INVALID');
  expect(await codeOf(headersOf(support))).toBe('ROLE_REQUIRED');
  expect(await codeOf({ 'x-csrf-token': headersOf(support)['x-csrf-token']! })).toBe('CSRF_INVALID');
  expect(await codeOf({ 'sec-fetch-site': 'cross-site' })).toBe('CSRF_INVALID');
  const { address } = await begin('a.mkv', 10);
  for (const method of ['HEAD', 'PATCH'])
    for (const [status, headers] of [
      [401, {} as Record<string, string>],
      [403, headersOf(support)],
    ] as const)
      expect((await fetch(`${url}${address}`, { method, headers })).status).toBe(status);
  expect(await offsetOf(address)).toEqual({ status: 200, offset: 0 });
  expect((await begin('b.mkv', 10)).headers.get('access-control-allow-origin')).toBeNull();
  for (const { id } of await filesOf()) await call(removeInboxFile, editor, { params: { id } });
});

test('an editor who loses the role in the middle of an upload sends no further byte, and goes on as an editor again', async () => {
  const video = Buffer.alloc(300_000, 'video ');
  const { address } = await begin('역할.mkv', video.length);
  expect(await send(address, 0, video.subarray(0, 100_000))).toMatchObject({ status: 204, offset: 100_000 });
  const setRole = (role: StaffRole) =>
    server.db.updateTable('staff').set({ role }).where('id', '=', editor.id).execute();
  await setRole('support');
  const refused = await send(address, 100_000, video.subarray(100_000));
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('ROLE_REQUIRED');
  expect((await readFile(join(folder, 'media/.uploads', address.split('/').at(-2)!))).length).toBe(100_000);
  await setRole('editor');
  expect(await offsetOf(address)).toEqual({ status: 200, offset: 100_000 });
  expect(await send(address, 100_000, video.subarray(100_000))).toMatchObject({ status: 204, offset: 300_000 });
  expect((await remove(address)).status).toBe(204);
});

test.each([
  ['a length that is no number', 'POST', { 'upload-length': '1e9' }, 400, 'VALIDATION_FAILED'],
  ['another offset', 'PATCH', { 'upload-offset': '7' }, 409, 'CHANGED_MEANWHILE'],
  ['more bytes than it said', 'PATCH', { 'upload-offset': '0', long: 'yes' }, 413, 'FILE_TOO_LARGE'],
  ['an upload that there is not', 'PATCH', { 'upload-offset': '0', gone: 'yes' }, 404, 'NOT_FOUND'],
])(
  'refuses %s with a code, as every call does',
  async (_, method, { long, gone, ...headers }: Record<string, string>, status, code) => {
    const { address } = await begin('a.mkv', 10);
    if (gone !== undefined) await remove(address);
    const answer = await fetch(`${url}${method === 'POST' ? UPLOADS_PATH : address}`, {
      method,
      headers: {
        ...headersOf(editor),
        ...(method === 'PATCH' && { 'content-type': 'application/offset+octet-stream' }),
        'upload-metadata': `path ${inBase64('b.mkv')}`,
        ...headers,
      },
      ...(method === 'PATCH' && { body: new Uint8Array(long === undefined ? 4 : 40) }),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8']);
    expect(await answer.json()).toEqual({ code, message: expect.stringMatching(/[가-힣].*요\.$/) as string });
    await remove(address);
    expect(await filesOf()).toEqual([]);
  },
);

test('the log names whoever continues the upload of another member', async () => {
  const { address } = await begin('a.mkv', 8);
  await send(address, 0, Buffer.from('mine'));
  const other = await members.buildMember('editor');
  expect((await send(address, 4, Buffer.from('more'), url, other)).status).toBe(204);
  expect(await fileAt(address)).toMatchObject({ state: 'received', uploaded_by: other.email });
  const entries = await server.db
    .selectFrom('audit_log')
    .select(['actor', 'before', 'after'])
    .where('action', '=', 'media.upload')
    .where('subject_id', '=', address.split('/').at(-2)!)
    .orderBy('at')
    .execute();
  expect(entries).toHaveLength(2);
  expect(entries.find(({ actor }) => actor === other.email)).toMatchObject({
    before: { uploaded_by: editor.email },
    after: { uploaded_by: other.email, path: 'a.mkv' },
  });
  await remove(address);
});

test('uploads that begin at once are not promised the same room', async () => {
  const own = await ownUploads(RESERVED_BYTES + 100);
  const begun = await Promise.all(Array.from({ length: 8 }, () => begin('a.mkv', 40, { base: own.base })));
  expect(begun.map(({ status }) => status).sort()).toEqual([201, 201, 507, 507, 507, 507, 507, 507]);
  for (const { address } of begun) if (address !== '') await remove(address);
  expect(await stored()).toEqual([]);
  await own.close();
});

test('a request that sends a whole film ends when others have taken the room meanwhile', async () => {
  const size = 160 * 1024 ** 2;
  const own = await ownUploads(RESERVED_BYTES + size);
  const { address } = await begin('a.mkv', size, { base: own.base });
  const received = async () => (await stat(join(folder, 'media/.uploads', address.split('/').at(-2)!))).size;
  const parts = async function* () {
    yield new Uint8Array(1024 ** 2);
    await expect.poll(received).toBeGreaterThan(0);
    own.leave(0);
    for (let sent = 1; sent < 160; sent += 1) yield new Uint8Array(1024 ** 2);
  };
  // The answer comes while the body is still being sent, and may be lost with the connection.
  const status = await send(address, 0, parts(), own.base).then(
    (answer) => answer.status,
    () => 507,
  );
  expect(status).toBe(507);
  expect(await received()).toBeLessThan(size / 2);
  await remove(address);
  await own.close();
});

test('a disk that is full or gone refuses new uploads, and an upload continues when there is room', async () => {
  const { base, failures, leave, close } = await ownUploads(10 * 1024 ** 3);

  const { address } = await begin('a.mkv', 6 * 1024 ** 3, { base });
  const second = await begin('b.mkv', 5 * 1024 ** 3, { base });
  expect([second.status, second.error!.code]).toEqual([507, 'DISK_FULL']);

  leave(0);
  const full = await send(address, 0, Buffer.from('part'), base);
  expect([full.status, JSON.parse(full.text)]).toMatchObject([507, { code: 'DISK_FULL' }]);
  leave(10 * 1024 ** 3);
  expect(await send(address, 0, Buffer.from('part'), base)).toMatchObject({ status: 204, offset: 4 });
  expect((await filesOf()).map(({ path }) => path)).toEqual(['a.mkv']);
  expect(failures).toEqual([]);
  await remove(address);

  // What is on the disk already is not kept free once more.
  leave(RESERVED_BYTES + 100);
  const third = await begin('d.mkv', 80, { base });
  expect(await send(third.address, 0, Buffer.alloc(60), base)).toMatchObject({ status: 204, offset: 60 });
  leave(RESERVED_BYTES + 40);
  const fourth = await begin('e.mkv', 20, { base });
  expect([fourth.status, (await begin('f.mkv', 1, { base })).status]).toEqual([201, 507]);
  for (const one of [third, fourth]) await remove(one.address);

  await rename(join(folder, 'media'), join(folder, 'away'));
  expect((await begin('c.mkv', 10, { base })).error!.code).toBe('INTERNAL');
  expect([await readdir(folder), failures]).toMatchObject([['away'], [{ code: 'ENOENT' }]]);
  await rename(join(folder, 'away'), join(folder, 'media'));
  await close();
});

test('a disk that does not answer refuses uploads for a while, and holds no other call', async () => {
  const own = await ownUploads(null);
  const refused = begin('a.mkv', 10, { base: own.base });
  // It would wait for the lock under which an upload begins.
  expect((await begin('b.mkv', 10)).status).toBe(201);
  expect((await refused).error!.code).toBe('OVERLOADED');
  expect(own.failures).toHaveLength(1);
  for (const { id } of await filesOf()) await call(removeInboxFile, editor, { params: { id } });
  await own.close();
});
