import { describe, expect, test } from 'vitest';
import type { PlayLogState } from '#server/db/tables.ts';
import { isFinished, judgeReport, readReport, type Verdict } from '#server/watching/playback/report-rules.ts';

const openedAt = new Date('2026-11-20T03:00:00Z');
const after = (seconds: number) => new Date(openedAt.getTime() + seconds * 1000);

const playLog = (state: PlayLogState = 'active') => ({
  state,
  opened_at: openedAt,
  expires_at: after(12 * 3600),
  total_play_time: 60,
  play_end_offset: 50,
  is_player_exit: state === 'left',
  reported_at: after(60),
});

const same = (state: PlayLogState) => ({ totalPlayTime: 60, playEndOffset: 50, isPlayerExit: state === 'left' });
const leaving = { totalPlayTime: 70, playEndOffset: 60, isPlayerExit: true };
const playing = { totalPlayTime: 70, playEndOffset: 60, isPlayerExit: false };

describe('the state of a play log determines the verdict on a report', () => {
  const cases: [PlayLogState, Verdict, Verdict, Verdict][] = [
    ['active', 'repeated', 'accepted', 'accepted'],
    ['superseded', 'repeated', 'accepted', 'PLAYBACK_EXPIRED'],
    ['left', 'repeated', 'PLAYBACK_EXPIRED', 'PLAYBACK_EXPIRED'],
    ['expired', 'repeated', 'PLAYBACK_EXPIRED', 'PLAYBACK_EXPIRED'],
    ['deactivated', 'PLAYBACK_DEACTIVATED', 'PLAYBACK_DEACTIVATED', 'PLAYBACK_DEACTIVATED'],
    ['over', 'WATCH_TIME_OVER', 'WATCH_TIME_OVER', 'WATCH_TIME_OVER'],
  ];
  test.each(cases)('%s: repeated %s, on leaving %s, any other %s', (state, again, onLeaving, other) => {
    expect(judgeReport(playLog(state), same(state), after(100))).toBe(again);
    expect(judgeReport(playLog(state), leaving, after(100))).toBe(onLeaving);
    expect(judgeReport(playLog(state), playing, after(100))).toBe(other);
  });

  test('an expired play log accepts nothing, but answers a repeated report', () => {
    expect(judgeReport(playLog(), playing, after(12 * 3600))).toBe('PLAYBACK_EXPIRED');
    expect(judgeReport(playLog(), same('active'), after(12 * 3600))).toBe('repeated');
  });
});

describe('the first report', () => {
  test('is not a repetition when it reports zero', () => {
    const fresh = { ...playLog(), total_play_time: 0, play_end_offset: 0, reported_at: null };
    expect(judgeReport(fresh, { totalPlayTime: 0, playEndOffset: 0, isPlayerExit: false }, openedAt)).toBe('accepted');
  });
});

describe('the watched time', () => {
  test.each([
    [100, 60, 'accepted'],
    [100, 59, 'TOTAL_PLAY_TIME_INVALID'],
    [100, 260, 'accepted'],
    [100, 261, 'TOTAL_PLAY_TIME_INVALID'],
    [100.4, 260, 'accepted'],
    [100.5, 261, 'accepted'],
    [0, 60, 'accepted'],
    [0, 61, 'TOTAL_PLAY_TIME_INVALID'],
    // The server's clock was set back.
    [-30, 60, 'TOTAL_PLAY_TIME_INVALID'],
  ])('%d s after opening may be %d: %s', (elapsed, totalPlayTime, verdict) => {
    const report = { totalPlayTime, playEndOffset: 51, isPlayerExit: false };
    expect(judgeReport(playLog(), report, after(elapsed))).toBe(verdict);
  });
});

test.each([
  [89, 90, false],
  [90, 90, true],
  [94, null, false],
  [95, null, true],
  [95, 97, true],
  [96, 97, true],
  [100, null, true],
])('an episode of 100 s is finished at %d s with an outro at %j: %j', (offset, outroStart, expected) => {
  expect(isFinished(offset, { runningTime: 100, outroStart })).toBe(expected);
});

test('a report is parsed into seconds, or refused as a whole', () => {
  expect(readReport({ total_play_time: '01:00:01', play_end_offset: '00:00:09', is_player_exit: true })).toEqual({
    totalPlayTime: 3601,
    playEndOffset: 9,
    isPlayerExit: true,
  });
  expect(readReport({ total_play_time: '1:00', play_end_offset: '00:00:09', is_player_exit: true })).toBeUndefined();
});
