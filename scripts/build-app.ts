import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist/web/index.html');
const SOURCES = ['src', 'contract', 'platform', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];

function newestChange(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

const builtAt = () => statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Builds the app unless what is there is newer than every source. */
export async function buildAppWhenNeeded(): Promise<void> {
  const changedAt = Math.max(...SOURCES.map((source) => newestChange(join(root, source))));
  if (builtAt() > changedAt) return;
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'error' });
}
