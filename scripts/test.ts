import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAppWhenNeeded } from './build-app.ts';

/*
 * Every test there is: Vitest (rules, server, screens), then Playwright in a real browser. The last line adds them up.
 */
const folder = mkdtempSync(join(tmpdir(), 'bora-tests-'));

function run(command: string, args: readonly string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync('npx', ['--no-install', command, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

/** Counts of a report, or one failure when the runner ended without writing it. */
function count(file: string, read: (report: never) => { passed: number; failed: number }) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch (error) {
    console.error(`no report of the tests in ${file}: ${String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

buildAppWhenNeeded();

const vitestReport = join(folder, 'vitest.json');
const isVitestOk = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]);
const vitest = count(vitestReport, (report: { numPassedTests: number; numFailedTests: number }) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
}));

const playwrightReport = join(folder, 'playwright.json');
const isPlaywrightOk = run('playwright', ['test', '--reporter=list,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
});
const playwright = count(
  playwrightReport,
  (report: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
  }),
);

rmSync(folder, { recursive: true });
const isOk = isVitestOk && isPlaywrightOk;
// A runner may fail without a failed test, as on an error outside of all tests: that counts as one.
const failed = vitest.failed + playwright.failed || (isOk ? 0 : 1);
console.log(`${vitest.passed + playwright.passed} passed, ${failed} failed`);
process.exitCode = isOk && failed === 0 ? 0 : 1;
