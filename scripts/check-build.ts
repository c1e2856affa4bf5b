import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { withoutNewer } from './build/css-compat.ts';
import { weighFirstScreen, type Weights } from './build/first-screen.ts';
import { buildAppWhenNeeded } from './build-app.ts';

/*
 * Checks the build's promises to old sets: the syntax of every script, the CSS features, and the size of the first
 * screen. Part of `npm run check`.
 */
const folder = join(import.meta.dirname, '../dist/web');
const assets = join(folder, 'assets');
const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8')) as { version: string };

/** Chromium 63 supports ES2018 except these parts of regular expressions, which fail only at run time. */
const SYNTAX = { legacy: 2018, modern: 2022 } as const;
const REGULAR_EXPRESSIONS_BEYOND = /\(\?<[^=!]|\\[pPk]\{?<?/;

/** Most that may be loaded until the first screen can be used, in bytes after gzip. */
const BUDGETS = { modern: 140_000, legacy: 175_000, css: 20_000 };

/** CSS that Chromium 63 lacks and the build does not transform, each with its alternative. */
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

/** CSS that Chromium 53 lacks by MDN's data, and why the app does not miss it. */
const CSS_UNMISSED: Readonly<Record<string, string>> = {
  'caret-color': 'the caret has the colour of the text',
  '@media (prefers-reduced-motion)': 'sets have no such setting: the app has one',
};
const OLDEST_CHROMIUM = 53;

const problems: string[] = [];
buildAppWhenNeeded();
const names = readdirSync(assets);

for (const name of names.filter((each) => each.endsWith('.js'))) {
  const isLegacy = name.includes('-legacy-');
  try {
    parse(readFileSync(join(assets, name), 'utf8'), {
      ecmaVersion: isLegacy ? SYNTAX.legacy : SYNTAX.modern,
      sourceType: isLegacy ? 'script' : 'module',
      onToken(token) {
        const pattern = 'value' in token && (token.value as { pattern?: unknown } | null | undefined)?.pattern;
        if (isLegacy && typeof pattern === 'string' && REGULAR_EXPRESSIONS_BEYOND.test(pattern))
          throw new SyntaxError(`/${pattern}/ has a named group or a property of Unicode`);
      },
    });
  } catch (error) {
    problems.push(`${name} has syntax that Chromium ${isLegacy ? 63 : 109} may not parse: ${String(error)}`);
  }
}
for (const name of names.filter((each) => each.endsWith('.css'))) {
  // Removes blocks inside @supports: they check for the feature that they use.
  const css = readFileSync(join(assets, name), 'utf8').replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  for (const [pattern, instead] of CSS_BEYOND)
    if (pattern.test(css)) problems.push(`${name} has what Chromium 63 lacks: ${instead}`);
  for (const { feature, since, where } of withoutNewer(readFileSync(join(assets, name), 'utf8'), OLDEST_CHROMIUM).newer)
    if (!(feature in CSS_UNMISSED))
      problems.push(`${name} has ${feature}, which came with Chromium ${since}: ${where.slice(0, 200)}`);
}

for (const screen of ['home-screen', 'profiles-screen', 'sign-in-screen']) {
  const weights = weighFirstScreen(folder, screen);
  for (const [name, most] of Object.entries(BUDGETS) as [keyof Weights, number][]) {
    const size = weights[name];
    console.log(`${screen}, ${name}: ${(size / 1000).toFixed(1)} kB of ${most / 1000} kB after gzip`);
    if (size > most) problems.push(`on the way to ${screen} ${size} bytes are loaded (${name}), more than ${most}`);
  }
}
const players = names.filter((name) => /^player-screen.*\.js$/.test(name));
if (players.length < 2) problems.push('the player is no script of its own any more');

for (const name of names.filter((each) => each.endsWith('.js')))
  if (readFileSync(join(assets, name), 'utf8').includes('__coalesced')) problems.push(`${name} holds the bench page`);

// Televisions and their packages come from the same bundle: the console's calls and components must not be in it.
const OF_CONSOLE = ['/api/console', 'react-aria', 'uplot'];
for (const name of names.filter((each) => /\.(js|css)$/.test(each))) {
  const text = readFileSync(join(assets, name), 'utf8');
  for (const part of OF_CONSOLE) if (text.includes(part)) problems.push(`${name} holds a part of the console: ${part}`);
}
const consoleAssets = join(folder, '../console/assets');
const consoleScripts = readdirSync(consoleAssets).filter((name) => name.endsWith('.js'));
const consoleText = consoleScripts.map((name) => readFileSync(join(consoleAssets, name), 'utf8')).join();
for (const part of OF_CONSOLE)
  if (!consoleText.includes(part))
    problems.push(`the console's scripts do not contain ${part}: the check above is blind`);

// Source maps contain the sources: they lie beside the folders that are served, for stacks of crashes.
const maps = join(folder, '../maps', version);
for (const served of [folder, join(folder, '../console')])
  for (const name of readdirSync(served, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.map')) problems.push(`${join(served, name)} is a source map that anybody may read`);
// The bundler's own runtime has none.
for (const name of names.filter((each) => each.endsWith('.js') && !each.startsWith('rolldown-runtime'))) {
  if (!existsSync(join(maps, `${name}.map`))) problems.push(`${name} has no source map in ${maps}`);
  if (readFileSync(join(assets, name), 'utf8').includes('sourceMappingURL'))
    problems.push(`${name} names its source map`);
}

// The page's policy forbids `data:` scripts, so the guard must be elsewhere (docs/decisions/102).
const scripts = names.filter((each) => each.endsWith('.js')).map((name) => join(assets, name));
for (const file of [join(folder, 'index.html'), ...scripts])
  if (readFileSync(file, 'utf8').includes('data:text/javascript'))
    problems.push(`${file} imports from a data: address`);
if (!scripts.some((file) => /rolldown-runtime/.test(file) && /import\.meta\.resolve/.test(readFileSync(file, 'utf8'))))
  problems.push('nothing stops the modern build on an engine that is too old for it');

problems.forEach((problem) => console.error(problem));
process.exitCode = problems.length > 0 ? 1 : 0;
