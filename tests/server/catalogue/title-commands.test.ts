import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getItem } from '#contract/catalogue.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { writeFiles } from '#tests/support/server/server-files.ts';
import { callAt, openVideoAt, reportAt, signInAt } from '#tests/support/calls-at.ts';
import { runBundle, startProcess, type ServerProcess } from '#tests/support/server/server-process.ts';
import { buildEpisodeRecord, buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

/* The commands as processes of their own, beside a server that has the embedded database open. */

let bundle: Awaited<ReturnType<typeof bundleServer>>;
let folder: string;
let catalogueFolder: string;
beforeAll(async () => {
  bundle = await bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'bora-titles-'));
  const texts = smallCatalogue().map((record) => JSON.stringify(record));
  const paths = texts.flatMap((text) => [...text.matchAll(/"((?:media|pictures)\/[^"]+)"/g)].map(([, path]) => path!));
  catalogueFolder = await writeFiles(Object.fromEntries(paths.map((path) => [path, 'file'])));
  await writeFile(join(folder, 'small.jsonl'), texts.join('\n'));
});
afterAll(async () => {
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
  await rm(catalogueFolder, { recursive: true, force: true });
});

const dataDir = () => join(folder, 'data');
const socketPath = () => join(dataDir(), 'operator.sock');
const variables = () => ({ HOME: folder, DATA_DIR: dataDir(), CATALOGUE_DIR: catalogueFolder });

async function run(script: string, words: readonly string[], input = '') {
  const child = spawn(process.execPath, [...runBundle(join(dirname(bundle.path), `${script}.js`)), ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...variables() },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}
const titles = (...words: readonly string[]) => run('titles', words);

/** Sends a request of any kind to the server's socket. */
const send = (method: string, path: string, body: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const call = request({ socketPath: socketPath(), path, method }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    call.on('error', reject);
    call.end(body);
  });

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const statusOfTitle = async (url: string, token: string, id: number) =>
  (await callAt(url)(getItem, { token, params: { id } })).status;

test('an operator imports the catalogue and takes a title back while no server runs', async () => {
  expect((await run('catalogue', ['import', join(folder, 'small.jsonl')])).code).toBe(0);
  expect(await titles('unpublish', '2')).toEqual({
    code: 0,
    out: 'Changed.\n2\tunpublished\t0/3\t제목 2\n  201\tunpublished\t1화\t이야기 1\n  202\tunpublished\t2화\t이야기 2\n  203\tunpublished\t3화\t이야기 3\n',
    err: '',
  });
});

describe('while a server runs', () => {
  let server: ServerProcess;
  let url: string;
  beforeAll(async () => {
    server = startProcess({ ...variables(), NODE_ENV: 'development' }, bundle.path);
    url = await server.url;
  });

  test('an operator changes titles, also one that somebody watches', async () => {
    await expect.poll(() => exists(socketPath())).toBe(true);
    expect((await stat(socketPath())).mode & 0o777).toBe(0o600);
    const { token } = (await signInAt(url)).profile;
    expect(await statusOfTitle(url, token, 2)).toBe(404);
    const video = await openVideoAt(url, token, 301);

    const published = await titles('publish', '2', '--json');
    expect(published).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(published.out)).toMatchObject({ outcome: 'changed', title: { id: 2, state: 'published' } });
    expect(await statusOfTitle(url, token, 2)).toBe(200);

    expect((await titles('unpublish', 'episode', '301')).code).toBe(0);
    await expect(openVideoAt(url, token, 301)).rejects.toThrow('404');
    const report = { total_play_time: '00:00:10', play_end_offset: '00:00:10', is_player_exit: false };
    expect((await reportAt(url, token, video.play_log_id, report)).status).toBe(200);
    expect((await fetch(video.streams[0]!.url)).status).toBe(200);

    const record = buildTitleRecord(9, { name: '새 작품', episodes: [buildEpisodeRecord(9, 1)] });
    expect(await run('titles', ['add', '-'], JSON.stringify(record, null, 2))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Added\.\n9\tpublished \S+\+09:00\t1\/1\t새 작품\n/) as string,
    });
    expect(await statusOfTitle(url, token, 9)).toBe(200);
    const delayed = await titles('delay', '7', '--at', '2999-01-01T23:00+09:00', '--notice', '조금 늦어져요.');
    expect(delayed).toMatchObject({
      code: 0,
      out: expect.stringContaining('7\tdelayed 2999-01-01T23:00:00+09:00 "조금 늦어져요."\t0/1\t제목 7\n') as string,
      err: '',
    });
    expect((await titles('list', '--state', 'delayed')).out.split('\t')[0]).toBe('7');
    expect((await titles('list')).out.trimEnd().split('\n')).toHaveLength(8);
  });

  test('an operator exports the catalogue, with what has changed since', async () => {
    const file = join(folder, 'exported.jsonl');
    const { code, out } = await run('catalogue', ['export', file]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Wrote \d+ records to .*exported\.jsonl\.\n$/)]);
    const records = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(records.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ kind: 'title', id: 9, name: '새 작품' }),
    );
    const nowhere = await run('catalogue', ['export', join(folder, 'nowhere', 'exported.jsonl')]);
    expect(nowhere).toMatchObject({ code: 1, out: '' });
  });

  test('an operator is told why a change is refused', async () => {
    const past = await titles('schedule', 'episode', '301', '--at', '2020-01-01T00:00+09:00');
    expect(past).toEqual({ code: 1, out: '', err: 'The time is in the past.\n' });
    expect(await run('titles', ['add', '-'], '{"kind":"title","id":"one"}')).toMatchObject({
      code: 1,
      err: expect.stringContaining('(input:1): id: ') as string,
    });
  });

  test('support and moderation work through the same socket', async () => {
    const operate = (...words: readonly string[]) => run('operate', words);
    const email = 'free@bora.example';
    const gift = ['--plan', 'basic', '--days', '30', '--reason', '보상', '--json'];
    const given = await operate('membership', 'give', email, ...gift);
    expect(JSON.parse(given.out)).toMatchObject({ email, plan: 'basic' });
    expect(await operate('membership', 'end', email, '--reason', '요청')).toEqual({
      code: 0,
      out: `${email}: no membership\n`,
      err: '',
    });
    expect(await operate('order', 'refund', 'x.y', '--reason', '요청')).toMatchObject({
      code: 1,
      err: expect.stringContaining('"x.y" is no order') as string,
    });
    expect((await operate('membership', 'give', email, '--plan', 'free')).code).toBe(2);
    expect(await operate('reviews', 'reported')).toEqual({ code: 0, out: 'Nothing is reported.\n', err: '' });
  });

  test('the socket does what its table says, and nothing else', async () => {
    expect(await send('POST', '/accounts/list', '{}')).toBe(404);
    expect(await send('POST', '/constructor', '{}')).toBe(404);
    expect(await send('POST', '/titles/publish', '{"kind":"title","id":2,"sql":"drop"}')).toBe(404);
    expect(await send('POST', '/titles/publish', 'no JSON')).toBe(400);
    expect(await send('GET', '/titles/list', '')).toBe(405);
  });

  test('an operator reads titles after the server has ended', async () => {
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(await exists(socketPath())).toBe(false);
    expect((await titles('show', 'episode', '301')).out).toContain('  301\tunpublished\t1화');
  });
});

// Other words: tests/unit/server/catalogue/title-words.test.ts.
test('prints its usage for words that are no command, and exits with 2', async () => {
  const { code, out, err } = await titles('publish');
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('bora titles ');
  expect(err).not.toContain('    at ');
});
