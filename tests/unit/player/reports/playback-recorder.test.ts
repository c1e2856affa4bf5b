import { expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { ChronicleEvent } from '#src/player/reports/chronicle-entry.ts';
import { createPlaybackRecorder } from '#src/player/reports/playback-recorder.ts';
import { PlaybackError } from '#src/player/playback-error.ts';

const REPORT = { totalPlayTime: 60, playEndOffset: 360, isPlayerExit: false };

function setUp(report: () => Promise<unknown> = () => Promise.resolve()) {
  const events: ChronicleEvent[] = [];
  const quality = vi.fn(() => ({ droppedVideoFrames: 3, totalVideoFrames: 900 }) as VideoPlaybackQuality);
  const recorder = createPlaybackRecorder({
    chronicle: { add: (event) => void events.push(event) },
    report,
    errorCodeOf: (error) => (error as { code?: ErrorCode }).code ?? null,
    quality,
  });
  return { events, recorder };
}

test('the recorder records the outcome of each report and rethrows a failure', async () => {
  const accepted = setUp();
  await accepted.recorder.report('log-1', REPORT);
  expect(accepted.events).toEqual([{ type: 'report', report: REPORT, answer: 'accepted' }]);

  const refusal = { code: 'PLAYBACK_EXPIRED' };
  const refused = setUp(() => Promise.reject(refusal));
  await expect(refused.recorder.report('log-1', REPORT)).rejects.toBe(refusal);
  expect(refused.events).toMatchObject([{ answer: 'PLAYBACK_EXPIRED' }]);

  const cut = setUp(() => Promise.reject(new Error('cut')));
  await expect(cut.recorder.report('log-1', REPORT)).rejects.toThrow('cut');
  expect(cut.events).toMatchObject([{ answer: 'unanswered' }]);
});

test('the recorder records each state once, and the dropped frames before the decoder is released', () => {
  const { recorder, events } = setUp();
  expect(recorder.enter('loading', 0)).toBe(true);
  expect(recorder.enter('playing', 10)).toBe(true);
  expect(recorder.enter('playing', 11)).toBe(false);
  expect(recorder.enter('idle', 12)).toBe(true);
  expect(events).toEqual([
    { type: 'state', state: 'loading', positionSeconds: 0 },
    { type: 'state', state: 'playing', positionSeconds: 10 },
    { type: 'frames', dropped: 3, total: 900 },
    { type: 'state', state: 'idle', positionSeconds: 12 },
  ]);
});

test('the recorder records a position jump as a seek, but neither playback nor a load', () => {
  const { recorder, events } = setUp();
  recorder.moveTo('loading', 300);
  recorder.moveTo('playing', 302);
  recorder.moveTo('playing', 305);
  recorder.moveTo('seeking', 400);
  expect(events).toEqual([{ type: 'seek', fromSeconds: 305, toSeconds: 400 }]);
});

test('the recorder records an error by kind and code, never by address', () => {
  const { recorder, events } = setUp();
  const error = new PlaybackError('http://secret', {
    kind: 'forbidden',
    severity: 'critical',
    category: 'network',
    code: 1001,
  });
  recorder.follow({ type: 'error', error });
  expect(events).toEqual([{ type: 'playback-error', kind: 'forbidden', category: 'network', code: 1001 }]);
});
