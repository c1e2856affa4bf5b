import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist/web/index.html');
const SOURCES = [
  'src',
  'contract',
  'platform',
  'scripts/build',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

function newestChange(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

const builtAt = () => statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Builds the app unless the build is newer than every source. Runs Vite in its own process: it sets `NODE_ENV` to
 * production where it builds. Without the build tools (`npm ci --omit=dev`) an existing build serves as it is.
 *
 * @throws Error when there is neither a build nor what makes one.
 */
export function buildAppWhenNeeded(): void {
  const changedAt = Math.max(...SOURCES.map((source) => newestChange(join(root, source))));
  if (builtAt() > changedAt) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  if (existsSync(vite)) {
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root, stdio: 'inherit' });
  } else if (builtAt() === 0) {
    throw new Error('The app is not built, and the build tools are not installed: run "npm ci" without --omit=dev.');
  }
}
