import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder `demo/` is optional; without it, tests that need its titles and accounts are excluded. */
export const hasDemo = existsSync(join(import.meta.dirname, '../../demo/index.ts'));

/** Tests of the projects `server*` that need the demo. */
const demoTests = [
  'tests/server/*/{durability,process,restart,search}.test.ts',
  'tests/server/postgres/{bad-endings,processes}.test.ts',
];

/** Exclusion patterns for these projects. */
export const withoutDemo: readonly string[] = hasDemo ? [] : demoTests;

/** A message that lists the excluded tests; empty when the demo exists. */
export const tellWithoutDemo = (): string[] =>
  hasDemo
    ? []
    : [
        `demo/ is absent, so these tests did not run: ${demoTests.join(', ')}, and all of app, certification, engines, e2e`,
      ];
