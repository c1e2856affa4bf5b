import { join } from 'node:path';
import { build } from 'esbuild';
import type { SetKind } from '#platform/set-kind.ts';
import type { TizenOptions } from './tizen-globals.ts';
import type { WebosOptions } from './webos-globals.ts';

const INSTALL = { tizen: 'installTizenGlobals', webos: 'installWebosGlobals' } as const satisfies Record<
  SetKind,
  string
>;

export interface ImitatorOptions {
  readonly tizen: TizenOptions;
  readonly webos: WebosOptions;
}

/**
 * Builds a classic script for any engine since Chromium 51. Run before the page's own scripts, it turns the page into a
 * television whose controls are `window.__television`.
 */
export async function imitatorScript<K extends keyof ImitatorOptions>(
  kind: K,
  options?: ImitatorOptions[K],
): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ${INSTALL[kind]} as install } from './${kind}-globals.ts';
        window.__television = install(window, ${JSON.stringify(options ?? {})});`,
      resolveDir: join(import.meta.dirname),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2015',
  });
  return outputFiles[0]?.text ?? '';
}
