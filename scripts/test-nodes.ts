import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/*
 * `npm run test:nodes`: runs all tests on the other supported versions of Node. Their binaries are npm packages, one
 * per platform, installed outside of the project. `-- 22` runs one version; further arguments go to Vitest, which then
 * runs alone: `npm run test:nodes -- 22 --project unit`.
 */
const VERSIONS = ['22.23.3', '24.21.0'];

const root = join(import.meta.dirname, '..');
const tools = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'bora-tools');

const run = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  }).status === 0;

/** @returns the binary of that version, installed if missing; undefined when npm has none for this platform. */
function installNode(version: string): string | undefined {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const prefix = join(tools, `node-${version}`);
  const binary = join(prefix, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(binary)) {
    mkdirSync(prefix, { recursive: true });
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error', '--prefix', prefix];
    if (!run('npm', ['install', ...flags, `${name}@${version}`])) return undefined;
  }
  return existsSync(binary) ? binary : undefined;
}

function testOn(version: string, vitestArgs: readonly string[]): boolean {
  const binary = installNode(version);
  if (binary === undefined) {
    console.error(`Node ${version}: npm offers no binary for ${process.platform} ${process.arch}`);
    return false;
  }
  console.log(`\nNode ${version}`);
  // Tests start servers by `process.execPath`, and tools by their name.
  const env = { PATH: `${dirname(binary)}${delimiter}${process.env['PATH'] ?? ''}` };
  const args =
    vitestArgs.length === 0
      ? ['--import', 'tsx', 'scripts/test.ts']
      : ['node_modules/vitest/vitest.mjs', 'run', ...vitestArgs];
  return run(binary, args, env);
}

const [line, ...vitestArgs] = process.argv.slice(2);
const wanted = VERSIONS.filter((version) => line === undefined || version.split('.')[0] === line);
const results = wanted.map((version) => ({ version, isOk: testOn(version, vitestArgs) }));
for (const { version, isOk } of results) console.log(`Node ${version}: ${isOk ? 'passed' : 'FAILED'}`);
process.exitCode = results.length > 0 && results.every(({ isOk }) => isOk) ? 0 : 1;
