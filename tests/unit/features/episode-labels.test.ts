import { describe, expect, test } from 'vitest';
import type { Episode } from '#contract/catalogue.ts';
import { accessLabel, watchedPart, watchLabel } from '#src/features/episodes/episode-labels.ts';
import { buildEpisode } from '#tests/support/build.ts';

const AT = '2026-11-20T12:00:00Z';
const begun = (order: number, offset: number): Episode =>
  buildEpisode({ order, playback_offset: { offset, is_finished: false, updated_at: AT } });
const finished = (order: number): Episode =>
  buildEpisode({ order, playback_offset: { offset: 1400, is_finished: true, updated_at: AT } });

describe('the progress label of an episode', () => {
  test.each([
    ['shows the length of an episode not begun', buildEpisode(), '24분', undefined],
    ['shows the length without a watch state', buildEpisode({ playback_offset: undefined }), '24분', undefined],
    ['one that was opened and left at once is not begun', begun(1, 0), '24분', undefined],
    ['one that was begun tells what is left', begun(1, 720), '12분 남음', 0.5],
    ['a last minute is a minute', begun(1, 1435), '1분 남음', 1435 / 1440],
    ['one that was finished says so', finished(1), '다 봤어요', 1],
  ])('%s', (_sentence, episode, label, part) => {
    expect(watchLabel(episode)).toBe(label);
    expect(watchedPart(episode)).toBe(part);
  });

  test('is absent for what a member may watch anyway', () => {
    expect(accessLabel({ type: 'membership', expires_at: null })).toBeUndefined();
    expect(accessLabel({ type: 'locked', expires_at: null })).toBe('멤버십 필요');
    expect(accessLabel({ type: 'locked', expires_at: null }, '대여 · 구매')).toBe('대여 · 구매');
  });
});
