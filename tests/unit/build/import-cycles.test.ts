import { describe, expect, test } from 'vitest';
import { edgesOf, findCycles } from '../../../scripts/build/import-cycles.ts';
import { readImports } from '../../../scripts/build/read-imports.ts';

describe('the edges from a file', () => {
  test('include types and exports, by their paths from the root', () => {
    const text = `
      import type { Clock } from '#src/lib/clock.ts';
      import './base.css';
      import { a } from '../b/c.ts';
      export * from './d.ts';
      export type { E } from './e.ts';
      export const own = 1;
      import { z } from 'zod';`;
    expect(edgesOf(readImports('src/a/a.ts', text))).toEqual([
      'src/lib/clock.ts',
      'src/a/base.css',
      'src/b/c.ts',
      'src/a/d.ts',
      'src/a/e.ts',
      'zod',
    ]);
  });

  test('exclude dynamic imports', () => {
    const text = `const open = () => import('./b.ts'); // import './c.ts'`;
    expect(edgesOf(readImports('src/a.ts', text))).toEqual([]);
  });
});

const graphOf = (imports: Record<string, string[]>) => new Map(Object.entries(imports));

describe('cycles', () => {
  test.each([
    ['no cycle in a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: ['zod'] }, []],
    ['a cycle of two files', { main: ['a'], a: ['b'], b: ['a'] }, [['a', 'b']]],
    ['a cycle of a file with itself', { a: ['a'] }, [['a']]],
    [
      'the shortest cycle of a group',
      { a: ['b'], b: ['c', 'a'], c: ['a'] },
      [
        ['a', 'b'],
        ['c', 'a', 'b'],
      ],
    ],
    [
      'each cycle of two groups',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ])('the search finds %s', (_, imports, expected) => {
    expect(findCycles(graphOf(imports))).toEqual(expected);
  });
});
