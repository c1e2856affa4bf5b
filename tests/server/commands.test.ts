import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrations } from '#server/db/migrate.ts';
import { startTestServer } from '#tests/support/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/* The commands as an operator types them. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const dataDir = () => join(folder, 'data');

/** `npm run` with nothing set but the data folder. */
async function run(script: string, ...args: readonly string[]) {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, DATA_DIR: dataDir() },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

const TITLES = 60;
const isTitle = (line: string) => line.includes('"kind":"title"');
const idOf = (line: string) => (JSON.parse(line) as { id: number }).id;
const titlesOf = async (path: string) => (await readFile(path, 'utf8')).split('\n').filter(isTitle);

test('a database is made, a catalogue taken in and out again, and the service closed and opened, by the commands alone', async () => {
  const made = await run('migrate');
  expect(made).toEqual({ code: 0, out: `Migrated: ${Object.keys(migrations).join(', ')}\n`, err: '' });

  const generated = join(folder, 'generated.jsonl');
  expect(await run('catalogue', 'generate', '--titles', String(TITLES), '--out', generated)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Wrote \d+ records to .*generated\.jsonl\.\n$/) as string,
  });
  const titles = await titlesOf(generated);
  // The demo's own come first, and have three digits.
  expect(titles.filter((line) => idOf(line) > 999)).toHaveLength(TITLES);

  const imported = await run('catalogue', 'import', generated);
  expect([imported.code, imported.out]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^Imported \\d+ records, ${titles.length} of them titles\\.\n$`)),
  ]);

  // All or nothing: the first line is right, the second is no record.
  const broken = join(folder, 'broken.jsonl');
  await writeFile(broken, `${titles[0]}\n{"kind":"title","id":"one"}\n`);
  const refused = await run('catalogue', 'import', broken);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain('broken.jsonl:2');
  expect(refused.err).not.toContain('    at ');

  // An empty file must not empty the catalogue by accident.
  const empty = join(folder, 'empty.jsonl');
  await writeFile(empty, '');
  const emptied = await run('catalogue', 'import', empty);
  expect([emptied.code, emptied.out]).toEqual([1, '']);
  expect(emptied.err).toBe(
    'The new catalogue has no title. Nothing was changed. To import it all the same, add --allow-empty.\n',
  );

  const exported = join(folder, 'exported.jsonl');
  expect((await run('catalogue', 'export', exported)).code).toBe(0);
  expect((await titlesOf(exported)).map(idOf).sort()).toEqual(titles.map(idOf).sort());

  expect(await run('catalogue', 'import', empty, '--allow-empty')).toMatchObject({
    code: 0,
    out: 'Imported 0 records, 0 of them titles.\n',
  });
  expect((await run('catalogue', 'import', exported)).code).toBe(0);

  expect((await run('operate', 'maintenance', 'on', '새벽 4시까지 점검해요.')).code).toBe(0);
  const server = await startTestServer({ dataDir: dataDir(), hasDemoAccounts: false });
  const status = async () => (await (await fetch(`${server.url}/api/v1.0/status/`)).json()) as unknown;
  expect(await status()).toMatchObject({ status: 'maintenance', message: '새벽 4시까지 점검해요.' });
  expect(await server.query('select 1 from items')).toHaveLength(titles.length);

  // The data folder is the running server's: it hears of what it can be told, and nobody changes it behind its back.
  expect((await run('operate', 'maintenance', 'off')).code).toBe(0);
  await vi.waitFor(async () => expect(await status()).toMatchObject({ status: 'ok' }), { timeout: 60_000 });
  expect(await run('catalogue', 'import', generated)).toMatchObject({
    code: 1,
    err: expect.stringContaining('A server has the data folder open: stop it first.') as string,
  });
  await server.close();
}, 600_000);

test.each([
  ['catalogue', ['import']],
  ['operate', ['maintenance', 'perhaps']],
])(
  '%s says how it is used, when it is not understood',
  async (script, args) => {
    const { code, err } = await run(script, ...args);
    expect(code).toBe(1);
    expect(err).toContain(`npm run ${script} -- `);
    expect(err).not.toContain('    at ');
  },
  120_000,
);
