import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../docs/decisions');
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
