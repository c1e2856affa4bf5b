import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
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
 * Builds the app unless what is there is newer than every source. In a process of its own: Vite sets `NODE_ENV` to
 * production where it builds, and whoever called this is not that.
 */
export function buildAppWhenNeeded(): void {
  const changedAt = Math.max(...SOURCES.map((source) => newestChange(join(root, source))));
  if (builtAt() > changedAt) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root, stdio: 'inherit' });
}
