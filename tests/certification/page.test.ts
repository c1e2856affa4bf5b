import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasDemo } from '#tests/support/demo-tests.ts';

/** Keeps docs/certification.md and the tests consistent. */
const page = readFileSync(join(import.meta.dirname, '../../docs/certification.md'), 'utf8');
const proofs = new Map(
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, id = '']) => /^(S|TC |O)\d+$/.test(id))
    .map(([, id = '', , proof = '']) => [id, proof]),
);

/** Criteria that need real videos. Their tests are in the demo's folder, which may be deleted. */
const OF_FILMS = ['TC 43', 'TC 50', 'TC 51', 'TC 52'];
const filmTests = join(import.meta.dirname, '../../demo/tests/certification.test.ts');

/** Ids at the start of test names here and in the demo: `test('TC 10, TC 11: …'`, `test.each(…)('S18: …'`. */
const tested = new Set(
  readdirSync(import.meta.dirname)
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .map((name) => join(import.meta.dirname, name))
    .concat(hasDemo ? filmTests : [])
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/['`]((?:(?:S|TC |O)\d+[,:] )+)/g)])
    .flatMap(([, ids = '']) => ids.match(/(?:S|TC |O)\d+/g) ?? []),
);

const every = (prefix: string, count: number) =>
  Array.from({ length: count }, (_none, index) => `${prefix}${index + 1}`);

test('the page lists every id: S1 to S27, TC 1 to TC 53, and our own', () => {
  expect([...proofs.keys()]).toEqual([...every('S', 27), ...every('TC ', 53), ...every('O', 9)]);
});

test('every id on the page has a test with its id or the reason why it has none', () => {
  for (const [id, proof] of proofs) {
    if (!hasDemo && OF_FILMS.includes(id)) continue;
    if (proof === 'test') expect(tested, `a test named ${id}`).toContain(id);
    else expect(proof, id).toMatch(/^reason: ./);
  }
});

test('every test with an id has a line on the page', () => {
  for (const id of tested) expect(proofs.get(id), id).toBe('test');
});
