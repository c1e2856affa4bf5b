import { spawnSync } from 'node:child_process';

/*
 * Runs all tasks of the eyes-free robot (docs/accessibility.md); `npm test` runs one of them. `--survey` also measures the
 * shortest way of each task. Other words go to Vitest: `npm run test:eyes-free -- -t "sign in"`.
 */
const words = process.argv.slice(2);
const { status } = spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', '--project', 'app', 'tests/eyes-free', '--reporter=verbose'].concat(
    words.filter((word) => word !== '--survey'),
  ),
  {
    stdio: 'inherit',
    env: { ...process.env, EYES_FREE: words.includes('--survey') ? 'survey' : 'all' },
    shell: process.platform === 'win32',
  },
);
process.exitCode = status ?? 1;
