import { expect, test } from 'vitest';
import { compareNames } from '#server/catalogue/lists/name-order.ts';

const korean = new Intl.Collator('ko');

test('names sort as in a Korean list', () => {
  const names = [
    ...['가', '가 나', '가나', '각', '나비', '나비 2기', '나비 10기', '나비: 끝', '나비!', '나비와 꽃'],
    ...['0.5인분 식탁', '13번 사물함', 'Night Train', 'NEO 노트', 'night', '극장판 나비', '힣', '꼬마', '뿌뿌섬'],
  ];
  const titles = names.map((name, id) => ({ id, name }));
  const sorted = [...titles].sort(compareNames).map(({ name }) => name);
  expect(sorted).toEqual([...names].sort(korean.compare));
});

test('equal names sort by id', () => {
  expect(compareNames({ id: 2, name: '나비' }, { id: 1, name: '나비' })).toBeGreaterThan(0);
  expect(compareNames({ id: 1, name: '나비' }, { id: 2, name: '나비' })).toBeLessThan(0);
  expect(compareNames({ id: 1, name: '나비'.normalize('NFD') }, { id: 2, name: '나비' })).toBeLessThan(0);
});
