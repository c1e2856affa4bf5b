import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Passed and failed tests by project; of those that failed, the names and the reasons. */
export type ProjectReport = Record<string, { passed: number; failed: number; failures: string[] }>;

/** Longest reason in the list of failures, in characters. */
const REASON_LENGTH = 500;

/** First line of an error's message, without colours. */
export function reasonOf(message = ''): string {
  const plain = message.replace(/\u001b\[[\d;]*m/g, '');
  return plain.trimStart().split('\n', 1)[0]!.slice(0, REASON_LENGTH);
}

/**
 * Writes the results per project into the file that `PROJECT_REPORT` names, because one suite runs in
 * several projects.
 */
export default class ProjectReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const report: ProjectReport = {};
    for (const { project, children } of modules) {
      const counts = (report[project.name] ??= { passed: 0, failed: 0, failures: [] });
      for (const test of children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed' || state === 'failed') counts[state] += 1;
        if (state === 'failed')
          counts.failures.push(
            `${test.module.relativeModuleId}: ${test.fullName}\n  ${reasonOf(errors?.[0]?.message)}`,
          );
      }
    }
    const file = process.env['PROJECT_REPORT'];
    if (file === undefined) throw new Error('PROJECT_REPORT is not set');
    writeFileSync(file, JSON.stringify(report));
  }
}
