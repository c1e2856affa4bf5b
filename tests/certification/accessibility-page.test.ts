import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTasks } from '../eyes-free/tasks.ts';

/** Keeps docs/accessibility.md and the tests consistent. */
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rows = read('docs/accessibility.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

const proofs = rows
  .filter(([, id = '']) => /^[PE]\d+$/.test(id))
  .map(([, id = '', file = '', name = '']) => ({ id, file, name }));
const clauses = rows
  .filter(([, clause = '']) => /^\d+\.[\d.]*\d( to \d+\.\d+)?$/.test(clause))
  .map(([, clause = '', , proof = '']) => ({ clause, proof }));
const cited = clauses.flatMap(({ proof }) => (proof.startsWith('reason: ') ? [] : proof.split(', ')));

test('every proof is a test, or a task of the robot, with exactly this name', () => {
  const tasks = readTasks().map(({ task }) => task);
  for (const { id, file, name } of proofs)
    if (file === 'tests/eyes-free/tasks.json') expect(tasks, id).toContain(name);
    else expect(read(file), id).toMatch(new RegExp(`test\\((['"\`])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\1`));
});

test('every requirement has proofs of the list, or the reason why it has none', () => {
  const known = proofs.map(({ id }) => id);
  for (const { clause, proof } of clauses)
    if (!/^reason: ./.test(proof)) for (const id of proof.split(', ')) expect(known, clause).toContain(id);
});

test('every proof of the list is used, once per id', () => {
  const ids = proofs.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !cited.includes(id))).toEqual([]);
});

test('the page lists all clauses: chapters 5, 7, 9 and 11 of EN 301 549, and the 33 items of KWCAG 2.2', () => {
  const of = (chapter: string, count: number, from = 0) =>
    expect(clauses.filter(({ clause }, index) => index >= from && clause.startsWith(`${chapter}.`)).length).toBe(count);
  const kwcag = clauses.findIndex(({ clause }) => clause === '5.1.1');
  expect(clauses.length - kwcag).toBe(33);
  // WCAG 2.1 has 50 criteria of levels A and AA; 9.6 is the conformance.
  of('9', 51);
  of('11', 18);
  expect(clauses.filter(({ clause }, index) => index < kwcag && clause.startsWith('5.')).length).toBe(9);
  expect(clauses.filter(({ clause }, index) => index < kwcag && clause.startsWith('7.')).length).toBe(9);
});
