import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type InlineConfig, type TestSpecification } from 'vitest/node';
import type { Plan } from './plan.ts';

/* The tests of a plan, on sources with mutants in them (scripts/mutations/measure.ts). */

const plan = JSON.parse(readFileSync(process.env['MUTATION_PLAN']!, 'utf8')) as Plan;
const codes = new Map(plan.sources.map(({ path, code }) => [join(plan.root, path), code]));

// Two runs would mix their lines in the logs: this one ends when the command was killed.
const command = process.ppid;
setInterval(() => {
  if (process.ppid !== command) process.kill(-process.pid, 'SIGKILL');
}, 1000).unref();

/** Tests that import the sources themselves come first: they notice the most. */
class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => plan.tests.findIndex((test) => moduleId.endsWith(`/${test}`));
    return Promise.resolve([...files].sort((one, other) => placeOf(one) - placeOf(other)));
  }
}

/** As long as a wait may take that a mutant made endless, in ms. */
const HANGS_AFTER_MS = 10_000;
const SERVER_HANGS_AFTER_MS = 60_000;
const POLL_MS = 3000;

const isOfServer = (test: string) => test.startsWith('tests/server/');
const isOfScreens = (test: string) => test.endsWith('.tsx');

/** A project without tests would be an error. */
const projectOf = (name: string, include: string[], options: InlineConfig) =>
  include.length === 0 ? [] : [{ extends: true as const, test: { name, include, ...options } }];

export default defineConfig({
  root: plan.root,
  cacheDir: 'artifacts/mutations/vite',
  define: { __APP_VERSION__: JSON.stringify('0.0.0'), __HOME_CONTRACT__: JSON.stringify('test') },
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id: string) => codes.get(id.replace(/\?.*$/, '')) }, react()],
  test: {
    runner: join(import.meta.dirname, 'runner.ts'),
    pool: 'forks',
    isolate: false,
    fileParallelism: false,
    silent: true,
    passWithNoTests: true,
    testTimeout: HANGS_AFTER_MS,
    hookTimeout: HANGS_AFTER_MS,
    expect: { poll: { timeout: POLL_MS } },
    sequence: { sequencer: InOrder },
    projects: [
      ...projectOf(
        'unit',
        plan.tests.filter((test) => !isOfServer(test) && !isOfScreens(test)),
        { environment: 'node' },
      ),
      ...projectOf('screens', plan.tests.filter(isOfScreens), {
        environment: 'jsdom',
        setupFiles: ['scripts/mutations/screen-setup.ts'],
      }),
      // The embedded engine is WebAssembly. Optimizing it takes longer than a test file gains.
      ...projectOf('server', plan.tests.filter(isOfServer), {
        environment: 'node',
        env: { TEST_DATABASE_URL: '' },
        execArgv: ['--liftoff-only'],
        testTimeout: SERVER_HANGS_AFTER_MS,
        hookTimeout: SERVER_HANGS_AFTER_MS,
      }),
    ],
  },
});
