import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { ChronicleEvent } from '#src/player/reports/chronicle-entry.ts';
import { createChronicle } from '#src/player/reports/chronicle.ts';
import { followQuality, type FollowedQuality } from '#src/player/reports/follow-quality.ts';
import { readQualities, saveQuality, sendQualities } from '#src/player/reports/pending-quality.ts';
import { PlaybackError } from '#src/player/playback-error.ts';
import type { MachineSnapshot } from '#src/player/playback-machine.ts';
import { failureCodeOf } from '#src/player/reports/playback-quality.ts';
import type { PlaybackState } from '#src/player/playback-state.ts';
import type { Playback, PlaybackSnapshot } from '#src/player/playback-types.ts';
import { createWritable } from '#src/player/readable.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { buildQuality } from '#tests/support/media/quality.ts';

const stateOf = (state: PlaybackState): ChronicleEvent => ({ type: 'state', state, positionSeconds: 0 });
const variantOf = (kilobits: number): ChronicleEvent => ({ type: 'variant', height: 720, kilobits });

describe('the quality of a chronicle', () => {
  function lived(...steps: (readonly [ChronicleEvent, ms: number])[]) {
    const clock = createFakeClock();
    const chronicle = createChronicle(clock, 3);
    for (const [event, ms] of steps) {
      chronicle.add(event);
      clock.advance(ms);
    }
    return chronicle.quality();
  }

  test('the quality of a visit without a picture is empty', () => {
    expect(lived([stateOf('loading'), 5000])).toEqual({
      startupMs: null,
      start: null,
      rebufferMs: 0,
      cntRebuffer: 0,
      cntDropped: 0,
      cntDecoded: 0,
      averageBitrate: 0,
      cntSwitch: 0,
    });
  });

  test('counts waits, but neither loads nor seeks', () => {
    const quality = lived(
      [stateOf('loading'), 900],
      [stateOf('playing'), 1000],
      [stateOf('buffering'), 300],
      [stateOf('playing'), 1000],
      [stateOf('seeking'), 100],
      [stateOf('buffering'), 5000],
      [stateOf('playing'), 1000],
      [stateOf('buffering'), 200],
    );
    expect(quality).toMatchObject({ startupMs: 900, rebufferMs: 500, cntRebuffer: 2 });
  });

  test('weights renditions by the time that they played, and counts switches without those of a load', () => {
    const quality = lived(
      [stateOf('loading'), 100],
      [variantOf(1000), 0],
      [stateOf('playing'), 1000],
      [variantOf(3000), 3000],
      [stateOf('paused'), 60_000],
      [stateOf('loading'), 0],
      [variantOf(1000), 0],
      [stateOf('playing'), 0],
    );
    expect(quality).toMatchObject({ averageBitrate: 2_500_000, cntSwitch: 1 });
  });
});

test.each([
  [{ category: 'network', code: 1001, kind: 'network' }, 'SHAKA_1001'],
  [{ category: 'app', code: 0, kind: 'not-found' }, 'APP_NOT_FOUND'],
  [{ category: 'media', code: 3, kind: 'decode' }, 'APP_DECODE'],
] as const)('a failure has a code: %j', (error, code) => expect(failureCodeOf(error)).toBe(code));

describe('following a playback', () => {
  function follow() {
    const clock = createFakeClock();
    const snapshot = createWritable<PlaybackSnapshot>({ phase: 'opening', video: null, refusal: null });
    const machine = createWritable<Pick<MachineSnapshot, 'state' | 'error'>>({ state: 'loading', error: null });
    const saved: FollowedQuality[] = [];
    const playback = { ...snapshot, machine, chronicle: createChronicle(clock) };
    const stop = followQuality(playback as unknown as Playback, clock, (one) => saved.push(one));
    const open = (video: object) => snapshot.set({ phase: 'open', video: video as never, refusal: null });
    const fail = (kind: 'timeout' | 'forbidden') =>
      machine.set({
        state: 'failed',
        error: new PlaybackError('', { kind, severity: 'critical', category: 'app', code: 0 }),
      });
    return { clock, snapshot, saved, stop, open, fail };
  }

  test('saves it regularly, and once more at the end', () => {
    const { clock, saved, stop, open } = follow();
    clock.advance(60_000);
    expect(saved).toEqual([]);
    open({ play_log_id: 'one' });
    clock.advance(60_000);
    expect(saved.map(({ isDone }) => isDone)).toEqual([false, false]);
    stop();
    stop();
    clock.advance(60_000);
    expect(saved.map(({ playLogId, isDone }) => [playLogId, isDone]).slice(2)).toEqual([['one', true]]);
  });

  test('notes what the viewer saw fail, once, and not what was repaired', () => {
    const { snapshot, saved, stop, open, fail } = follow();
    open({ play_log_id: 'one' });
    fail('forbidden');
    fail('timeout');
    fail('timeout');
    snapshot.set({ ...snapshot.getState(), phase: 'expired' });
    stop();
    expect(saved.at(-1)).toMatchObject({ failures: ['APP_TIMEOUT', 'PLAYBACK_EXPIRED'], isDone: true });
    expect(saved).toHaveLength(3);
  });

  test('the playback of a downloaded episode saves nothing', () => {
    const { saved, stop, open } = follow();
    open({ play_log_id: 'one', offline: { expiresAt: '', watchedSeconds: 0 } });
    stop();
    expect(saved).toEqual([]);
  });
});

describe('qualities on the disk', () => {
  function createStorage(text?: string) {
    const values = new Map(text === undefined ? [] : [['pendingQuality', text]]);
    return {
      get: (key: string) => values.get(key) ?? null,
      set: (key: string, value: string) => void values.set(key, value),
      remove: (key: string) => void values.delete(key),
    };
  }
  function open(codes: Record<string, ErrorCode | null> = {}) {
    const clock = createFakeClock();
    const storage = createStorage();
    const sent: string[] = [];
    const save = (playLogId: string, isDone = true, report = buildQuality()) =>
      saveQuality(storage, { playLogId, writtenAt: clock.instant(), isDone, report });
    const send = () =>
      sendQualities({
        storage,
        clock,
        errorCodeOf: (error) => codes[String(error)] ?? null,
        send: (id) => (sent.push(id), id in codes ? Promise.reject(id as unknown as Error) : Promise.resolve()),
      });
    return { clock, storage, sent, save, send, left: () => readQualities(storage).map(({ playLogId }) => playLogId) };
  }

  test('are replaced while the episode plays, and sent once when it is over', async () => {
    const { sent, save, send, left } = open();
    save('one', false);
    await send();
    expect(sent).toEqual([]);
    save('one');
    await send();
    await send();
    expect([sent, left()]).toEqual([['one'], []]);
  });

  test('are sent once by a player that is left while the app sends what is stored', async () => {
    const { sent, save, send, left } = open();
    for (const id of ['one', 'two']) save(id);
    await Promise.all([send(), send()]);
    expect([sent, left()]).toEqual([['one', 'two'], []]);
  });

  test('the qualities on the disk of a page that lost power are sent by a later one', async () => {
    const { clock, sent, save, send } = open();
    save('one', false);
    clock.advance(151_000);
    await send();
    expect(sent).toEqual(['one']);
  });

  test('stay without an answer, and are dropped when the server refuses them or they are old', async () => {
    const { clock, sent, save, send, left } = open({ gone: 'NOT_FOUND', away: null });
    save('old');
    clock.advance(7 * 24 * 3_600_000);
    for (const id of ['gone', 'away', 'later']) save(id);
    await send();
    expect([sent, left()]).toEqual([
      ['gone', 'away'],
      ['away', 'later'],
    ]);
  });

  test('are bounded, and damaged ones are forgotten', () => {
    const { save, left } = open();
    for (let number = 0; number < 12; number += 1) save(`log ${number}`);
    expect(left()).toEqual(Array.from({ length: 10 }, (_, index) => `log ${index + 2}`));
    for (const text of ['{', '[1]', '[{"playLogId":1}]', 'null'])
      expect(readQualities(createStorage(text))).toEqual([]);
  });
});
