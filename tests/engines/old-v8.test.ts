import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bootInOldV8, canRunOldV8, oldV8s } from '#tests/support/browser/old-v8.ts';

/*
 * The package's script in the V8 of LG's sets of 2018 (5.1) and before Samsung's of 2018 (5.5): real syntax and real
 * built-ins, without layout (docs/decisions/202).
 */
let folder: string;
beforeAll(async () => {
  const { folders, apiUrl } = inject('packages');
  folder = await mkdtemp(join(tmpdir(), 'bora-old-v8-'));
  const assets = join(folder, 'assets');
  await cp(join(folders.all.webos, 'index.html'), join(folder, 'index.html'));
  await cp(join(folders.all.webos, 'assets'), assets, { recursive: true });
  // The story's server may answer at the package's address, and nothing answers at this one.
  for (const name of (await readdir(assets)).filter((each) => each.endsWith('.js'))) {
    const text = await readFile(join(assets, name), 'utf8');
    await writeFile(join(assets, name), text.replaceAll(apiUrl, 'http://127.0.0.1:1'));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.runIf(canRunOldV8).for(oldV8s)('the package starts in V8 %s', async (v8) => {
  const boot = await bootInOldV8(v8, folder, folder);
  expect(boot.v8.startsWith(`${v8}.`)).toBe(true);
  expect(boot.text).toContain('연결을 기다리고 있어요');
  expect(boot.said.filter((line) => !line.includes('ECONNREFUSED'))).toEqual([]);
});

test.runIf(canRunOldV8)('a script with newer syntax does not start in V8 5.1', async () => {
  const page = join(folder, 'newer');
  await cp(join(folder, 'index.html'), join(page, 'index.html'));
  const html = await readFile(join(page, 'index.html'), 'utf8');
  await writeFile(join(page, 'index.html'), html.replace(/<script src[^>]*>/, '<script>async function start() {}'));
  const boot = await bootInOldV8('5.1', page, folder);
  expect(boot.said.join()).toContain('SyntaxError');
});
