import { expect, test } from 'vitest';
import { beginWallAt, comeBackTo, createVisitMemory, forgetVisitMemory } from '#src/focus/engine/visit-memory.ts';

const at = (rowKey: string) => ({ rowKey, tileKeys: {} });

test('a wall begins at its initial tile once: Back finds the place where the viewer left it', () => {
  const visit = createVisitMemory();
  beginWallAt(visit, 'episodes', at('initial'));
  expect(visit.walls.get('episodes')).toEqual(at('initial'));
  visit.walls.set('episodes', at('left'));
  beginWallAt(visit, 'episodes', at('initial'));
  expect(visit.walls.get('episodes')).toEqual(at('left'));
});

test('coming back to a node forgets the places of walls and groups, and keeps what the viewer chose', () => {
  const visit = createVisitMemory();
  beginWallAt(visit, 'episodes', at('left'));
  visit.left.set('menu', 'menu/second');
  visit.values.set('sort', 'latest');
  comeBackTo(visit, 'episodes/first');
  expect([visit.focusKey, visit.walls.size, visit.left.size]).toEqual(['episodes/first', 0, 0]);
  expect(visit.values.get('sort')).toBe('latest');
});

test('a screen that is forgotten is a first visit again', () => {
  const visit = createVisitMemory();
  visit.focusKey = 'episodes/first';
  beginWallAt(visit, 'episodes', at('left'));
  visit.left.set('menu', 'menu/second');
  visit.values.set('sort', 'latest');
  visit.answers.set('episodes', []);
  forgetVisitMemory(visit);
  expect(visit).toEqual(createVisitMemory());
});
