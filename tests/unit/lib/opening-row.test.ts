import { describe, expect, test } from 'vitest';
import { createRowOf, rowBefore, type Way } from '#src/lib/opening-row.ts';

describe('the row in which a viewer chose the title that plays', () => {
  test.each<[string, Way, string]>([
    ['the focused row of home, from which it was played', [['/home', 'ranking']], 'ranking'],
    [
      'that of home below the page of the title',
      [
        ['/home', 'liked'],
        ['/items/1', undefined],
      ],
      'liked',
    ],
    [
      'the kind of a row that has a number or a name',
      [
        ['/home', 'genre-SF-액션'],
        ['/items/1', 'oldest'],
      ],
      'genre',
    ],
    ['a theme', [['/home', 'theme-12']], 'theme'],
    [
      'what was similar to another title',
      [
        ['/items/9', 'related'],
        ['/items/1', 'oldest'],
      ],
      'related',
    ],
    [
      'what was played from among similar titles',
      [
        ['/home', 'liked'],
        ['/items/9', 'related'],
      ],
      'related',
    ],
    [
      'what followed a last episode',
      [
        ['/play/901', 'after'],
        ['/items/1', undefined],
      ],
      'after',
    ],
  ])('is %s', (_what, way, row) => {
    expect(createRowOf(way)(1)).toBe(row);
  });

  test.each<[string, Way]>([
    ['of a row without proposals', [['/home', 'start_again']]],
    ['of a link to the player', []],
    [
      'of a search',
      [
        ['/search', 'related'],
        ['/items/1', undefined],
      ],
    ],
    ['above the row', [['/home', undefined]]],
    [
      'on the page of another title',
      [
        ['/home', 'liked'],
        ['/items/9', 'oldest'],
      ],
    ],
  ])('is unknown %s', (_what, way) => {
    expect(createRowOf(way)(1)).toBeUndefined();
  });
});

test.each<[string, Way, string | undefined]>([
  ['a row of home', [['/home', 'genre-SF-액션']], 'genre'],
  [
    '비슷한 작품 of the page below',
    [
      ['/home', 'liked'],
      ['/items/1', 'related'],
    ],
    'related',
  ],
  ['no row of the library', [['/library', 'liked']], undefined],
  ['no row after an address', [], undefined],
])('the page of a title was opened from %s', (_, way, row) => expect(rowBefore(way)).toBe(row));
