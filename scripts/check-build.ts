import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'acorn';
import { buildAppWhenNeeded } from './build-app.ts';

/*
 * What the build promises to old sets, checked on what was built: the syntax of every script for them, the CSS that they
 * know, and how much the first screen loads. Part of `npm run check`.
 */
const folder = join(import.meta.dirname, '../dist/web');
const assets = join(folder, 'assets');

/** Chromium 63 knows ES2018 but for these parts of regular expressions, which it finds out when it runs them. */
const SYNTAX = 2018;
const REGULAR_EXPRESSIONS_BEYOND = /\(\?<[^=!]|\\[pPk]\{?<?/;

/** Most that the first screen may load, in bytes after gzip. */
const BUDGETS = { modern: 150_000, legacy: 210_000, css: 20_000 };

/** What Chromium 63 has not, and no step of the build takes away; each with what to write instead. */
const CSS_BEYOND: readonly (readonly [RegExp, string])[] = [
  [/(?<![-\w])aspect-ratio\s*:/, 'aspect-ratio: give width and height'],
  [/(?<![-\w])inset\s*:/, 'inset: top, right, bottom, left'],
  [/(?<![-\w])(row-|column-)?gap\s*:/, 'gap: margins, or grid-gap in a grid'],
  [/[:\s,(](clamp|max)\(/, 'clamp(), max(): a plain length'],
  [/:(has|is|where|focus-visible)\b/, ':has, :is, :where, :focus-visible: plain selectors'],
  [/backdrop-filter\s*:/, 'backdrop-filter: an opaque colour'],
  [/@(layer|container)\b/, '@layer, @container'],
  [/(?<![-\w])(translate|scale|rotate)\s*:/, 'translate, scale, rotate: transform'],
  [/\b(oklch|color-mix)\(/, 'oklch(), color-mix(): #rrggbb'],
  [/\d(dvh|svh|lvh)\b/, 'dvh and its like: vh'],
  [
    /(content-visibility|overflow)\s*:\s*(auto|clip)\b(?<=content-visibility\s*:\s*auto|clip)/,
    'content-visibility, overflow: clip',
  ],
];

const problems: string[] = [];
buildAppWhenNeeded();
const names = readdirSync(assets);

for (const name of names.filter((each) => /-legacy-.*\.js$/.test(each))) {
  try {
    parse(readFileSync(join(assets, name), 'utf8'), {
      ecmaVersion: SYNTAX,
      sourceType: 'script',
      onToken(token) {
        const pattern = 'value' in token && (token.value as { pattern?: unknown } | null | undefined)?.pattern;
        if (typeof pattern === 'string' && REGULAR_EXPRESSIONS_BEYOND.test(pattern))
          throw new SyntaxError(`/${pattern}/ has a named group or a property of Unicode`);
      },
    });
  } catch (error) {
    problems.push(`${name} has syntax that Chromium 63 may not parse: ${String(error)}`);
  }
}
for (const name of names.filter((each) => each.endsWith('.css'))) {
  // What stands behind @supports is asked for there; a test may use what it asks about.
  const css = readFileSync(join(assets, name), 'utf8').replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  for (const [pattern, instead] of CSS_BEYOND)
    if (pattern.test(css)) problems.push(`${name} has what Chromium 63 lacks: ${instead}`);
}

const html = readFileSync(join(folder, 'index.html'), 'utf8');
const sizeOf = (addresses: Iterable<string>) =>
  [...addresses].reduce((sum, address) => sum + gzipSync(readFileSync(join(folder, address)), { level: 9 }).length, 0);
const all = (pattern: RegExp) => new Set([...html.matchAll(pattern)].map((match) => match[1]!));

/** A legacy script and what it imports, by the list that it begins with. */
function withImports(address: string, found = new Set<string>()): Set<string> {
  if (found.has(address)) return found;
  found.add(address);
  const list = /System\.register\(\[([^\]]*)\]/.exec(readFileSync(join(folder, address), 'utf8'))?.[1] ?? '';
  for (const [, imported] of list.matchAll(/["'`]\.\/([^"'`]+)["'`]/g)) withImports(`assets/${imported}`, found);
  return found;
}
const entry = [...all(/data-src="\.\/(assets\/[^"]+)"/g)][0]!;
const sizes = {
  modern: sizeOf(all(/(?:type="module"[^>]* src|modulepreload"[^>]* href)="\.\/(assets\/[^"]+)"/g)),
  legacy: sizeOf([...all(/id="vite-legacy-polyfill" src="\.\/(assets\/[^"]+)"/g), ...withImports(entry)]),
  css: sizeOf(all(/stylesheet"[^>]* href="\.\/(assets\/[^"]+)"/g)),
};
for (const [name, most] of Object.entries(BUDGETS) as [keyof typeof BUDGETS, number][]) {
  const size = sizes[name];
  console.log(`first screen, ${name}: ${(size / 1000).toFixed(1)} kB of ${most / 1000} kB after gzip`);
  if (size > most) problems.push(`the first screen loads ${size} bytes (${name}), more than ${most}`);
}
const players = names.filter((name) => /^player-screen.*\.js$/.test(name));
if (players.length < 2) problems.push('the player is no script of its own any more');

for (const name of names.filter((each) => each.endsWith('.js')))
  if (readFileSync(join(assets, name), 'utf8').includes('__coalesced')) problems.push(`${name} holds the bench page`);

problems.forEach((problem) => console.error(problem));
process.exitCode = problems.length > 0 ? 1 : 0;
