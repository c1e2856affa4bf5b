import { readFileSync } from 'node:fs';
import { posix, join } from 'node:path';
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import { makeIndex, makePages } from '../../../scripts/docs/build.ts';
import { SEARCHED } from '../../../scripts/docs/search-options.ts';
import { framePage, navigationOf, pathOf, renderPage, START } from '../../../scripts/docs/site.ts';

const pages = makePages();
const root = join(import.meta.dirname, '../../..');

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
const pageAt = new Map(pages.map((page) => [page.path, { ...page, ids: idsOf(page.html) }]));

test.each(pages)('the links of $path lead to pages and headings of the site', ({ path, html }) => {
  const broken = [...html.matchAll(/<a href="([^"]+)"/g)]
    .map(([, href]) => href!)
    .filter((href) => {
      if (/^[a-z]+:/.test(href)) return false;
      const [file = '', anchor] = href.split('#');
      const target = pageAt.get(file === '' ? path : posix.join(posix.dirname(path), file));
      return target === undefined || (anchor !== undefined && !target.ids.has(decodeURIComponent(anchor)));
    });
  expect(broken).toEqual([]);
});

test('each page of the start page is in the navigation of every page', () => {
  const navigation = navigationOf(readFileSync(join(root, START), 'utf8')).map(({ source, words }) => ({
    path: pathOf(source)!,
    words,
  }));
  expect(navigation.length).toBeGreaterThan(8);
  for (const { path } of navigation) expect(pageAt.has(path), path).toBe(true);
  const html = framePage(pageAt.get('operations/backup.html')!, navigation);
  expect(html).toContain('<a href="upgrade.html">');
  expect(html).toContain('<a href="backup.html" aria-current="page">');
  expect(html).toContain('href="../site.css"');
});

test('what documents contain is text: no tag of theirs reaches the page', () => {
  const { html } = renderPage('docs/x.md', '# A <b>bold</b> head\n\n<script>x</script>\n\n`<i>`', () => false);
  expect(html).not.toMatch(/<(?:script|b|i)>/);
  expect(html).toContain('&lt;i&gt;');
});

test('a link to a file outside of the site is words alone', () => {
  const { html } = renderPage('docs/x.md', '# X\n\n[the file](../deploy/bora.env)', () => false);
  expect(html).toContain('<p>the file</p>');
});

describe('the search', () => {
  const index = MiniSearch.loadJSON(makeIndex(pages), SEARCHED);

  test.each([
    ['restore', /backup/],
    ['OIDC_ISSUER', /^index\.html#environment|people/],
    ['백업', /ko/],
    ['reverse prox', /https/],
  ])('finds %s', (words, where) => {
    expect(
      index
        .search(words)
        .slice(0, 5)
        .map(({ id }) => String(id)),
    ).toContainEqual(expect.stringMatching(where));
  });
});
