import { expect, test } from 'vitest';
import { benefitsOf } from '#src/screens/membership/benefits.ts';

const textsOf = (plan: 'free' | 'basic' | 'premium', streams: number) =>
  benefitsOf({ plan, max_streams: streams }).map(({ text, isGiven }) => `${isGiven ? '+' : '-'} ${text}`);

test('a membership gives all its titles without advertisements, on its number of devices', () => {
  expect(textsOf('premium', 4)).toEqual(['+ 멤버십 작품을 모두 봐요', '+ 기기 4대에서 함께 봐요', '+ 광고 없이 봐요']);
  expect(textsOf('basic', 1)).toContain('+ 기기 1대에서 봐요');
});

test('without a membership the card says what is missing', () => {
  expect(textsOf('free', 1)).toEqual([
    '+ 무료 작품을 봐요',
    '+ 기기 1대에서 봐요',
    '- 멤버십 작품은 볼 수 없어요',
    '- 광고를 보고 나서 보는 작품이 있어요',
  ]);
});
