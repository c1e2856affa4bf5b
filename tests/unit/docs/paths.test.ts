import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { hasDemo } from '#tests/support/demo-tests.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const exists = (path: string) => existsSync(join(root, path));

/** Folders of the sources; `dist/` and `data/` exist only after a build or a start. */
const FOLDERS = [
  'bench',
  'console',
  'contract',
  'demo',
  'docs',
  'edge',
  'platform',
  'scripts',
  'server',
  'src',
  'tests',
  'tizen',
  'webos',
];
const files = FOLDERS.filter(exists).flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    posix.join(folder, path.replaceAll('\\', '/')),
  ),
);

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs', 'docs/operations'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  ),
].filter((path) => path.endsWith('.md'));
const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`);

/** `demo/` may be deleted; documents may still mention it. */
const isDeleted = (path: string) => !hasDemo && path.startsWith('demo/');

/** The words of a document's code, in blocks and in backticks. */
const codeWords = (text: string): string[] =>
  [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].flatMap(([code]) => code.split(/[\s`'"(),]+/));

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Whether a path of the sources exists: as a file, a folder, a module without its ending, or a pattern that fits a file. */
function isPath(word: string): boolean {
  const [plain = ''] = word.split(/[*<{]|NNNN/);
  if (plain !== word) return files.some((path) => path.startsWith(plain));
  return exists(word) || ['.ts', '.tsx'].some((ending) => exists(word + ending));
}

test.each([...documents, ...decisions])('the links of %s lead to files and headings', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? document : posix.join(dirname(document), path);
    if (isDeleted(target)) return false;
    if (!exists(target)) return true;
    return (
      anchor !== undefined && ![...read(target).matchAll(/^#+ (.*)$/gm)].some(([, text]) => anchorOf(text!) === anchor)
    );
  });
  expect(broken).toEqual([]);
});

test.each(documents)('the paths in the code of %s exist', (document) => {
  const missing = codeWords(read(document)).filter((word) => {
    if (FOLDERS.some((folder) => word.startsWith(`${folder}/`))) return !isDeleted(word) && !isPath(word);
    // A file that a document calls by its name alone.
    return /^[\w.-]+\.tsx?$/.test(word) && !files.some((path) => path.endsWith(`/${word}`));
  });
  expect(missing).toEqual([]);
});

test.each(documents)('the npm scripts in the code of %s exist', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const called = [...read(document).matchAll(/\bnpm run (?:--\S+ )*([\w:-]+)/g)].map(([, name]) => name!);
  expect(called.filter((name) => !(name in scripts))).toEqual([]);
});
