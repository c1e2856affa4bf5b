import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '#server/db/migrate.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { runBundle } from '#tests/support/server/server-process.ts';
import { startTestServer } from '#tests/support/server/server.ts';
import { writeFiles } from '#tests/support/server/server-files.ts';
import { smallCatalogue } from '#tests/support/server/server-records.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/* Runs each command as an operator types it once, and otherwise from the build, which starts in half of the time. */

let bundle: Awaited<ReturnType<typeof bundleServer>>;
let folder: string;
let catalogueFolder: string;
let base: string;
beforeAll(async () => {
  bundle = await bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'bora-commands-'));
  const lines = smallCatalogue().map((record) => JSON.stringify(record));
  base = join(folder, 'base.jsonl');
  await writeFile(base, lines.join('\n'));
  // Every file that a record names.
  const paths = lines.flatMap((line) => [...line.matchAll(/"((?:media|pictures)\/[^"]+)"/g)].map(([, path]) => path!));
  catalogueFolder = await writeFiles(Object.fromEntries(paths.map((path) => [path, 'file'])));
});
afterAll(async () => {
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
  await rm(catalogueFolder, { recursive: true, force: true });
});

const dataDir = () => join(folder, 'data');

const typed = new Set<string>();

/** `npm run` with nothing set but the folders. */
async function run(script: string, ...args: readonly string[]) {
  const [command, words] = typed.has(script)
    ? [process.execPath, runBundle(join(dirname(bundle.path), `${script}.js`))]
    : ['npm', ['run', '--silent', script, '--']];
  typed.add(script);
  const child = spawn(command, [...words, ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      DATA_DIR: dataDir(),
      CATALOGUE_DIR: catalogueFolder,
    },
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

test('an operator migrates, imports, exports, closes and opens the service with commands alone', async () => {
  const made = await run('migrate');
  expect(made).toEqual({ code: 0, out: `Migrated: ${Object.keys(migrations).join(', ')}\n`, err: '' });

  const generated = join(folder, 'generated.jsonl');
  expect(
    await run('catalogue', 'generate', '--titles', String(TITLES), '--from', base, '--out', generated),
  ).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Wrote \d+ records to .*generated\.jsonl\.\n$/) as string,
  });
  const titles = await titlesOf(generated);
  // Those that it makes more of come first, with numbers below 1000.
  expect(titles.filter((line) => idOf(line) > 999)).toHaveLength(TITLES);

  const imported = await run('catalogue', 'import', generated);
  expect([imported.code, imported.out]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^Imported \\d+ records, ${titles.length} of them titles\\.\n$`)),
  ]);

  // All or nothing: the first line is valid, the second is not a record.
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
    'The new catalogue has no title. Nothing was changed. To import it anyway, add --allow-empty.\n',
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
  const server = await startTestServer({ dataDir: dataDir(), demo: 'none' });
  const status = async () => (await (await fetch(`${server.url}/api/v1.0/status/`)).json()) as unknown;
  expect(await status()).toMatchObject({ status: 'maintenance', message: '새벽 4시까지 점검해요.' });
  expect(await server.query('select 1 from items')).toHaveLength(titles.length);

  // The running server owns the data folder: it picks up switches, and other commands must not change its data.
  expect((await run('operate', 'maintenance', 'off')).code).toBe(0);
  await expect.poll(status).toMatchObject({ status: 'ok' });
  expect(await run('catalogue', 'import', generated)).toMatchObject({
    code: 1,
    err: expect.stringContaining('A server has the data folder open: stop it first.') as string,
  });
  await server.close();
}, 600_000);

test.each([
  ['catalogue', ['import'], 2],
  ['operate', ['maintenance', 'perhaps'], 2],
])(
  '%s prints its usage for invalid arguments',
  async (script, args, exitCode) => {
    const { code, err } = await run(script, ...args);
    expect(code).toBe(exitCode);
    expect(err).toContain(`bora ${script} `);
    expect(err).not.toMatch(/^ {4}at /m);
  },
  120_000,
);
