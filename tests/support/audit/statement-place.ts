import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Code that runs before the tables are distributed, on tables of an earlier version, or on those of a cluster alone. */
const OF_MIGRATIONS = /^server\/db\/(?:migrations\/|migrate|account-|distribute|spread)/;

/**
 * The file and function of the server that runs a statement, from a stack: `server/shop/store.ts findOrder`. Undefined
 * if a test or a migration runs it.
 */
export function placeOf(stack: string): string | undefined {
  for (const line of stack.split('\n')) {
    const frame = /^\s+at (?:async )?(?:(.*?) \()?(?:file:\/\/)?(\/[^():]+)/.exec(line);
    const path = frame?.[2];
    if (path === undefined || !path.startsWith(root)) continue;
    const file = path.slice(root.length).split(sep).join('/');
    if (/^(?:node_modules|tests\/support\/audit)\//.test(file)) continue;
    if (!file.startsWith('server/') || OF_MIGRATIONS.test(file)) return undefined;
    // `Object.foldPlayLogs [as remove]` is the function `foldPlayLogs`.
    const name = frame?.[1]?.replace(/ \[as .*$/, '').replace(/^.*\./, '');
    return `${file} ${name ?? 'module'}`;
  }
  return undefined;
}
