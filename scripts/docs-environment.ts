import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { envExample, environmentTable, withTable } from './docs/environment.ts';

/*
 * Writes the environment variables of server/start/env.ts into docs/operations.md and .env.example:
 *
 *     npm run docs:environment               writes both files
 *     npm run docs:environment -- --check    fails when one of them is out of date
 */
const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const operations = 'docs/operations.md';
const files = {
  [operations]: await format(withTable(read(operations), environmentTable()), {
    ...(await resolveConfig(join(root, operations))),
    parser: 'markdown',
  }),
  '.env.example': envExample(),
};

const stale = Object.entries(files).filter(([path, text]) => read(path) !== text);
if (!process.argv.includes('--check')) stale.forEach(([path, text]) => writeFileSync(join(root, path), text));
else if (stale.length > 0) {
  console.error(`Out of date: ${stale.map(([path]) => path).join(', ')}. Run "npm run docs:environment".`);
  process.exitCode = 1;
}
