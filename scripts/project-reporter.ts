import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Tests that passed and failed, by project. */
export type ProjectReport = Record<string, { passed: number; failed: number }>;

/** Writes how many tests of each project passed into the file that `PROJECT_REPORT` names: one suite runs in several. */
export default class ProjectReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const report: ProjectReport = {};
    for (const { project, children } of modules) {
      const counts = (report[project.name] ??= { passed: 0, failed: 0 });
      for (const test of children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed') counts[state] += 1;
      }
    }
    const file = process.env['PROJECT_REPORT'];
    if (file === undefined) throw new Error('PROJECT_REPORT names no file');
    writeFileSync(file, JSON.stringify(report));
  }
}
