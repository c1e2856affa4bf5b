import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';

/** A part of a page that the search finds. */
export interface Section {
  id: string;
  page: string;
  heading: string;
  text: string;
}

export interface Page {
  /** Relative to the site. */
  path: string;
  title: string;
  html: string;
  sections: readonly Section[];
}

/** The page with which the site begins, and whose list leads through it. */
export const START = 'docs/operations.md';

/** Where the page of a document is, or the copy of a picture; undefined for a file that the site has not. */
export function pathOf(source: string): string | undefined {
  if (source === START) return 'index.html';
  if (/^docs\/pictures\/[\w-]+\.webp$/.test(source)) return source.slice('docs/'.length);
  if (!source.endsWith('.md')) return undefined;
  return `${source.startsWith('docs/') ? source.slice('docs/'.length) : `project/${source}`}`.replace(/\.md$/, '.html');
}

/** The address of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The text of tokens without their Markdown, for the search and for anchors. */
const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((row) => row.map((cell) => textOf(cell.tokens)).join(' ')).join(' ');
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => textOf(item.tokens)).join(' ');
      if ('tokens' in token && token.tokens) return textOf(token.tokens);
      return token.type === 'html' ? '' : 'text' in token ? String(token.text) : '';
    })
    .join('');

function sectionsOf(tokens: readonly Token[], path: string, anchors: ReadonlyMap<Token, string>): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const anchor = sections.length === 0 ? '' : `#${anchors.get(token)!}`;
      sections.push({ id: path + anchor, page: path, heading: textOf([token]), text: '' });
    } else if (sections.length > 0) sections.at(-1)!.text += `${textOf([token])} `;
  }
  return sections;
}

/**
 * Makes the page of a document.
 *
 * @param source path from the root, which its links depend on.
 * @param has whether a document is in the site.
 */
export function renderPage(source: string, markdown: string, has: (source: string) => boolean): Page {
  const path = pathOf(source)!;
  const anchors = new Map<Token, string>();
  const taken = new Map<string, number>();

  /** A link within the site; undefined where it leads to a file that the site has not. */
  const linkOf = (href: string): string | undefined => {
    if (/^(?:[a-z]+:|#)/.test(href)) return href;
    const [file = '', anchor] = href.split('#');
    const target = posix.join(posix.dirname(source), file);
    const to = has(target) ? pathOf(target) : undefined;
    if (to === undefined) return undefined;
    return posix.relative(posix.dirname(path), to) + (anchor === undefined ? '' : `#${anchor}`);
  };

  const marked = new Marked({
    renderer: {
      heading(token) {
        const words = this.parser.parseInline(token.tokens);
        return `<h${token.depth} id="${anchors.get(token)!}">${words}</h${token.depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const to = linkOf(href);
        return to === undefined ? words : `<a href="${escape(to)}">${words}</a>`;
      },
      image({ href, text }) {
        const to = linkOf(href);
        return to === undefined ? escape(text) : `<img src="${escape(to)}" alt="${escape(text)}" loading="lazy">`;
      },
      // Documents have comments for their generators, and nothing else.
      html: () => '',
    },
  });
  const tokens = marked.lexer(markdown);
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    const anchor = anchorOf(textOf([token]));
    const count = taken.get(anchor) ?? 0;
    taken.set(anchor, count + 1);
    anchors.set(token, count === 0 ? anchor : `${anchor}-${count}`);
  }
  const sections = sectionsOf(tokens, path, anchors);
  const html = marked
    .parser(tokens)
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>');
  return { path, title: sections[0]?.heading ?? path, html, sections };
}

/** The first link of each line of the start page's list, with its words. */
export function navigationOf(markdown: string): { source: string; words: string }[] {
  return [...markdown.matchAll(/^- \[([^\]]+)\]\(([^)#]+)\)/gm)].map(([, words, href]) => ({
    source: posix.join(posix.dirname(START), href!),
    words: words!,
  }));
}

/** A page with its frame. */
export function framePage(page: Page, navigation: readonly { path: string; words: string }[]): string {
  const to = (path: string) => posix.relative(posix.dirname(page.path), path);
  const links = navigation.map(
    ({ path, words }) =>
      `<li><a href="${to(path)}"${path === page.path ? ' aria-current="page"' : ''}>${escape(words)}</a></li>`,
  );
  return `<!doctype html>
<html lang="${page.path.endsWith('/ko.html') ? 'ko' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(page.title)} · Bora</title>
<link rel="stylesheet" href="${to('site.css')}">
<script type="module" src="${to('search.js')}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header>
<a class="mark" href="${to('index.html')}">Bora</a>
<search><label for="search">Search</label>
<input id="search" type="search" autocomplete="off" data-index="${to('search.json')}" data-root="${to('index.html').slice(0, -'index.html'.length)}">
<ol id="results" hidden></ol><p id="said" role="status"></p></search>
</header>
<nav aria-label="Pages"><ul>
${links.join('\n')}
</ul></nav>
<main id="main" tabindex="-1">
${page.html}</main>
</body>
</html>
`;
}
