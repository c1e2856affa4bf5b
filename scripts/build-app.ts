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

/** Builds the app into `dist/web` in its own process, and shows progress. */
export function buildApp(): void {
  execFileSync(process.execPath, ['--import', 'tsx', join(root, 'scripts/build/web.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
}

/** Builds the app unless the build is newer than every source. */
export function buildAppWhenNeeded(): void {
  const changedAt = Math.max(...SOURCES.map((source) => newestChange(join(root, source))));
  if (builtAt() <= changedAt) buildApp();
}
