import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest package.json above: that of the checkout, or of the release. */
function findManifest(folder: string): string {
  const path = join(folder, 'package.json');
  return existsSync(path) ? path : findManifest(dirname(folder));
}

/** The version of Bora that runs. */
export const VERSION = (JSON.parse(readFileSync(findManifest(import.meta.dirname), 'utf8')) as { version: string })
  .version;
