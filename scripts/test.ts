import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEnginesHere, tellMissing } from '../tests/support/engines-here.ts';
import { hasDemo, tellWithoutDemo } from '../tests/support/demo-tests.ts';
import { findPostgres } from '../tests/support/postgres-cluster.ts';
import { startTestServer } from '../tests/support/server.ts';
import { tellMissingTools } from '../tests/support/tools-here.ts';
import { buildAppWhenNeeded } from './build-app.ts';
import type { ProjectReport } from './project-reporter.ts';

/*
 * Runs all tests: Vitest (rules, server, screens), and beside it Playwright in a real browser. Each of them leaves a third
 * of two cores idle, while it waits for a database, a video or a page. The last line adds them up.
 */
const folder = mkdtempSync(join(tmpdir(), 'bora-tests-'));

interface Running {
  readonly isOk: Promise<boolean>;
  /** Prints the output so far, and from now on what follows. */
  show(): void;
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}): Running {
  const child = spawn('npx', ['--no-install', command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
    shell: process.platform === 'win32',
  });
  const held: Buffer[] = [];
  let isShown = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => void (isShown ? process.stdout.write(part) : held.push(part)));
  return {
    isOk: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code === 0));
    }),
    show() {
      isShown = true;
      held.splice(0).forEach((part) => process.stdout.write(part));
    },
  };
}

/** Parses a report; undefined when the runner ended without writing it. */
function read<T>(file: string, from: (report: never) => T): T | undefined {
  try {
    return from(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch (error) {
    console.error(`cannot read the test report in ${file}: ${String(error)}`);
    return undefined;
  }
}

/** Fills a data folder with the demo, for the tests to copy. */
async function furnish(): Promise<Record<string, string>> {
  if (!hasDemo) return {};
  const server = await startTestServer({ dataDir: join(folder, 'furnished') });
  await server.close();
  return { TEST_FURNISHED: server.dataDir };
}

buildAppWhenNeeded();
const furnished = await furnish();
const engines = await findEnginesHere();

const vitestReport = join(folder, 'vitest.json');
const vitest = run('vitest', ['run', '--reporter=default', '--reporter=./scripts/project-reporter.ts'], {
  ...furnished,
  PROJECT_REPORT: vitestReport,
});
const playwrightReport = join(folder, 'playwright.json');
const playwrightRun = run('playwright', ['test', '--pass-with-no-tests', '--reporter=list,json'], {
  ...furnished,
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
});
vitest.show();
const isVitestOk = await vitest.isOk;
playwrightRun.show();
const isPlaywrightOk = await playwrightRun.isOk;

const byProject = read(vitestReport, (report: ProjectReport) => report);
const playwright = read(
  playwrightReport,
  (report: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
  }),
);

rmSync(folder, { recursive: true });

const counts: ProjectReport = { ...byProject, ...(playwright && { e2e: playwright }) };
const postgres = process.env['TEST_DATABASE_URL'] ? 'of TEST_DATABASE_URL' : findPostgres()?.version;
const labels: Record<string, string> = {
  server: 'server on the embedded database',
  'server-postgres': `server on PostgreSQL ${postgres}`,
  engines: `packages on Chromium ${engines.here.join(', ')}`,
  'server-turns': `two servers in turns on PostgreSQL ${postgres}`,
};
console.log();
for (const [name, { passed, failed }] of Object.entries(counts))
  console.log(`${labels[name] ?? name}: ${passed} passed, ${failed} failed`);
if (postgres === undefined)
  console.log('server on PostgreSQL: skipped, because PostgreSQL is not installed (npm run tools:install)');

[...tellMissing(engines), ...tellMissingTools(), ...tellWithoutDemo()].forEach((line) => console.log(line));

const sum = (of: 'passed' | 'failed') => Object.values(counts).reduce((total, count) => total + count[of], 0);
const isOk = isVitestOk && isPlaywrightOk && byProject !== undefined && playwright !== undefined;
// A runner can fail without a failed test, for example by an error outside of tests: count that as one.
const failed = sum('failed') || (isOk ? 0 : 1);
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exitCode = isOk && failed === 0 ? 0 : 1;
