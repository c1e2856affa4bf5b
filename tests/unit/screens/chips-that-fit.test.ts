import { expect, test } from 'vitest';
import { chipsThatFit } from '#src/screens/search/chips-that-fit.ts';

const fit = (names: readonly string[], scale = 1, most = 4) =>
  chipsThatFit(names, most, (name) => ({ text: name }), scale);

const names = ['마지막 이닝은 끝나지 않는다', '막차는 눈을 싣고', '마도현', '유리온실의 마녀: 겨울 정원'];

test('shows as many chips as fit with their whole names', () =>
  expect(fit(names)).toEqual(['마지막 이닝은 끝나지 않는다', '막차는 눈을 싣고', '마도현']));

test('skips a name that does not fit for a shorter one after it', () =>
  expect(
    fit(['마지막 이닝은 끝나지 않는다', '유리온실의 마녀: 겨울 정원', '아주 긴 이름의 또 다른 작품', '마도현']),
  ).toEqual(['마지막 이닝은 끝나지 않는다', '유리온실의 마녀: 겨울 정원', '마도현']));

test('shows fewer chips with larger letters, and always the first one', () => {
  expect(fit(names, 2)).toEqual(['마지막 이닝은 끝나지 않는다', '마도현']);
  expect(fit(['가'.repeat(60)], 2)).toHaveLength(1);
});

test('shows no more than asked for', () =>
  expect(fit(['가', '나', '다', '라', '마'], 1, 3)).toEqual(['가', '나', '다']));

test('counts the note beside a name and the icon before it', () => {
  const noted = chipsThatFit(names, 4, (text) => ({ text, note: '긴 이름의 작품 12화', hasIcon: true }), 1);
  expect(noted.length).toBeLessThan(3);
});
