import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { PICTURE_FOLDER } from '#tests/support/browser/picture.ts';
import { buildAppWhenNeeded } from './build-app.ts';

/*
 * Runs the browser's stories with screenshots into artifacts/, for visual review. Arguments after `--` go to Playwright:
 * `npm run screenshots -- tests/e2e/offline.spec.ts` refreshes the screenshots of one file only.
 */
const chosen = process.argv.slice(2);
buildAppWhenNeeded();
if (chosen.length === 0) rmSync(PICTURE_FOLDER, { recursive: true, force: true });
mkdirSync(PICTURE_FOLDER, { recursive: true });
const { status } = spawnSync('npx', ['playwright', 'test', '--project=stories', ...chosen], {
  stdio: 'inherit',
  env: { ...process.env, PICTURES: '1' },
});
process.exitCode = status ?? 1;
