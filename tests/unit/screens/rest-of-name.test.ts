import { expect, test } from 'vitest';
import { restOfName } from '#src/screens/library/rest-of-name.ts';

test.each([
  ['극장판 궤도 엘리베이터', '극장판 궤도 엘리베이터', ''],
  ['극장판 궤도 엘리베이터', '극장판 궤도 엘리베이터 48시간 대여', '48시간 대여'],
  ['달빛 라온', '달빛 라온 · 3화', '3화'],
  ['달빛 라온', '[특가] 달빛 라온 - 전편', '[특가] 전편'],
  ['달빛 라온', '달빛 라온(전편)', '(전편)'],
  ['달빛 라온', '달빛 라온2 전편', '달빛 라온2 전편'],
  ['달빛 라온', '겨울 묶음', '겨울 묶음'],
  ['', '겨울 묶음', '겨울 묶음'],
])('the product of "%s", "%s", has the rest "%s"', (title, product, rest) => {
  expect(restOfName(title, product)).toBe(rest);
});

test('what was said before is left out too', () => {
  expect(restOfName('소장', '소장')).toBe('');
  expect(restOfName('소장', '1화 소장')).toBe('1화');
  expect(restOfName('', '1화 48시간 대여')).toBe('1화 48시간 대여');
});
