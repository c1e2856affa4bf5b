import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = ['dist/web/index.html', 'dist/console/index.html'].map((path) => join(root, path));
const SOURCES = [
  'src',
  'console',
  'contract',
  'platform',
  'scripts/build',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** @returns when a file, or the newest file below a folder, was changed, in ms. */
export function newestChange(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

const builtAt = () => Math.min(...built.map((page) => statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0));

/** Builds the app into `dist/web` and the console into `dist/console` in a process of its own, and shows progress. */
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
