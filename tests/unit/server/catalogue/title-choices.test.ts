import { expect, test } from 'vitest';
import { choicesOf } from '#server/catalogue/editing/title-choices.ts';

const item = (id: number, name: string, names: string[] = [], aliases: string[] = []) => ({
  id,
  name,
  names: names.map((one) => ({ lang: 'en', name: one })),
  aliases,
});
const ITEMS = [
  item(1, '종이 연', ['Paper Kite'], ['종이연 TV']),
  item(2, '달빛 종이'),
  item(3, '종이 연 2기', ['Paper Kite 2']),
  item(4, '구름 우체국'),
];
const found = (keyword: string) => choicesOf(ITEMS, keyword).map(({ name }) => name);

test.each([
  ['종이연', ['종이 연', '종이 연 2기']],
  ['  종이  연 ', ['종이 연', '종이 연 2기']],
  ['종이', ['종이 연 2기', '종이 연', '달빛 종이']],
  ['paper-kite', ['종이 연', '종이 연 2기']],
  ['4', ['구름 우체국']],
  ['없는 작품', []],
])('the word "%s" finds by every name, whatever its spaces and signs', (keyword, names) =>
  expect(found(keyword)).toEqual(names),
);

test('without a word all titles are there, the newest first', () =>
  expect(found(' ')).toEqual(['구름 우체국', '종이 연 2기', '달빛 종이', '종이 연']));

test('the name that was found stands beside the title’s own', () =>
  expect(choicesOf(ITEMS, 'paper kite 2')[0]).toMatchObject({ name: '종이 연 2기', otherName: 'Paper Kite 2' }));
