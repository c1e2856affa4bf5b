import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/*
 * `npm run test:nightly`: what takes too long for every change. A part runs also after another one failed; the last
 * lines tell which did. `-- evening` runs one part. `CITUS_BIN` names the folder with the programs of a PostgreSQL that has
 * Citus; without it, the parts on a spread database are left out.
 */
const citus = process.env['CITUS_BIN'] || undefined;

const PARTS: Record<string, readonly string[]> = {
  // `npm test` runs the rules on one of the engines.
  engines: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server'],
  // On both engines, where PostgreSQL is installed, and there on two processes.
  hostile: [
    'node_modules/vitest/vitest.mjs',
    'run',
    'tests/server/http/hostile.test.ts',
    'tests/server/http/lasting-junk.test.ts',
    'tests/server/home/caches-together.test.ts',
  ],
  pointer: ['node_modules/@playwright/test/cli.js', 'test', 'tests/e2e/pointer-everywhere.spec.ts'],
  acts: ['node_modules/@playwright/test/cli.js', 'test', '--project', 'long'],
  evening: ['scripts/test-evening.ts', '--seeds', '200', '--minutes', '10'],
  upgrade: ['scripts/test-upgrade.ts'],
  failover: ['scripts/test-failover.ts', '--rounds', '20'],
  recovery: ['scripts/test-recovery.ts'],
  spread: ['scripts/test-spread.ts', '--bin', citus ?? '', '--suite'],
  troubles: ['scripts/test-spread.ts', '--bin', citus ?? ''],
  versions: ['scripts/test-upgrade.ts', '--citus', citus ?? ''],
};
const ON_CITUS = ['spread', 'troubles', 'versions'];

const LONGER = {
  HOSTILE_ROUNDS: '12',
  JUNK_REQUESTS: '20000',
  CACHES_ROUNDS: '60',
  LONG_STORIES: '1',
  POINTER_WIDTHS: '1280,1920',
  POINTER_LETTERS: 'normal,large-2,large-3',
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}: choose from ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

const root = join(import.meta.dirname, '..');
const results: { name: string; hasPassed: boolean; minutes: number }[] = [];
const leftOut: string[] = [];
let wasStopped = false;
for (const [name, words] of Object.entries(PARTS)) {
  if (wasStopped || (chosen.length > 0 && !chosen.includes(name))) continue;
  if (citus === undefined && ON_CITUS.includes(name)) {
    leftOut.push(name);
    continue;
  }
  console.log(`${name}: node ${words.join(' ')}`);
  const began = Date.now();
  const child = spawn(process.execPath, ['--import', 'tsx', ...words], {
    cwd: root,
    stdio: 'inherit',
    // On a cluster, the usual rounds take long enough.
    env: { ...(ON_CITUS.includes(name) ? {} : LONGER), ...process.env, TEST_ENGINES: 'both' },
  });
  // The part ends its database itself.
  const stop = () => {
    wasStopped = true;
    child.kill('SIGTERM');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = await once(child, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  results.push({ name, hasPassed: code === 0, minutes: (Date.now() - began) / 60_000 });
}

console.log();
for (const { name, hasPassed, minutes } of results)
  console.log(`${name}: ${hasPassed ? 'passed' : 'failed'} after ${minutes.toFixed(0)} minutes`);
for (const name of leftOut) console.log(`${name}: left out, because CITUS_BIN names no PostgreSQL with Citus`);
process.exitCode = !wasStopped && results.every(({ hasPassed }) => hasPassed) ? 0 : 1;
