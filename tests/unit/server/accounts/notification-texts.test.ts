import { expect, test } from 'vitest';
import { mayOrder, tellSince } from '#server/notifications/rules.ts';
import {
  delayText,
  koreanMoment,
  membershipText,
  releaseText,
  rentalText,
  requestText,
} from '#server/notifications/texts.ts';

const at = new Date('2026-11-23T16:05:00Z');

test('instants are those of Korea', () => {
  expect(koreanMoment(at)).toBe('11월 24일 (화) 01:05');
});

test('texts say what happened, without the name of the title', () => {
  const [first, second] = [
    { episode_num: '5화', subject: '약속' },
    { episode_num: '6화', subject: '' },
  ];
  expect(releaseText([first!])).toBe('5화 공개: 약속');
  expect(releaseText([second!])).toBe('6화 공개');
  expect(releaseText([first!, second!])).toBe('5화 외 1개 회차가 공개됐어요.');
  expect(delayText({ episodeNum: null, at, notice: '사정이 있어요.' })).toBe(
    '공개가 연기됐어요: 11월 24일 (화) 01:05. 사정이 있어요.',
  );
  expect(delayText({ episodeNum: '7화', at, notice: '' })).toContain('7화 공개가 연기됐어요');
  expect(rentalText({ episodeNum: '3화', endsAt: at })).toBe('3화 대여가 11월 24일 (화) 01:05에 끝나요.');
  expect(rentalText({ episodeNum: null, endsAt: at })).toBe('대여가 11월 24일 (화) 01:05에 끝나요.');
  expect(membershipText({ plan: 'premium', endsAt: at })).toBe('프리미엄 이용권이 11월 24일 (화) 01:05에 끝나요.');
  expect(requestText('requested')).toBeNull();
});

test('nothing is told that is older than three days, or than the first search', () => {
  const daysAgo = (days: number) => new Date(at.getTime() - days * 24 * 3600_000);
  expect(tellSince(daysAgo(1), at)).toEqual(daysAgo(1));
  expect(tellSince(daysAgo(3.01), at)).toEqual(daysAgo(3));
  expect(tellSince(daysAgo(2.99), at)).toEqual(daysAgo(2.99));
  expect(tellSince(new Date(at.getTime() + 5000), at)).toEqual(new Date(at.getTime() + 5000));
});

test('the instant of a first search whose clock was a year ahead silences nothing', () => {
  const daysAgo = (days: number) => new Date(at.getTime() - days * 24 * 3600_000);
  expect(tellSince(daysAgo(-365), at)).toEqual(daysAgo(3));
});

test('only a profile for adults is told about payment', () => {
  expect((['all', '7', '12', '15', '19'] as const).filter(mayOrder)).toEqual(['19']);
});
