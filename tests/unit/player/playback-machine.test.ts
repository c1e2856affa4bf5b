import { describe, expect, test, vi } from 'vitest';
import type { EngineState } from '#src/player/engine/engine.ts';
import { PlaybackError, type PlaybackErrorSeverity } from '#src/player/playback-error.ts';
import { createPlaybackMachine, type PlaybackMachine } from '#src/player/playback-machine.ts';
import { stateAfter, type PlaybackState } from '#src/player/playback-state.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createFakeEngine, type FakeEngine } from '#tests/support/app/fake-engine.ts';

const failure = (severity: PlaybackErrorSeverity = 'critical') =>
  new PlaybackError('test', { kind: 'not-found', severity, category: 'network', code: 1001 });

const request = { streams: [], startAtSeconds: 300, subtitles: [], subtitleKey: 'ko', isPlayWanted: true };

function setUp() {
  expectNothingLeft(() => machine.close());
  const clock = createFakeClock();
  const engine = createFakeEngine();
  const machine = createPlaybackMachine({ engine, clock });
  machine.attach({} as HTMLVideoElement);
  return {
    clock,
    engine,
    machine,
    state: () => machine.getState().state,
    shown: () => machine.position.getState().positionSeconds,
    playing: async () => {
      await machine.load(request);
      await settled();
    },
  };
}

describe('the table of transitions', () => {
  const engineStates: readonly EngineState[] = ['playing', 'paused', 'buffering', 'seeking', 'ended'];
  const table: readonly [PlaybackState, boolean, readonly PlaybackState[]][] = [
    ['idle', true, ['idle', 'idle', 'idle', 'idle', 'idle']],
    ['failed', true, ['failed', 'failed', 'failed', 'failed', 'failed']],
    ['loading', true, ['playing', 'loading', 'loading', 'loading', 'ended']],
    ['loading', false, ['playing', 'paused', 'loading', 'loading', 'ended']],
    ['playing', true, ['playing', 'paused', 'buffering', 'seeking', 'ended']],
    ['paused', false, ['playing', 'paused', 'buffering', 'seeking', 'ended']],
    ['buffering', true, ['playing', 'paused', 'buffering', 'seeking', 'ended']],
    ['seeking', true, ['playing', 'paused', 'buffering', 'seeking', 'ended']],
    ['ended', false, ['playing', 'ended', 'buffering', 'seeking', 'ended']],
  ];
  test.each(table)('%s with play requested: %s', (now, isPlayWanted, expected) => {
    expect(engineStates.map((reported) => stateAfter(now, reported, isPlayWanted))).toEqual(expected);
  });
});

test('a key pressed before the engine confirmed the last one counts', async () => {
  const { machine, engine, playing, state } = setUp();
  await playing();
  engine.pause = () => undefined;
  machine.pause();
  expect(state()).toBe('playing');
  expect(machine.can).toMatchObject({ play: true, pause: false });
  const asked = engine.calls.length;
  machine.play();
  expect(engine.calls.slice(asked)).toEqual(['play']);
});

describe('loading', () => {
  test('plays automatically when play is requested', async () => {
    const { machine, playing, state } = setUp();
    await playing();
    expect(state()).toBe('playing');
    expect(machine.getState()).toMatchObject({ isPlayWanted: true, durationSeconds: 1_440, error: null });
  });

  test('pauses at the start when it is not', async () => {
    const { machine, engine, state, shown } = setUp();
    await machine.load({ ...request, isPlayWanted: false });
    expect(state()).toBe('paused');
    expect(engine.calls).not.toContain('play');
    expect(shown()).toBe(300);
  });

  test('shows the start offset throughout, whatever the engine reports', async () => {
    const { machine, engine, shown } = setUp();
    const loading = machine.load(request);
    engine.emit({ type: 'position', positionSeconds: 0 });
    expect(shown()).toBe(300);
    await loading;
    expect(shown()).toBe(300);
  });

  test('pauses when the browser requires a gesture first', async () => {
    const { machine, engine, playing, state } = setUp();
    engine.isPlayAllowed = false;
    await playing();
    expect(state()).toBe('paused');
    expect(machine.can.play).toBe(true);
  });

  test('keeps a pause that happens during loading', async () => {
    const { machine, state } = setUp();
    const loading = machine.load(request);
    machine.pause();
    await loading;
    expect(state()).toBe('paused');
  });

  test.each([
    ['attaching', { onAttach: 'hang' }],
    ['loading', { onLoad: 'hang' }],
  ] as const)('fails after 15 s when %s hangs, and releases the engine', async (_, how) => {
    const { machine, engine, clock, state } = setUp();
    Object.assign(engine, how);
    machine.attach({} as HTMLVideoElement);
    void machine.load(request);
    await clock.pass(14_000);
    expect(state()).toBe('loading');
    await clock.pass(1_000);
    expect(state()).toBe('failed');
    expect(machine.getState().error?.kind).toBe('timeout');
    expect(engine.calls.at(-1)).toBe('unload');
    expect(clock.running()).toBe(0);
  });

  test('fails after 15 s when no frame ever arrives', async () => {
    const { machine, engine, clock, state } = setUp();
    vi.spyOn(engine, 'play').mockImplementation(() => {
      engine.report('buffering');
      return Promise.resolve(true);
    });
    await machine.load(request);
    await clock.pass(15_000);
    expect(state()).toBe('failed');
    expect(machine.getState().error?.kind).toBe('timeout');
  });

  test('ignores an answer after the timeout', async () => {
    const { machine, engine, clock, state } = setUp();
    let arrive: (outcome: 'loaded') => void = () => undefined;
    vi.spyOn(engine, 'load').mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    void machine.load(request);
    await clock.pass(15_000);
    arrive('loaded');
    await settled();
    expect(state()).toBe('failed');
  });

  test('reports the failure and retries at the same position', async () => {
    const { machine, engine, state } = setUp();
    engine.onLoad = failure();
    await machine.load(request);
    expect(machine.getState()).toMatchObject({ state: 'failed', error: { kind: 'not-found' } });
    expect(machine.can).toEqual({ play: false, pause: false, seek: false, retry: true });
    engine.onLoad = 'loaded';
    await machine.retry();
    expect(state()).toBe('playing');
    expect(engine.loads.at(-1)?.startAtSeconds).toBe(300);
    expect(machine.getState().error).toBeNull();
  });

  test('attaches an engine again on retry when attaching failed', async () => {
    const { machine, engine, state } = setUp();
    engine.onAttach = failure();
    machine.attach({} as HTMLVideoElement);
    await machine.load(request);
    expect(state()).toBe('failed');
    engine.onAttach = 'attached';
    await machine.retry();
    expect(state()).toBe('playing');
  });
});

describe('a stalled picture', () => {
  const stand = async () => {
    const all = setUp();
    await all.playing();
    all.engine.emit({ type: 'buffered', bufferedEndSeconds: 310 });
    all.engine.playOn(300, 10);
    all.engine.report('buffering');
    return all;
  };

  /** Stalls once, and again after a reload and `seconds` of playback. */
  const standTwice = async ({ engine, clock }: Awaited<ReturnType<typeof stand>>, seconds = 0.5) => {
    await clock.pass(30_000);
    await settled();
    engine.playOn(310, seconds);
    await clock.pass(seconds * 1_000);
    engine.report('buffering');
    await clock.pass(30_000);
  };

  test.each(['buffering', 'seeking'] as const)('is reloaded after 30 s of %s without data', async (state) => {
    const { machine, engine, clock } = await stand();
    engine.report(state);
    await clock.pass(29_000);
    expect(machine.getState().state).toBe(state);
    await clock.pass(1_000);
    await settled();
    expect(engine.loads.map(({ startAtSeconds }) => startAtSeconds)).toEqual([300, 310]);
    expect(machine.getState()).toMatchObject({ state: 'playing', error: null });
  });

  test('fails when it stalls again soon at about the same position', async () => {
    const all = await stand();
    await standTwice(all);
    expect(all.machine.getState()).toMatchObject({ state: 'failed', error: { kind: 'timeout' } });
    expect(all.engine.loads).toHaveLength(2);
    expect(all.engine.calls.at(-1)).toBe('unload');
    expect(all.clock.running()).toBe(0);
  });

  test('is reloaded again after long playback', async () => {
    const all = await stand();
    await standTwice(all, 90);
    await settled();
    expect(all.engine.loads.map(({ startAtSeconds }) => startAtSeconds)).toEqual([300, 310, 400]);
    expect(all.state()).toBe('playing');
  });

  test.each([
    ['more data arrives', (engine) => engine.emit({ type: 'buffered', bufferedEndSeconds: 311 })],
    ['the network returns', (engine) => engine.emit({ type: 'network', isGone: false })],
    ['it plays for a moment', (engine) => (engine.report('playing'), engine.report('buffering'))],
    ['the viewer seeks', (_, machine) => machine.seekTo(600)],
  ] as [string, (engine: FakeEngine, machine: PlaybackMachine) => void][])(
    'gets a new deadline when %s',
    async (_, how) => {
      const { machine, engine, clock } = await stand();
      await clock.pass(29_000);
      how(engine, machine);
      await clock.pass(29_000);
      expect(engine.loads).toHaveLength(1);
      await clock.pass(1_000);
      expect(engine.loads).toHaveLength(2);
    },
  );

  test('accepts a seek during its reload', async () => {
    const { engine, machine, clock, shown } = await stand();
    engine.onLoad = 'hang';
    await clock.pass(30_000);
    expect(machine.getState().state).toBe('loading');
    engine.onLoad = 'loaded';
    machine.seekTo(320);
    expect(shown()).toBe(320);
    await settled();
    expect(engine.loads.map(({ startAtSeconds }) => startAtSeconds)).toEqual([300, 310, 320]);
    expect(machine.getState().state).toBe('playing');
  });

  test('is not reloaded while the network is gone, which has its own timeout', async () => {
    const { engine, clock, state } = await stand();
    engine.emit({ type: 'network', isGone: true });
    await clock.pass(89_000);
    expect(state()).toBe('buffering');
  });

  test('waits for renewed addresses, which start a new deadline', async () => {
    const { machine, engine, clock } = await stand();
    engine.emit({ type: 'refused' });
    await clock.pass(60_000);
    expect(engine.loads).toHaveLength(1);
    machine.amend({ streams: [] });
    await clock.pass(29_000);
    expect(engine.loads).toHaveLength(1);
    await clock.pass(1_000);
    expect(engine.loads).toHaveLength(2);
  });

  test.each(['playing', 'paused', 'ended'] as const)('no longer counts once it is %s', async (other) => {
    const { engine, clock, state } = await stand();
    engine.report(other);
    await clock.pass(120_000);
    expect(state()).toBe(other);
    expect(clock.running()).toBe(0);
  });
});

describe('a failed decoder', () => {
  const broken = new PlaybackError('test', { kind: 'decode', severity: 'critical', category: 'media', code: 3016 });
  const breakDown = async ({ engine }: ReturnType<typeof setUp>) => {
    engine.emit({ type: 'error', error: broken });
    await settled();
  };

  test('is recreated at the shown position, and playback continues', async () => {
    const all = setUp();
    await all.playing();
    all.engine.playOn(300, 4);
    await breakDown(all);
    expect(all.engine.loads.map(({ startAtSeconds }) => startAtSeconds)).toEqual([300, 304]);
    expect(all.state()).toBe('playing');
  });

  test('stays paused if it was', async () => {
    const all = setUp();
    await all.playing();
    all.machine.pause();
    await breakDown(all);
    expect(all.engine.loads).toHaveLength(2);
    expect(all.state()).toBe('paused');
  });

  test('is an error when it fails again within 10 s, and not later', async () => {
    const all = setUp();
    await all.playing();
    await breakDown(all);
    await all.clock.pass(10_000);
    await breakDown(all);
    expect(all.state()).toBe('playing');
    await all.clock.pass(9_000);
    await breakDown(all);
    expect(all.machine.getState()).toMatchObject({ state: 'failed', error: { kind: 'decode' } });
  });

  test('keeps choices made during the recreation', async () => {
    const all = setUp();
    await all.playing();
    all.machine.amend({ subtitleKey: null, audioKey: 'ko' });
    await breakDown(all);
    expect(all.engine.loads[1]).toMatchObject({ subtitleKey: null, audioKey: 'ko', startAtSeconds: 300 });
  });
});

describe('playing', () => {
  test("follows the engine's state, not the request", async () => {
    const { machine, engine, playing, state } = setUp();
    await playing();
    vi.spyOn(engine, 'pause').mockImplementation(() => undefined);
    machine.pause();
    expect(state()).toBe('playing');
    expect(machine.getState().isPlayWanted).toBe(false);
    engine.report('paused');
    expect(state()).toBe('paused');
  });

  test('accepts a pause by the television', async () => {
    const { machine, engine, playing } = setUp();
    await playing();
    engine.report('paused');
    expect(machine.getState()).toMatchObject({ state: 'paused', isPlayWanted: false });
  });

  test('starts from the beginning after the end', async () => {
    const { machine, engine, playing, state } = setUp();
    await playing();
    engine.report('ended', 1_440);
    engine.report('paused');
    expect(state()).toBe('ended');
    machine.play();
    expect(engine.seeks).toEqual([0]);
    expect(state()).toBe('playing');
  });

  test('ignores a recoverable error, and fails and releases the decoder on a critical one', async () => {
    const { engine, playing, state } = setUp();
    await playing();
    engine.emit({ type: 'error', error: failure('recoverable') });
    expect(state()).toBe('playing');
    engine.emit({ type: 'error', error: failure() });
    expect(state()).toBe('failed');
    expect(engine.calls.at(-1)).toBe('unload');
  });

  test('keeps the snapshot unchanged by position events', async () => {
    const { machine, engine, playing, shown } = setUp();
    await playing();
    const onSnapshot = vi.fn();
    const onPosition = vi.fn();
    machine.subscribe(onSnapshot);
    machine.position.subscribe(onPosition);
    engine.playOn(300, 5);
    expect(shown()).toBe(305);
    expect(onPosition).toHaveBeenCalledTimes(20);
    expect(onSnapshot).not.toHaveBeenCalled();
  });
});

describe('seeking', () => {
  test('shows the target at once', async () => {
    const { machine, engine, playing, shown } = setUp();
    await playing();
    machine.seekTo(900);
    expect(shown()).toBe(900);
    expect(engine.seeks).toEqual([900]);
  });

  test('adds up steps that are faster than the decoder', async () => {
    const { machine, engine, playing } = setUp();
    await playing();
    machine.seekBy(10);
    machine.seekBy(10);
    machine.seekBy(-10);
    machine.seekBy(10);
    expect(engine.seeks).toEqual([310, 320, 310, 320]);
  });

  test.each([
    ['before the beginning', -1_000, 0],
    ['past the end', 9_999, 1_439],
  ])('is clamped when the target is %s', async (_, to, expected) => {
    const { machine, playing, shown } = setUp();
    await playing();
    machine.seekTo(to);
    expect(shown()).toBe(expected);
  });

  test.each([
    ['forwards', 900, [300.25, 300.5, 898.5, 899.9]],
    ['backwards', 30, [300.25, 300.5, 28.5, 29.9]],
  ])('%s never moves the shown time back while the decoder lags', async (_, to, late) => {
    const { machine, engine, playing, shown } = setUp();
    await playing();
    machine.seekTo(to);
    for (const positionSeconds of late) {
      engine.emit({ type: 'position', positionSeconds });
      expect(shown()).toBe(to);
    }
    engine.emit({ type: 'position', positionSeconds: to + 0.25 });
    expect(shown()).toBe(to + 0.25);
  });

  test('ignores a decoder that reports the target early and the old position late', async () => {
    const { machine, engine, clock, playing, shown } = setUp();
    await playing();
    machine.seekTo(900);
    engine.report('seeking', 900);
    clock.advance(15_000);
    engine.report('buffering', 300.5);
    engine.report('playing', 300.75);
    expect(shown()).toBe(900);
    engine.emit({ type: 'position', positionSeconds: 900.25 });
    expect(shown()).toBe(900.25);
  });

  test("accepts the decoder's position when it differs for more than 5 s", async () => {
    const { machine, engine, clock, playing, shown } = setUp();
    await playing();
    machine.seekTo(900);
    clock.advance(5_001);
    engine.emit({ type: 'position', positionSeconds: 840 });
    expect(shown()).toBe(840);
  });

  test('is impossible before the length is known', () => {
    const { machine, engine } = setUp();
    void machine.load(request);
    expect(machine.can.seek).toBe(false);
    machine.seekTo(10);
    expect(engine.seeks).toEqual([]);
  });

  /** Loaded, and without a first frame. */
  const startSlowly = async () => {
    const all = setUp();
    vi.spyOn(all.engine, 'play').mockImplementation(() => {
      all.engine.report('buffering');
      return Promise.resolve(true);
    });
    await all.machine.load(request);
    return all;
  };

  test('is possible before the first frame, which comes from the target', async () => {
    const { machine, engine, state, shown } = await startSlowly();
    expect(state()).toBe('loading');
    machine.seekTo(900);
    expect(engine.seeks).toEqual([900]);
    engine.report('seeking', 900);
    expect(state()).toBe('loading');
    engine.report('playing', 900.1);
    expect(state()).toBe('playing');
    expect(shown()).toBe(900.1);
    expect(engine.loads).toHaveLength(1);
  });

  test('before the first frame gives that frame another 15 s', async () => {
    const { machine, clock, state } = await startSlowly();
    await clock.pass(14_000);
    machine.seekTo(900);
    await clock.pass(14_000);
    expect(state()).toBe('loading');
    await clock.pass(1_000);
    expect(state()).toBe('failed');
  });

  test('during a reload without a length yet begins it at the target', async () => {
    const { machine, engine, playing, state, shown } = setUp();
    await playing();
    await machine.release();
    engine.onLoad = 'hang';
    void machine.load({ ...request, startAtSeconds: 310 });
    await settled();
    engine.onLoad = 'loaded';
    machine.seekTo(900);
    await settled();
    expect(engine.loads.map(({ startAtSeconds }) => startAtSeconds)).toEqual([300, 310, 900]);
    expect(engine.seeks).toEqual([]);
    expect(state()).toBe('playing');
    expect(shown()).toBe(900);
  });
});

describe('releasing', () => {
  test('is idle at once and keeps the shown position', async () => {
    const { machine, engine, playing, state, shown } = setUp();
    await playing();
    engine.playOn(300, 12);
    const released = machine.release();
    expect(state()).toBe('idle');
    engine.report('playing', 0);
    await released;
    expect([state(), shown()]).toEqual(['idle', 312]);
  });

  test('keeps the ended state, and reloads for play or seek', async () => {
    const { machine, engine, playing, state, shown } = setUp();
    await playing();
    engine.playOn(300, 1);
    engine.report('ended', 1_440);
    const again = vi.fn(() => [shown(), machine.getState().isPlayWanted]);
    void machine.releaseEnded(again);
    expect(engine.calls.at(-1)).toBe('unload');
    engine.report('paused', 0);
    expect([state(), shown()]).toEqual(['ended', 1_440]);
    machine.seekTo(700);
    machine.play();
    expect(again.mock.results.map(({ value }) => value as unknown)).toEqual([
      [700, false],
      [0, true],
    ]);
    expect(engine.seeks).toEqual([]);
    await machine.load(request);
    await settled();
    machine.seekTo(20);
    expect(engine.seeks).toEqual([20]);
  });

  test('does not report an end for an unfinished episode', async () => {
    const { machine, engine, playing, state } = setUp();
    await playing();
    await machine.releaseEnded(() => {});
    expect(engine.calls).not.toContain('unload');
    expect(state()).toBe('playing');
  });

  test('destroys once on close, whatever is in flight, and leaves no timer', async () => {
    const { machine, engine, clock, state } = setUp();
    engine.onLoad = 'hang';
    void machine.load(request);
    await Promise.all([machine.close(), machine.close()]);
    expect(engine.calls.filter((call) => call === 'destroy')).toHaveLength(1);
    expect(engine.subscriptions()).toBe(0);
    expect(clock.running()).toBe(0);
    await machine.load(request);
    machine.play();
    expect(state()).toBe('idle');
  });
});

describe('an end that is none', () => {
  const shortened = (engine: FakeEngine) => {
    engine.playOn(307, 1);
    engine.emit({ type: 'duration', durationSeconds: 308.2 });
    engine.report('ended');
  };
  const early = (engine: FakeEngine) => {
    engine.playOn(307, 1);
    engine.emit({ type: 'state', state: 'ended', positionSeconds: 308 });
  };
  const overHole = (engine: FakeEngine) => {
    engine.playOn(307, 1);
    engine.emit({ type: 'hole', fromSeconds: 308, toSeconds: 1_439 });
    engine.report('seeking', 1_439);
    engine.report('ended', 1_440);
  };
  test.each([
    ['a length that shrinks', shortened],
    ['an end before the end', early],
    ['a hole to the end', overHole],
  ] as const)('%s loads once more at the same position, then fails; a retry resumes there', async (_name, breakOff) => {
    const { machine, engine, playing, state, shown } = setUp();
    const seen: PlaybackState[] = [];
    machine.subscribe(() => seen.push(state()));
    await playing();
    engine.playOn(300, 7);
    breakOff(engine);
    await settled();
    expect([engine.loads[1]?.startAtSeconds, state()]).toEqual([308, 'playing']);
    breakOff(engine);
    expect([state(), shown()]).toEqual(['failed', 308]);
    expect(machine.getState().error?.kind).toBe('network');
    await machine.retry();
    await settled();
    expect([engine.loads[2]?.startAtSeconds, state()]).toEqual([308, 'playing']);
    expect(seen).not.toContain('ended');
  });

  test('the shown length stays when the decoder has less data', async () => {
    const { machine, engine, playing } = setUp();
    await playing();
    engine.emit({ type: 'duration', durationSeconds: 308 });
    expect(machine.getState().durationSeconds).toBe(1_440);
  });

  test('a missing segment is skipped', async () => {
    const { engine, playing, state } = setUp();
    await playing();
    engine.emit({ type: 'hole', fromSeconds: 308, toSeconds: 313 });
    engine.report('playing', 313);
    expect([state(), engine.loads.length]).toEqual(['playing', 1]);
  });
});
