import { describe, expect, test } from 'vitest';
import { createVisitMemory, type VisitMemory } from '#src/focus/index.ts';
import { createRowOf } from '#src/screens/player/opening-row.ts';

const visit = (path: string, rowKey?: string, changes: { row?: string; focusKey?: string } = {}) => {
  const memory: VisitMemory = createVisitMemory();
  memory.focusKey = changes.focusKey ?? 'wall';
  if (rowKey !== undefined) memory.walls.set('wall', { rowKey, tileKeys: {} });
  return { path, memory, row: changes.row };
};
const player = visit('/play/101');

describe('the row in which a viewer chose the title that plays', () => {
  test.each([
    ['the focused row of home, from which it was played', [visit('/home', 'ranking'), player], 'ranking'],
    ['that of home below the page of the title', [visit('/home', 'liked'), visit('/items/1'), player], 'liked'],
    [
      'the kind of a row that has a number or a name',
      [visit('/home', 'genre-SF-액션'), visit('/items/1'), player],
      'genre',
    ],
    ['a theme', [visit('/home', 'theme-12'), player], 'theme'],
    [
      'what was similar to another title',
      [visit('/items/9', 'related'), visit('/items/1', 'oldest'), player],
      'related',
    ],
    [
      'what was played from among similar titles',
      [visit('/home', 'liked'), visit('/items/9', 'related'), player],
      'related',
    ],
    [
      'what followed a last episode',
      [visit('/home', 'liked'), visit('/items/1', undefined, { row: 'after' }), player],
      'after',
    ],
  ])('is %s', (_what, trail, row) => {
    expect(createRowOf(trail)(1)).toBe(row);
  });

  test.each([
    ['of a row without proposals', [visit('/home', 'start_again'), player]],
    ['of a link to the player', [player]],
    ['of a search', [visit('/search', 'related'), visit('/items/1'), player]],
    ['above the row', [visit('/home', 'liked', { focusKey: 'home/play' }), player]],
    ['on the page of another title', [visit('/home', 'liked'), visit('/items/9', 'oldest'), player]],
    ['before the page was loaded again', [null, visit('/items/1'), player]],
  ])('is unknown %s', (_what, trail) => {
    expect(createRowOf(trail)(1)).toBeUndefined();
  });
});
