import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Passed and failed tests by project, and the names of those that failed. */
export type ProjectReport = Record<string, { passed: number; failed: number; failures: string[] }>;

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
        const { state } = test.result();
        if (state === 'passed' || state === 'failed') counts[state] += 1;
        if (state === 'failed') counts.failures.push(`${test.module.relativeModuleId}: ${test.fullName}`);
      }
    }
    const file = process.env['PROJECT_REPORT'];
    if (file === undefined) throw new Error('PROJECT_REPORT is not set');
    writeFileSync(file, JSON.stringify(report));
  }
}
