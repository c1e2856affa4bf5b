import { describe, expect, test } from 'vitest';
import type { Episode } from '#contract/catalogue.ts';
import { accessLabel, watchedPart, watchLabel } from '#src/features/episodes/episode-labels.ts';
import { primaryAction } from '#src/features/episodes/primary-action.ts';
import { buildEpisode, buildItem } from '#tests/support/build.ts';

const AT = '2026-11-20T12:00:00Z';
const begun = (order: number, offset: number): Episode =>
  buildEpisode({ order, playback_offset: { offset, is_finished: false, updated_at: AT } });
const finished = (order: number): Episode =>
  buildEpisode({ order, playback_offset: { offset: 1400, is_finished: true, updated_at: AT } });

describe('how far an episode was watched', () => {
  test.each([
    ['one that was not begun tells its length', buildEpisode(), '24분', undefined],
    [
      'one that was asked nothing about tells its length',
      buildEpisode({ playback_offset: undefined }),
      '24분',
      undefined,
    ],
    ['one that was opened and left at once is not begun', begun(1, 0), '24분', undefined],
    ['one that was begun tells what is left', begun(1, 720), '12분 남음', 0.5],
    ['a last minute is a minute', begun(1, 1435), '1분 남음', 1435 / 1440],
    ['one that was finished says so', finished(1), '다 봤어요', 1],
  ])('%s', (_sentence, episode, label, part) => {
    expect(watchLabel(episode)).toBe(label);
    expect(watchedPart(episode)).toBe(part);
  });

  test('what a member may watch anyway has no word for it', () => {
    expect(accessLabel({ type: 'membership', expires_at: null })).toBeUndefined();
    expect(accessLabel({ type: 'locked', expires_at: null })).toBe('이용권 필요');
  });
});

describe('what the primary button does', () => {
  const resumeAt = (offset: number) =>
    buildItem({ my: { rating: null, is_wished: false, resume: { episode_id: 103, episode_num: '3화', offset } } });

  test('goes on where the viewer stopped', () => {
    expect(primaryAction(resumeAt(720), [])).toEqual({ label: '3화 이어보기', episodeId: 103 });
  });
  test('plays the next episode when the one before was finished', () => {
    expect(primaryAction(resumeAt(0), [])).toEqual({ label: '3화 재생', episodeId: 103 });
  });
  test('begins with the first', () => {
    const episodes = [buildEpisode({ order: 1 }), buildEpisode({ order: 2 })];
    expect(primaryAction(buildItem(), episodes)).toEqual({ label: '1화 재생', episodeId: 101 });
  });
  test('begins again when all were watched', () => {
    expect(primaryAction(buildItem(), [finished(1), finished(2)])).toEqual({ label: '1화 다시 보기', episodeId: 101 });
  });
  test('promises no playing of what is locked', () => {
    const locked = buildEpisode({ order: 3, access: { type: 'locked', expires_at: null } });
    const action = { label: '3화 · 이용권 필요', episodeId: 103 };
    expect(primaryAction(buildItem(), [locked])).toEqual(action);
    expect(primaryAction(resumeAt(720), [locked])).toEqual(action);
  });
  test('there is none without episodes', () => {
    expect(primaryAction(buildItem(), [])).toBeNull();
  });
});
