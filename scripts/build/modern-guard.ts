import type { Plugin } from 'vite';

/** What stops an engine that is too old for the modern build, before any other module of it runs. */
const GUARD = 'if(!import.meta.resolve)throw Error("import.meta.resolve not supported");';

/** The same as plugin-legacy imports it, with the name of the chunk in it where it is a chunk's. */
const DATA_IMPORT =
  /import\s*(['"`])data:text\/javascript,(?:"[^"]*";)?if\(!import\.meta\.resolve\)throw Error\("[^"]*"\)\1;/;

/** The chunk that all others import and that imports none: what it throws, no other module comes after. */
const RUNTIME = 'rolldown-runtime';

/** The inline script of the page asks itself: nothing stands before it. */
export const withInlineGuard = (html: string): string => html.replace(DATA_IMPORT, GUARD);

/** @param name of the chunk whose code it is */
export function withGuard(code: string, name: string): string {
  return name === RUNTIME ? GUARD + code : code.replace(DATA_IMPORT, '');
}

/**
 * plugin-legacy imports its guard from `data:` addresses, for which a Content-Security-Policy would have to allow every
 * script that a `data:` address can hold. The guard moves to where the first module of the build begins
 * (docs/decisions/102).
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
