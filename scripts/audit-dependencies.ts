import { spawnSync } from 'node:child_process';

/*
 * `npm run audit:deps`: checks the lock file's packages for known advisories. When a registry offers no advisories, the
 * output says that nothing was checked, because silence would look like "no advisory".
 */

interface AuditReport {
  vulnerabilities?: Record<string, { name: string; severity: string; range: string; isDirect: boolean }>;
  /** Present instead of a report when the registry refused to answer. */
  message?: string;
}

/** Timeout for a registry that accepts the call and never answers, in ms. */
const ANSWER_WITHIN_MS = 120_000;

const { stdout, status, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  encoding: 'utf8',
  timeout: ANSWER_WITHIN_MS,
  shell: process.platform === 'win32',
});

function read(text: string): AuditReport {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return { message: error?.message ?? `npm audit ended with ${status} and no report` };
  }
}

const report = read(stdout);
if (!report.vulnerabilities) {
  console.log(`Not checked: this registry offers no advisories (${report.message ?? 'no report'}).`);
} else {
  const found = Object.values(report.vulnerabilities);
  for (const { severity, name, range, isDirect } of found)
    console.log(`${severity}: ${name} ${range}${isDirect ? '' : ' (indirect)'}`);
  console.log(found.length === 0 ? 'No known advisory.' : `${found.length} packages with advisories.`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
