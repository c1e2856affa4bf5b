import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import MiniSearch from 'minisearch';
import { newestChange } from '../build-app.ts';
import { SEARCHED } from './search-options.ts';
import { framePage, navigationOf, pathOf, renderPage, START, type Page } from './site.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'dist/docs');
/** The last file of a build. */
const LAST_BUILT = 'search.js';

const read = (source: string) => readFileSync(join(root, source), 'utf8');

const TOP_DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** The documents of the site, as paths from the root. */
const documents = (): string[] => [
  ...TOP_DOCUMENTS,
  ...['docs', 'docs/operations', 'docs/decisions'].flatMap((each) =>
    readdirSync(join(root, each))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${each}/${name}`),
  ),
];

/** All pages of the site. */
export function makePages(): Page[] {
  const sources = documents();
  const known = new Set(sources);
  const has = (source: string) =>
    known.has(source) || (source.startsWith('docs/pictures/') && existsSync(join(root, source)));
  return sources.map((source) => renderPage(source, read(source), has));
}

/** The index of the search, as JSON. */
export function makeIndex(pages: readonly Page[]): string {
  const index = new MiniSearch(SEARCHED);
  for (const { title, sections } of pages)
    index.addAll(sections.map(({ id, heading, text }) => ({ id, heading, title, text })));
  return JSON.stringify(index);
}

/** Builds docs/ into dist/docs: pages, a search, a style sheet. */
export async function buildDocs(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const pages = makePages();
  const navigation = [{ path: pathOf(START)!, words: 'Operating the server' }].concat(
    navigationOf(read(START)).map(({ source, words }) => ({ path: pathOf(source)!, words })),
  );
  for (const page of pages) {
    const file = join(folder, page.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, framePage(page, navigation));
  }
  writeFileSync(join(folder, 'search.json'), makeIndex(pages));
  cpSync(join(import.meta.dirname, 'site.css'), join(folder, 'site.css'));
  cpSync(join(root, 'docs/pictures'), join(folder, 'pictures'), { recursive: true });
  await build({
    entryPoints: [join(import.meta.dirname, 'search.ts')],
    outfile: join(folder, LAST_BUILT),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}

/** Builds the site unless it is newer than every document and than this program. */
export async function buildDocsWhenNeeded(): Promise<void> {
  const changedAt = Math.max(
    ...[...TOP_DOCUMENTS, 'docs', 'scripts/docs'].map((source) => newestChange(join(root, source))),
  );
  const builtAt = statSync(join(folder, LAST_BUILT), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (builtAt <= changedAt) await buildDocs();
}
