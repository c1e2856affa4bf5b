import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { Video } from '#contract/playback.ts';
import { NO_TRACKS } from '#src/player/engine/engine.ts';
import { OfflineVideoOver } from '#src/player/offline/offline-play-log.ts';
import { createPendingReports } from '#src/player/reports/pending-reports.ts';
import { PlaybackError } from '#src/player/playback-error.ts';
import { createCurrentPlayLog } from '#src/player/reports/current-play-log.ts';
import { createPlayback } from '#src/player/playback.ts';
import type { PlaybackOptions } from '#src/player/playback-types.ts';
import type { PlayReport } from '#src/player/reports/play-tracker.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createFakeEngine } from '#tests/support/app/fake-engine.ts';
import { hold } from '#tests/support/held.ts';
import { buildCue } from '#tests/support/media/subtitle-cues.ts';

const buildVideo = (override: Partial<Video> = {}): Video => ({
  episode_id: 7,
  play_log_id: 'log-1',
  resume_offset: 300,
  expires_at: '2026-11-21T00:00:00Z',
  streams: [{ protocol: 'dash', url: '/media/7.mpd', drm: null }],
  subtitles: [{ lang: 'ko', label: '한국어', url: '/media/7.ko.vtt' }],
  thumbnails: null,
  markers: { intro: null, outro: null },
  next_episode_id: null,
  ...override,
});

const forbidden = () =>
  new PlaybackError('test', { kind: 'forbidden', severity: 'critical', category: 'network', code: 1001 });

function setUp(options: Partial<PlaybackOptions> = {}) {
  expectNothingLeft(() => playback.close());
  const clock = createFakeClock();
  const engine = createFakeEngine();
  const sent: [string, PlayReport][] = [];
  const answers: ErrorCode[] = [];
  const texts = new Map<string, string>();
  const logError = vi.fn();
  const page = { isHidden: false, tell: (_state: 'hidden' | 'visible') => {} };
  let opened = 0;
  const openVideo = vi.fn((_episodeId: number) => {
    opened += 1;
    return Promise.resolve(buildVideo({ play_log_id: `log-${opened}` }));
  });
  const report = (playLogId: string, played: PlayReport) => {
    sent.push([playLogId, played]);
    const code = answers.shift();
    return code ? Promise.reject({ code }) : Promise.resolve();
  };
  const errorCodeOf = (error: unknown) => (error as { code?: ErrorCode }).code ?? null;
  const storage = {
    get: (key: string) => texts.get(key) ?? null,
    set: (key: string, text: string) => void texts.set(key, text),
    remove: (key: string) => void texts.delete(key),
  };
  const pendingReports = createPendingReports({ storage, clock, report, errorCodeOf, logError });
  const playback = createPlayback({
    episodeId: 7,
    profileId: 'minsu',
    clock,
    engine,
    openVideo,
    report,
    renewTicket: () => Promise.reject(new Error('no ticket is short')),
    errorCodeOf,
    pendingReports,
    lifecycle: {
      isHidden: () => page.isHidden,
      subscribe: (handler) => {
        page.tell = (state) => {
          page.isHidden = state === 'hidden';
          handler(state);
        };
        const end = hold('subscription of lifecycle');
        return () => {
          page.tell = () => {};
          end();
        };
      },
    },
    logError,
    ...options,
  });
  return {
    playback,
    engine,
    clock,
    sent,
    page,
    openVideo,
    pendingReports,
    logError,
    refuse: (code: ErrorCode) => answers.push(code),
    phase: () => playback.getState().phase,
    state: () => playback.machine.getState().state,
    open: async () => {
      await playback.open({} as HTMLVideoElement);
      await settled();
    },
    /** Plays on for `seconds`. */
    watch: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        engine.playOn(playback.machine.position.getState().positionSeconds, 1);
        await clock.pass(1_000);
      }
    },
  };
}

test('an unavailable height is not requested again after standby', async () => {
  const { playback, engine, page, open } = setUp();
  await open();
  await settled();
  playback.selectQuality(360);
  const tell = (active: number | null) =>
    engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, quality: { available: [720, 360], active } } });
  const standBy = async () => {
    page.tell('hidden');
    page.tell('visible');
    await settled();
  };
  tell(360);
  await standBy();
  expect(engine.calls.filter((call) => call === 'quality 360')).toHaveLength(2);
  tell(null);
  await standBy();
  expect(engine.calls.filter((call) => call === 'quality 360')).toHaveLength(2);
});

describe('an opening playback', () => {
  test('starts at the resume offset with Korean subtitles', async () => {
    const { open, engine, phase, state, openVideo } = setUp();
    await open();
    await settled();
    expect([phase(), state()]).toEqual(['open', 'playing']);
    expect(openVideo).toHaveBeenCalledWith(7);
    expect(engine.loads[0]).toMatchObject({ startAtSeconds: 300, subtitleKey: 'ko', isPlayWanted: true });
  });

  test('starts at an explicit offset', async () => {
    const { open, engine } = setUp({ startAtSeconds: 0, subtitleKey: null });
    await open();
    expect(engine.loads[0]).toMatchObject({ startAtSeconds: 0, subtitleKey: null });
  });

  test('sends the reports of earlier pages before it requests the video', async () => {
    const { open, sent, pendingReports, openVideo } = setUp();
    const store = pendingReports.open('old', 'minsu');
    store.save({ totalPlayTime: 5, playEndOffset: 90, isPlayerExit: true });
    store.release();
    openVideo.mockImplementation(() => {
      expect(sent.map(([playLogId]) => playLogId)).toEqual(['old']);
      return Promise.resolve(buildVideo());
    });
    await open();
    expect(openVideo).toHaveBeenCalledTimes(1);
  });

  test('has the reason of a failed video call, and opens on retry', async () => {
    const { playback, open, phase, openVideo, state } = setUp();
    const refusal = { code: 'MEMBERSHIP_REQUIRED' };
    openVideo.mockRejectedValueOnce(refusal);
    await open();
    expect(playback.getState()).toMatchObject({ phase: 'refused', refusal });
    await playback.retry();
    await settled();
    expect([phase(), state()]).toEqual(['open', 'playing']);
    expect(playback.getState().refusal).toBeNull();
  });

  test('closes its play log when the viewer leaves during the video call', async () => {
    const { playback, openVideo, engine, sent, clock, open } = setUp();
    let arrive: (video: Video) => void = () => undefined;
    openVideo.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    const opening = open();
    await settled();
    await playback.close();
    arrive(buildVideo());
    await opening;
    await settled();
    expect(sent).toEqual([['log-1', { totalPlayTime: 0, playEndOffset: 300, isPlayerExit: true }]]);
    expect(engine.loads).toEqual([]);
    expect(clock.running()).toBe(0);
  });
});

describe('a running playback', () => {
  test('counts and reports the watched time, and sends a final report when it closes', async () => {
    const { playback, open, watch, sent, engine, clock, pendingReports } = setUp();
    await open();
    await watch(61);
    await playback.close();
    expect(sent).toEqual([
      ['log-1', { totalPlayTime: 60, playEndOffset: 360, isPlayerExit: false }],
      ['log-1', { totalPlayTime: 61, playEndOffset: 361, isPlayerExit: true }],
    ]);
    expect(engine.calls.at(-1)).toBe('destroy');
    expect(engine.subscriptions()).toBe(0);
    expect(clock.running()).toBe(0);
    expect(pendingReports.list()).toEqual([]);
  });

  test.each(['buffering', 'seeking', 'paused', 'ended'] as const)(
    'does not count time while %s',
    async (engineState) => {
      const { playback, open, watch, engine, clock, sent } = setUp();
      await open();
      await watch(3);
      engine.report(engineState);
      await clock.pass(20_000);
      engine.report('playing');
      await watch(2);
      await playback.close();
      expect(sent.at(-1)?.[1].totalPlayTime).toBe(5);
    },
  );

  test('publishes the cues and tracks of the engine', async () => {
    const { playback, open, engine } = setUp();
    await open();
    const cue = buildCue('안녕');
    engine.emit({ type: 'cues', cues: [cue] });
    const subtitles = { available: [{ key: 'ko', label: '한국어' }], active: 'ko' };
    engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, subtitles } });
    expect(playback.cues.getState()).toEqual([cue]);
    expect(playback.tracks.getState().subtitles.active).toBe('ko');
  });
});

describe('the loading state', () => {
  test('is shown after half a second, and only while it lasts', async () => {
    const { playback, open, watch, engine, clock } = setUp();
    await open();
    await watch(3);
    const isShown = playback.isWaitShown.getState;
    engine.report('buffering');
    clock.advance(400);
    engine.report('seeking');
    expect(isShown()).toBe(false);
    clock.advance(100);
    expect(isShown()).toBe(true);
    engine.report('playing');
    expect(isShown()).toBe(false);
    engine.report('buffering');
    clock.advance(499);
    engine.report('playing');
    clock.advance(1_000);
    expect(isShown()).toBe(false);
  });

  test('is shown once for the video call and the load together', async () => {
    let answer: (video: Video) => void = () => undefined;
    const { playback, open, engine, clock } = setUp({
      openVideo: () => new Promise((resolve) => (answer = resolve)),
    });
    engine.onLoad = 'hang';
    const shown: boolean[] = [];
    playback.isWaitShown.subscribe(() => shown.push(playback.isWaitShown.getState()));
    void open();
    await clock.pass(499);
    expect(shown).toEqual([]);
    await clock.pass(1);
    answer(buildVideo());
    await clock.pass(2_000);
    // Continuous, without a flicker in between.
    expect(shown).toEqual([true]);
  });

  test('is not shown together with a failure', async () => {
    const { playback, open, engine, clock } = setUp();
    await open();
    engine.report('buffering');
    await clock.pass(1_000);
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    expect(playback.isWaitShown.getState()).toBe(false);
  });
});

describe('a hidden page', () => {
  test('pauses playback, stores the offset and releases the decoder before the handler returns', async () => {
    const { open, watch, page, engine, state, pendingReports } = setUp();
    await open();
    await watch(12);
    page.tell('hidden');
    expect(state()).toBe('idle');
    expect(engine.calls.at(-1)).toBe('unload');
    expect(pendingReports.list()).toMatchObject([{ playLogId: 'log-1', totalPlayTime: 12, playEndOffset: 312 }]);
  });

  test('counts no time, and resumes at the same position when it is visible again', async () => {
    const { playback, open, watch, page, engine, clock, sent, openVideo } = setUp();
    await open();
    await watch(12);
    page.tell('hidden');
    clock.suspend(600_000);
    await settled();
    page.tell('visible');
    await settled();
    expect(engine.loads.at(-1)).toMatchObject({ startAtSeconds: 312, isPlayWanted: true });
    await watch(3);
    await playback.close();
    expect(sent.at(-1)).toEqual(['log-1', { totalPlayTime: 15, playEndOffset: 315, isPlayerExit: true }]);
    expect(openVideo).toHaveBeenCalledTimes(1);
  });

  test('reports to the server at once, because the set may end the page', async () => {
    const { open, watch, page, sent } = setUp();
    await open();
    await watch(12);
    page.tell('hidden');
    await settled();
    expect(sent).toEqual([['log-1', { totalPlayTime: 12, playEndOffset: 312, isPlayerExit: false }]]);
  });

  test('leaves a paused playback paused', async () => {
    const { playback, open, watch, page, engine, state } = setUp();
    await open();
    await watch(2);
    playback.machine.pause();
    page.tell('hidden');
    page.tell('visible');
    await settled();
    expect(engine.loads.at(-1)).toMatchObject({ isPlayWanted: false });
    expect(state()).toBe('paused');
  });

  test('releases the decoder after the end too, and plays again on request', async () => {
    const { playback, open, watch, page, engine, state, pendingReports } = setUp();
    await open();
    await watch(12);
    engine.report('ended', 1_440);
    playback.selectSubtitle('en');
    page.tell('hidden');
    expect(engine.calls.at(-1)).toBe('unload');
    expect(pendingReports.list()).toMatchObject([{ playLogId: 'log-1', totalPlayTime: 12, playEndOffset: 1_440 }]);
    page.tell('visible');
    await settled();
    expect(state()).toBe('ended');
    expect(engine.loads).toHaveLength(1);
    playback.machine.play();
    await settled();
    expect(engine.loads.at(-1)).toMatchObject({ startAtSeconds: 0, subtitleKey: 'en', isPlayWanted: true });
    expect(state()).toBe('playing');
  });

  test('renews a play log that became invalid after the end, and plays again with the new one', async () => {
    const { playback, open, watch, page, engine, state, refuse, openVideo } = setUp();
    await open();
    await watch(12);
    engine.report('ended', 1_440);
    refuse('PLAYBACK_EXPIRED');
    engine.canReaddress = false;
    page.tell('hidden');
    page.tell('visible');
    await settled();
    expect(openVideo).toHaveBeenCalledTimes(2);
    expect(state()).toBe('ended');
    playback.machine.play();
    await settled();
    expect(engine.loads.at(-1)).toMatchObject({ startAtSeconds: 0 });
    expect(playback.getState().video?.play_log_id).toBe('log-2');
  });

  test('delays the load until it is visible', async () => {
    const { open, page, engine, state } = setUp();
    page.isHidden = true;
    await open();
    expect(engine.loads).toEqual([]);
    page.tell('visible');
    await settled();
    expect(state()).toBe('playing');
  });
});

describe('a takeover by another device', () => {
  const kicked = async () => {
    const everything = setUp();
    await everything.open();
    everything.refuse('PLAYBACK_DEACTIVATED');
    await everything.watch(60);
    return everything;
  };

  test('stops playback with a message, after which nothing is sent', async () => {
    const { playback, phase, state, engine, sent, clock } = await kicked();
    expect([phase(), state()]).toEqual(['kicked', 'idle']);
    expect(engine.calls.at(-1)).toBe('unload');
    expect(clock.running()).toBe(0);
    await playback.close();
    expect(sent).toHaveLength(1);
  });

  test('can be reversed at the same position with a new play log', async () => {
    const { playback, phase, engine, watch, sent } = await kicked();
    await playback.retry();
    await settled();
    expect(phase()).toBe('open');
    expect(engine.loads.at(-1)?.startAtSeconds).toBe(360);
    await watch(2);
    await playback.close();
    expect(sent.at(-1)).toEqual(['log-2', { totalPlayTime: 2, playEndOffset: 362, isPlayerExit: true }]);
  });
});

describe('two windows of one browser', () => {
  const setUpTwo = async () => {
    const texts = new Map<string, string>();
    const storage = {
      get: (key: string) => texts.get(key) ?? null,
      set: (key: string, text: string) => void texts.set(key, text),
      remove: (key: string) => void texts.delete(key),
    };
    let opened = 0;
    let activePlayLog = '';
    const windowOf = () => {
      const openVideo = vi.fn(() => {
        opened += 1;
        activePlayLog = `log-${opened}`;
        return Promise.resolve(buildVideo({ play_log_id: activePlayLog }));
      });
      const made = setUp({
        openVideo,
        currentPlayLog: createCurrentPlayLog(storage),
        renewTicket: () => Promise.reject({ code: 'PLAYBACK_EXPIRED' }),
      });
      return { ...made, openVideo, getPlayLog: () => made.playback.getState().video?.play_log_id };
    };
    const [first, second] = [windowOf(), windowOf()];
    await first.open();
    await second.open();
    /** Lets time pass in which the server refuses media of superseded play logs. */
    const live = async (seconds: number) => {
      for (let second_ = 0; second_ < seconds; second_ += 1)
        for (const one of [first, second]) {
          await one.watch(1);
          if (one.phase() === 'open' && one.getPlayLog() !== activePlayLog) one.engine.emit({ type: 'refused' });
          await settled();
        }
    };
    return { first, second, live };
  };

  test('play only in the newer one, and the superseded one stops for good', async () => {
    const { first, second, live } = await setUpTwo();
    await live(120);
    expect([first.phase(), first.state()]).toEqual(['superseded', 'idle']);
    expect([second.phase(), second.state()]).toEqual(['open', 'playing']);
    expect([first.openVideo.mock.calls.length, second.openVideo.mock.calls.length]).toEqual([1, 1]);
    // The server accepts the final report of a superseded play log.
    expect(first.sent.at(-1)).toMatchObject(['log-1', { isPlayerExit: true }]);
  });

  test('swap roles when the viewer resumes the superseded one', async () => {
    const { first, second, live } = await setUpTwo();
    await live(5);
    await first.playback.retry();
    await live(120);
    expect([first.phase(), second.phase()]).toEqual(['open', 'superseded']);
    expect([first.openVideo.mock.calls.length, second.openVideo.mock.calls.length]).toEqual([2, 1]);
  });

  test('resume in the superseded one when the viewer leaves the other', async () => {
    const { first, second, live } = await setUpTwo();
    await second.playback.close();
    await live(5);
    expect([first.phase(), first.state()]).toEqual(['open', 'playing']);
    expect(first.getPlayLog()).toBe('log-3');
  });
});

describe('revalidation', () => {
  test.each(['PLAYBACK_EXPIRED', 'TOTAL_PLAY_TIME_INVALID'] as const)(
    'requests the video again after %s and resumes at the same position',
    async (code) => {
      const { playback, open, watch, refuse, sent, engine, phase, openVideo } = setUp();
      engine.canReaddress = false;
      await open();
      refuse(code);
      await watch(60);
      await settled();
      expect(openVideo).toHaveBeenCalledTimes(2);
      expect(phase()).toBe('open');
      expect(engine.loads.at(-1)?.startAtSeconds).toBe(360);
      await watch(4);
      await playback.close();
      expect(sent.map(([playLogId]) => playLogId)).toEqual(['log-1', 'log-2']);
      expect(sent.at(-1)?.[1]).toEqual({ totalPlayTime: 4, playEndOffset: 364, isPlayerExit: true });
    },
  );

  test('never interrupts the picture when the new addresses can replace the old ones', async () => {
    const { playback, open, watch, refuse, sent, engine, state } = setUp();
    await open();
    refuse('PLAYBACK_EXPIRED');
    await watch(60);
    await settled();
    expect(engine.loads).toHaveLength(1);
    expect(engine.readdressed).toHaveLength(1);
    expect(state()).toBe('playing');
    await watch(4);
    await playback.close();
    expect(sent.at(-1)).toEqual(['log-2', { totalPlayTime: 4, playEndOffset: 364, isPlayerExit: true }]);
  });

  test('replaces refused addresses without interruption while the buffer lasts', async () => {
    const { open, watch, engine, openVideo, state } = setUp();
    await open();
    await watch(20);
    engine.emit({ type: 'refused' });
    await settled();
    expect(openVideo).toHaveBeenCalledTimes(2);
    expect(engine.loads).toHaveLength(1);
    expect(state()).toBe('playing');
  });

  test('reports a takeover as the reason for refused media, and does not reclaim the playback', async () => {
    const renewTicket = vi.fn(() => Promise.reject({ code: 'PLAYBACK_DEACTIVATED' }));
    const { open, watch, engine, openVideo, playback } = setUp({ renewTicket });
    await open();
    await watch(20);
    engine.emit({ type: 'refused' });
    engine.emit({ type: 'refused' });
    await settled();
    expect(playback.getState().phase).toBe('kicked');
    expect(renewTicket.mock.calls).toEqual([['log-1']]);
    expect(openVideo).toHaveBeenCalledTimes(1);
  });

  test('lets the buffer play until the server answers', async () => {
    const { open, watch, refuse, openVideo, engine, state } = setUp();
    engine.canReaddress = false;
    await open();
    refuse('PLAYBACK_EXPIRED');
    let arrive: (video: Video) => void = () => undefined;
    openVideo.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    await watch(62);
    expect(state()).toBe('playing');
    arrive(buildVideo({ play_log_id: 'log-2' }));
    await settled();
    expect(engine.loads.at(-1)?.startAtSeconds).toBe(362);
  });

  test('replaces an expired signature after closing the old play log', async () => {
    const { open, watch, engine, sent, openVideo, phase, state } = setUp();
    await open();
    await watch(20);
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    expect(sent).toEqual([['log-1', { totalPlayTime: 20, playEndOffset: 320, isPlayerExit: true }]]);
    expect(openVideo).toHaveBeenCalledTimes(2);
    expect([phase(), state()]).toEqual(['open', 'playing']);
    expect(engine.loads.at(-1)?.startAtSeconds).toBe(320);
  });

  test('ends playback with a message after a second failure within 10 s', async () => {
    const { playback, open, watch, engine, phase, openVideo, clock } = setUp();
    await open();
    await watch(20);
    engine.emit({ type: 'error', error: forbidden() });
    await watch(9);
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    expect(phase()).toBe('expired');
    expect(openVideo).toHaveBeenCalledTimes(2);
    await playback.close();
    expect(clock.running()).toBe(0);
  });

  test('treats a second failure after 10 s as a first one', async () => {
    const { open, watch, engine, phase } = setUp();
    await open();
    engine.emit({ type: 'error', error: forbidden() });
    await watch(11);
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    expect(phase()).toBe('open');
  });

  test("ends playback with the server's message when the new video is refused", async () => {
    const { playback, open, watch, refuse, openVideo } = setUp();
    await open();
    refuse('PLAYBACK_EXPIRED');
    const refusal = { code: 'PURCHASE_REQUIRED' };
    openVideo.mockRejectedValueOnce(refusal);
    await watch(61);
    expect(playback.getState()).toMatchObject({ phase: 'expired', refusal });
  });

  test.each([
    ['a lost answer', new Error('cut')],
    ['an overloaded server', { code: 'OVERLOADED' }],
    ['maintenance', { code: 'MAINTENANCE' }],
  ])('retries the video call after %s without ending the picture', async (_name, failure) => {
    const { open, watch, refuse, engine, openVideo, phase, state } = setUp();
    await open();
    refuse('PLAYBACK_EXPIRED');
    openVideo.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
    await watch(61);
    expect([phase(), state()]).toEqual(['revalidating', 'playing']);
    await watch(3);
    expect([phase(), state()]).toEqual(['open', 'playing']);
    expect(openVideo).toHaveBeenCalledTimes(4);
    expect(engine.loads).toHaveLength(1);
  });

  test('calls at most every 15 s while the server is unreachable, without ending playback', async () => {
    const { playback, open, watch, refuse, openVideo, phase, state, clock } = setUp();
    await open();
    refuse('PLAYBACK_EXPIRED');
    openVideo.mockImplementation(() => Promise.reject(new Error('cut')));
    await watch(60);
    openVideo.mockClear();
    await watch(600);
    expect([phase(), state()]).toEqual(['revalidating', 'playing']);
    expect(openVideo.mock.calls.length).toBeGreaterThan(35);
    expect(openVideo.mock.calls.length).toBeLessThan(50);
    await playback.close();
    expect(clock.running()).toBe(0);
  });

  test('waits 20 s for new addresses when the buffer is empty, then reports a failure', async () => {
    const { playback, open, watch, engine, openVideo, phase, clock } = setUp();
    await open();
    await watch(20);
    openVideo.mockImplementation(() => Promise.reject(new Error('cut')));
    engine.emit({ type: 'error', error: forbidden() });
    await clock.pass(19_000);
    expect(phase()).toBe('revalidating');
    expect(playback.isWaitShown.getState()).toBe(true);
    await clock.pass(1_000);
    expect(phase()).toBe('expired');
    await playback.close();
    expect(clock.running()).toBe(0);
  });

  test('ignores the failure of an old stream', async () => {
    const { open, watch, refuse, engine, openVideo, phase, state } = setUp();
    await open();
    refuse('PLAYBACK_EXPIRED');
    let arrive: (video: Video) => void = () => undefined;
    openVideo.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    await watch(60);
    engine.emit({ type: 'error', error: forbidden() });
    arrive(buildVideo({ play_log_id: 'log-2' }));
    await settled();
    expect([phase(), state()]).toEqual(['open', 'playing']);
  });
});

describe('closing a playback', () => {
  test('stores the final report for the next start when it gets no answer', async () => {
    const { playback, open, watch, refuse, pendingReports } = setUp();
    await open();
    await watch(8);
    refuse('INTERNAL');
    await playback.close();
    expect(pendingReports.list()).toMatchObject([
      { playLogId: 'log-1', profileId: 'minsu', totalPlayTime: 8, playEndOffset: 308, isPlayerExit: true },
    ]);
  });

  test('happens once, and no call works afterwards', async () => {
    const { playback, open, sent, page, engine } = setUp();
    await open();
    await Promise.all([playback.close(), playback.close()]);
    page.tell('visible');
    await playback.retry();
    expect(sent).toHaveLength(1);
    expect(engine.calls.filter((call) => call === 'destroy')).toHaveLength(1);
    expect(playback.getState().phase).toBe('closed');
  });
});

test('the chronicle records the playback in order, without an address', async () => {
  const { playback, open, watch, refuse } = setUp();
  await open();
  refuse('INTERNAL');
  await watch(61);
  await playback.close();
  const story = playback.chronicle.entries().map((entry) => entry.type);
  expect(story).toEqual(['phase', 'video', 'state', 'state', 'report', 'state', 'phase', 'report']);
  expect(playback.chronicle.entries()[4]).toMatchObject({ atMs: 60_000, answer: 'INTERNAL' });
  expect(JSON.stringify(playback.chronicle.entries())).not.toContain('/media/');
});

test('an audio language chosen during loading is the one that plays', async () => {
  const { playback, engine, open } = setUp();
  const answer = vi.spyOn(engine, 'load');
  let loaded: () => void = () => undefined;
  answer.mockReturnValueOnce(new Promise((resolve) => (loaded = () => resolve('loaded'))));
  await open();
  await settled();
  playback.selectAudio('ja');
  const before = engine.calls.length;
  loaded();
  await settled();
  expect(engine.calls.slice(before)).toContain('audio ja');
});

describe('an offline episode', () => {
  const offlineUntil = (expiresAt: string) => ({
    openVideo: () => Promise.resolve({ ...buildVideo(), offline: { expiresAt, watchedSeconds: 30 } }),
  });

  test('reports only once, on leaving, with the watched time', async () => {
    const { playback, clock, engine, sent, pendingReports, open } = setUp(offlineUntil('2026-11-21T00:00:00Z'));
    await open();
    await settled();
    engine.report('playing', 301);
    await clock.pass(61_000);
    expect(sent).toEqual([]);
    // For a page that is killed now, the episode counts as left.
    expect(pendingReports.list()).toMatchObject([{ playLogId: 'log-1', totalPlayTime: 90, isPlayerExit: true }]);
    await playback.close();
    expect(sent).toEqual([['log-1', { totalPlayTime: 91, playEndOffset: 301, isPlayerExit: true }]]);
    expect(clock.running()).toBe(0);
  });

  test('stops when its right ends', async () => {
    const { playback, clock, engine, open } = setUp(offlineUntil('2026-11-20T12:00:30Z'));
    await open();
    await settled();
    engine.report('playing', 301);
    await clock.pass(29_000);
    expect(playback.getState().phase).toBe('open');
    await clock.pass(1_000);
    expect(playback.getState()).toMatchObject({ phase: 'expired', refusal: expect.any(OfflineVideoOver) });
    await playback.close();
  });
});

describe('a ticket that ends before its play log', () => {
  const ticketOf = (ticket: string) => ({ ticket, expires_at: '2026-11-20T12:03:00Z', expires_in: 180 });
  const streamOf = (ticket: string) => `https://edge.test/media/${ticket}/7/manifest.mpd`;
  const openShort = async (options: Partial<PlaybackOptions> = {}) => {
    let renewed = 0;
    const renewTicket = vi.fn((_playLogId: string) => Promise.resolve(ticketOf(`ticket-${(renewed += 1)}`)));
    let opened = 0;
    const openVideo = vi.fn(() => {
      opened += 1;
      return Promise.resolve(
        buildVideo({
          play_log_id: `log-${opened}`,
          ticket: ticketOf('ticket-0'),
          streams: [{ protocol: 'dash', url: streamOf('ticket-0'), drm: null }],
        }),
      );
    });
    const made = setUp({ renewTicket, openVideo, ...options });
    await made.open();
    await settled();
    return { ...made, renewTicket, openVideo };
  };
  const lastStreams = ({ getState }: { getState(): { video: { streams: readonly { url: string }[] } | null } }) =>
    getState().video!.streams.map(({ url }) => url);

  test('is renewed during playback without a new video', async () => {
    const { playback, engine, clock, openVideo, renewTicket } = await openShort();
    await clock.pass(90_000);
    expect(engine.readdressed.map(([stream]) => stream!.url)).toEqual([streamOf('ticket-1')]);
    expect(renewTicket.mock.calls).toEqual([['log-1']]);
    expect(lastStreams(playback)).toEqual([streamOf('ticket-1')]);
    expect(openVideo).toHaveBeenCalledTimes(1);
    await playback.close();
    await clock.pass(600_000);
    expect(renewTicket).toHaveBeenCalledTimes(1);
  });

  test('is renewed when the engine is refused, without a new video', async () => {
    const { playback, engine, clock, openVideo } = await openShort();
    engine.emit({ type: 'refused' });
    await settled();
    expect(lastStreams(playback)).toEqual([streamOf('ticket-1')]);
    await clock.pass(1000);
    expect(openVideo).toHaveBeenCalledTimes(1);
  });

  test('leads to a new video when the server reports the play log as ended', async () => {
    const { playback, engine, clock, openVideo } = await openShort({
      renewTicket: () => Promise.reject({ code: 'PLAYBACK_EXPIRED' }),
    });
    engine.emit({ type: 'refused' });
    await clock.pass(1000);
    expect(openVideo).toHaveBeenCalledTimes(2);
    expect(playback.getState()).toMatchObject({ phase: 'open', video: { play_log_id: 'log-2' } });
  });

  test('ends playback with a takeover when another device plays', async () => {
    const { playback, engine, clock } = await openShort({
      renewTicket: () => Promise.reject({ code: 'PLAYBACK_DEACTIVATED' }),
    });
    engine.emit({ type: 'refused' });
    await clock.pass(1000);
    expect(playback.getState().phase).toBe('kicked');
  });

  test('is renewed before the picture reloads after an hour in the background', async () => {
    let isReachable = true;
    let renewed = 0;
    const renewTicket = vi.fn(() =>
      isReachable ? Promise.resolve(ticketOf(`ticket-${(renewed += 1)}`)) : Promise.reject(new Error('no network')),
    );
    const { playback, clock, page, engine } = await openShort({ renewTicket });
    page.tell('hidden');
    isReachable = false;
    clock.suspend(3_600_000);
    await settled();
    isReachable = true;
    page.tell('visible');
    await settled();
    expect(playback.getState().phase).toBe('open');
    expect(engine.loads[engine.loads.length - 1]?.streams[0]?.url).toBe(streamOf('ticket-1'));
  });
});
