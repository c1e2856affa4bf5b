import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** What stops an engine that is too old for the modern build, before any other module of it runs. */
const GUARD = 'if(!import.meta.resolve)throw Error("import.meta.resolve not supported")';

/** The same as plugin-legacy imports it; the name of the chunk in it makes each address another. */
const DATA_IMPORT =
  /import\s*(['"`])data:text\/javascript,(?:"[^"]*";)?if\(!import\.meta\.resolve\)throw Error\("[^"]*"\)\1;/;

/** Takes the import of a script's first line out of the page; a page may say the same itself. */
export const withInlineGuard = (html: string): string => html.replace(DATA_IMPORT, `${GUARD};`);

/** Lets the entry import the guard from a file beside it. */
export const withImportedGuard = (code: string, file: string): string =>
  code.replace(DATA_IMPORT, `import'./${file}';`);

/**
 * plugin-legacy imports its guard from `data:` addresses, for which a Content-Security-Policy would have to allow every
 * script that a `data:` address can hold. The guard becomes a file of the build (docs/decisions/102).
 */
export function guardAsFile(): Plugin {
  const hash = createHash('sha256').update(GUARD).digest('hex').slice(0, 8);
  const file = `modern-guard-${hash}.js`;
  return {
    name: 'bora:modern-guard',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !DATA_IMPORT.test(chunk.code)) continue;
        chunk.code = withImportedGuard(chunk.code, file);
        this.emitFile({ type: 'asset', fileName: `assets/${file}`, source: `${GUARD};\n` });
      }
    },
    transformIndexHtml: { order: 'post', handler: withInlineGuard },
  };
}
