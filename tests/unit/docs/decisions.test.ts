import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'docs/decisions');
const CODE = ['bench', 'console', 'contract', 'edge', 'platform', 'scripts', 'server', 'src', 'tests'];
const records = readdirSync(folder).filter((name) => /^\d{3}-.*\.md$/.test(name));

test('the index lists every decision once, by its title', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = Array.from(index.matchAll(/^- \[(\d{3})\]\(([^)]+)\) (.+)$/gm), ([, number, name, title]) => ({
    name,
    heading: `# ${number} ${title}`,
  }));
  const byName = (one: { name?: string | undefined }, other: { name?: string | undefined }) =>
    (one.name ?? '').localeCompare(other.name ?? '');
  const headings = records.map((name) => ({
    name,
    heading: readFileSync(join(folder, name), 'utf8')
      .split('\n', 1)[0]!
      .replace(/^# (?:ADR )?(\d{3})[.:]? /, '# $1 '),
  }));
  expect(records.length).toBeGreaterThan(50);
  expect(listed.sort(byName)).toEqual(headings.sort(byName));
});

test('code cites decisions that exist', () => {
  const numbers = new Set(records.map((name) => name.slice(0, 3)));
  const sources = CODE.flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)),
  ).filter((path) => /\.(?:tsx?|css|template)$/.test(path));
  const unknown = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/decisions?[/ ](\d{3})\b/g)]
      .filter(([, number]) => !numbers.has(number!))
      .map(([cited]) => `${path}: ${cited}`),
  );
  expect(sources.length).toBeGreaterThan(1000);
  expect(unknown).toEqual([]);
});
