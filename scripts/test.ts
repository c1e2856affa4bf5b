import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findEnginesHere, tellMissing } from '#tests/support/browser/engines-here.ts';
import { hasDemo, tellWithoutDemo } from '../tests/support/demo-tests.ts';
import { folderForTests } from '../tests/support/folder-for-tests.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import { furnishNew } from '#tests/support/server/server.ts';
import { tellMissingTools } from '#tests/support/browser/tools-here.ts';
import { buildAppWhenNeeded } from './build-app.ts';
import { reasonOf, type ProjectReport } from './project-reporter.ts';

/*
 * Runs all tests: Vitest (rules, server, screens), and beside it Playwright in a real browser, because both wait about a
 * third of their time. Playwright's output follows Vitest's. The last line adds them up.
 */
const folder = mkdtempSync(join(folderForTests(), 'bora-tests-'));
// PostgreSQL's own user has its clusters there.
chmodSync(folder, 0o711);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const running = new Set<ChildProcess>();
// The runners write into the folder: it can be removed when they have ended.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => {
    if (running.size === 0) process.exit(code);
    for (const child of running) child.kill(signal);
  });

/** A started runner: `passed` settles when it ends; `print` passes on its output, first what it has written so far. */
interface Runner {
  readonly passed: Promise<boolean>;
  print(): void;
}

function start(command: string, args: readonly string[], env: Record<string, string>): Runner {
  const child = spawn('npx', ['--no-install', command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Tests write below this folder, which this script removes.
    env: { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...process.env, TMPDIR: folder, ...env },
    shell: process.platform === 'win32',
  });
  running.add(child);
  let held: Buffer[] | undefined = [];
  for (const [stream, out] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    stream.on('data', (piece: Buffer) => (held ? held.push(piece) : out.write(piece)));
  const passed = new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve(code === 0);
    });
  });
  return {
    passed,
    print: () => {
      held?.forEach((piece) => process.stdout.write(piece));
      held = undefined;
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

/** The part of Playwright's JSON report that this script reads. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  specs: { ok: boolean; title: string; tests: { results: { errors: { message?: string }[] }[] }[] }[];
  suites?: PlaywrightSuite[];
}

/** Lists the failed stories of a suite with the file and the reason of each. */
function failedStories({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return `${file}: ${title}\n  ${reasonOf(errors[0]?.message)}`;
    });
  return [...failed, ...suites.flatMap(failedStories)];
}

/** Fills a data folder with the demo, for the tests to copy. */
async function furnish(): Promise<Record<string, string>> {
  if (!hasDemo) return {};
  const { dataDir } = await furnishNew(join(folder, 'furnished'));
  return { TEST_FURNISHED: dataDir };
}

buildAppWhenNeeded();
const furnished = await furnish();
const engines = await findEnginesHere();

const vitestReport = join(folder, 'vitest.json');
const playwrightReport = join(folder, 'playwright.json');
const runners = {
  vitest: start('vitest', ['run', '--reporter=default', '--reporter=./scripts/project-reporter.ts'], {
    ...furnished,
    PROJECT_REPORT: vitestReport,
  }),
  playwright: start('playwright', ['test', '--pass-with-no-tests', '--reporter=list,json'], {
    ...furnished,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  }),
};
runners.vitest.print();
const isVitestOk = await runners.vitest.passed;
runners.playwright.print();
const isPlaywrightOk = await runners.playwright.passed;

const byProject = read(vitestReport, (report: ProjectReport) => report);
const playwright = read(playwrightReport, ({ stats, suites }: PlaywrightReport) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  failures: suites.flatMap(failedStories),
}));

const counts: ProjectReport = { ...byProject, ...(playwright && { e2e: playwright }) };
const postgres = process.env['TEST_DATABASE_URL'] ? 'of TEST_DATABASE_URL' : findPostgres()?.version;
const labels: Record<string, string> = {
  server: 'server on the embedded database',
  'server-postgres': `server on PostgreSQL ${postgres}`,
  engines: `packages on Chromium ${engines.here.join(', ')}`,
  'server-turns': `two servers in turns on PostgreSQL ${postgres}`,
};
console.log();
for (const failure of Object.values(counts).flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`);
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
