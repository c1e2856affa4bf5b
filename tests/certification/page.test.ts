import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Holds docs/certification.md and the tests together. */
const page = readFileSync(join(import.meta.dirname, '../../docs/certification.md'), 'utf8');
const proofs = new Map(
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, id = '']) => /^(S|TC |O)\d+$/.test(id))
    .map(([, id = '', , proof = '']) => [id, proof]),
);

/** Ids at the beginning of the names of all tests in this folder: `test('TC 10, TC 11: …'`, `test.each(…)('S18: …'`. */
const tested = new Set(
  readdirSync(import.meta.dirname)
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/['`]((?:(?:S|TC |O)\d+[,:] )+)/g),
    ])
    .flatMap(([, ids = '']) => ids.match(/(?:S|TC |O)\d+/g) ?? []),
);

const every = (prefix: string, count: number) =>
  Array.from({ length: count }, (_none, index) => `${prefix}${index + 1}`);

test('the page has every id: S1 to S27, TC 1 to TC 53, and ours', () => {
  expect([...proofs.keys()]).toEqual([...every('S', 27), ...every('TC ', 53), ...every('O', 9)]);
});

test('every id on the page has a test that is named after it, or the reason why it has none', () => {
  for (const [id, proof] of proofs) {
    if (proof === 'test') expect(tested, `a test named ${id}`).toContain(id);
    else expect(proof, id).toMatch(/^reason: ./);
  }
});

test('every test that is named after an id has its line on the page', () => {
  for (const id of tested) expect(proofs.get(id), id).toBe('test');
});
