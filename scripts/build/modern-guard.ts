import type { Plugin } from 'vite';

/** Stops an engine that is too old for the modern build, before any other module runs. */
const GUARD = 'if(!import.meta.resolve)throw Error("import.meta.resolve not supported");';

/** plugin-legacy's import of the same guard; in a chunk, the address contains the chunk's name. */
const DATA_IMPORT =
  /import\s*(['"`])data:text\/javascript,(?:"[^"]*";)?if\(!import\.meta\.resolve\)throw Error\("[^"]*"\)\1;/;

/** The chunk that all others import and that has no imports: an exception in it stops all other modules. */
const RUNTIME = 'rolldown-runtime';

/** The page's inline script contains the guard itself, because it runs first. */
export const withInlineGuard = (html: string): string => html.replace(DATA_IMPORT, GUARD);

/** @param name of the chunk with this code */
export function withGuard(code: string, name: string): string {
  return name === RUNTIME ? GUARD + code : code.replace(DATA_IMPORT, '');
}

/**
 * plugin-legacy imports its guard from `data:` addresses. A Content-Security-Policy that allows these would allow any
 * script in a `data:` address, so the guard moves to the start of the build's first module (docs/decisions/102).
 */
export const guardWithoutData = (): Plugin => ({
  name: 'bora:modern-guard',
  apply: 'build',
  enforce: 'post',
  renderChunk(code, { name, fileName }) {
    // The scripts for old engines pass through here too.
    const guarded = fileName.includes('-legacy') ? code : withGuard(code, name);
    return guarded === code ? null : { code: guarded, map: null };
  },
  transformIndexHtml: { order: 'post', handler: withInlineGuard },
});
