import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/*
 * Lists the scripts and styles that a television loads before the first screen is usable: those of the page, and those
 * of its first screen (sign-in, the profile picker, or home when the picker is skipped).
 *
 *     index.html ──► entry ──► what it imports          every arrow counts, including dynamic imports
 *                      └─────► home-, profiles-, sign-in-screen ──► what they import
 */

export interface Weights {
  readonly modern: number;
  /** Includes the polyfills. */
  readonly legacy: number;
  readonly css: number;
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

function withImports(entries: readonly string[], importsOf: (file: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    importsOf(file).forEach(visit);
  };
  entries.forEach(visit);
  return found;
}

/** The only script of the build that matches a pattern. @throws Error when none or several match */
function only(found: readonly string[], what: string): string {
  const [file, ...others] = new Set(found);
  if (file === undefined || others.length > 0) throw new Error(`the build has ${found.length} scripts for ${what}`);
  return file;
}

/**
 * Bytes after gzip that must load for a screen.
 *
 * @param folder of the build for browsers
 * @param screen its script's name, such as `home-screen`
 */
export function weighFirstScreen(folder: string, screen: string): Weights {
  const read = (file: string) => readFileSync(join(folder, 'assets', file), 'utf8');
  const weigh = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');

  const imports = (file: string) => all(read(file), /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
  const entry = only(all(html, /type="module"[^>]* src="\.\/assets\/([^"]+)"/g), 'the page');
  const entryScripts = [...withImports([entry], imports)];
  const loadsOf = new RegExp(`import\\(["'\`]\\./(${screen}-[\\w-]+\\.js)["'\`]\\)`, 'g');
  const modern = only(entryScripts.flatMap((file) => all(read(file), loadsOf)).filter(isModern), screen);

  const register = (file: string) =>
    all(/System\.register\(\[([^\]]*)\]/.exec(read(file))?.[1] ?? '', /["'`]\.\/([^"'`]+)["'`]/g);
  const legacyEntry = only(all(html, /data-src="\.\/assets\/([^"]+)"/g), 'the page on old engines');
  const legacyLoadsOf = new RegExp(`import\\(["'\`]\\./(${screen}-legacy-[\\w-]+\\.js)["'\`]\\)`, 'g');
  const legacyScripts = [...withImports([legacyEntry], register)];
  const legacy = only(
    legacyScripts.flatMap((file) => all(read(file), legacyLoadsOf)),
    `${screen} on old engines`,
  );
  const polyfills = all(html, /id="vite-legacy-polyfill" src="\.\/assets\/([^"]+)"/g);

  return {
    modern: weigh(withImports([entry, modern], imports)),
    legacy: weigh([...polyfills, ...withImports([legacyEntry, legacy], register)]),
    css: weigh(new Set([...all(html, /stylesheet"[^>]* href="\.\/assets\/([^"]+)"/g), ...stylesOf(modern)])),
  };

  /** A screen's styles are in its script's list of dependencies, by index. */
  function stylesOf(script: string): string[] {
    const text = entryScripts.map(read).find((each) => each.includes(`./${script}`)) ?? '';
    const listed = all(/m\.f=\[([^\]]*)\]/.exec(text)?.[1] ?? '', /["'`]\.\/([^"'`]+)["'`]/g);
    const after = text.slice(text.indexOf(`import(\`./${script}`));
    const numbers = /__vite__mapDeps\(\[([\d,]*)\]\)/.exec(after)?.[1] ?? '';
    return numbers
      .split(',')
      .map((number) => listed[Number(number)] ?? '')
      .filter((file) => file.endsWith('.css'));
  }
}

const isModern = (file: string) => !file.includes('-legacy-');
