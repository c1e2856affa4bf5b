import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { Video } from '#contract/playback.ts';
import { NO_TRACKS } from '#src/player/engine.ts';
import { KeptVideoOver } from '#src/player/kept-play-log.ts';
import { createPendingReports } from '#src/player/pending-reports.ts';
import { PlaybackError } from '#src/player/playback-error.ts';
import { createPlaybackSession, type PlaybackSessionOptions } from '#src/player/playback-session.ts';
import type { PlayReport } from '#src/player/play-tracker.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';

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

function setUp(options: Partial<PlaybackSessionOptions> = {}) {
  const clock = createFakeClock();
  const engine = createFakeEngine();
  const sent: [string, PlayReport][] = [];
  const answers: ErrorCode[] = [];
  const texts = new Map<string, string>();
  const logError = vi.fn();
  const page = { isHidden: false, tell: (_state: 'hidden' | 'visible') => {} };
  let opened = 0;
  const requestVideo = vi.fn((_episodeId: number) => {
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
  const session = createPlaybackSession({
    episodeId: 7,
    profileId: 'minsu',
    clock,
    engine,
    requestVideo,
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
        return () => {
          page.tell = () => {};
        };
      },
    },
    logError,
    ...options,
  });
  return {
    session,
    engine,
    clock,
    sent,
    page,
    requestVideo,
    pendingReports,
    logError,
    refuse: (code: ErrorCode) => answers.push(code),
    phase: () => session.getState().phase,
    state: () => session.machine.getState().state,
    open: () => session.open({} as HTMLVideoElement),
    /** Watches on for so many seconds. */
    watch: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        engine.playOn(session.machine.position.getState().positionSeconds, 1);
        await clock.pass(1_000);
      }
    },
  };
}

test('a height that gave way to what there is is not asked for again after standby', async () => {
  const { session, engine, page, open } = setUp();
  await open();
  await settled();
  session.selectQuality(360);
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

describe('opening', () => {
  test('plays at the resume offset with Korean subtitles', async () => {
    const { open, engine, phase, state, requestVideo } = setUp();
    await open();
    await settled();
    expect([phase(), state()]).toEqual(['open', 'playing']);
    expect(requestVideo).toHaveBeenCalledWith(7);
    expect(engine.loads[0]).toMatchObject({ startAtSeconds: 300, subtitleLang: 'ko', isPlayWanted: true });
  });

  test('starts where it is told to, when it is told', async () => {
    const { open, engine } = setUp({ startAtSeconds: 0, subtitleLang: null });
    await open();
    expect(engine.loads[0]).toMatchObject({ startAtSeconds: 0, subtitleLang: null });
  });

  test('sends what an earlier page left behind before it asks for the video', async () => {
    const { open, sent, pendingReports, requestVideo } = setUp();
    const store = pendingReports.open('old', 'minsu');
    store.keep({ totalPlayTime: 5, playEndOffset: 90, isPlayerExit: true });
    store.release();
    requestVideo.mockImplementation(() => {
      expect(sent.map(([playLogId]) => playLogId)).toEqual(['old']);
      return Promise.resolve(buildVideo());
    });
    await open();
    expect(requestVideo).toHaveBeenCalledTimes(1);
  });

  test('says how the video call failed, and asks again', async () => {
    const { session, open, phase, requestVideo, state } = setUp();
    const refusal = { code: 'MEMBERSHIP_REQUIRED' };
    requestVideo.mockRejectedValueOnce(refusal);
    await open();
    expect(session.getState()).toMatchObject({ phase: 'refused', refusal });
    await session.retry();
    await settled();
    expect([phase(), state()]).toEqual(['open', 'playing']);
    expect(session.getState().refusal).toBeNull();
  });

  test('leaving while the video is on its way closes the play log that it opened', async () => {
    const { session, requestVideo, engine, sent, clock, open } = setUp();
    let arrive: (video: Video) => void = () => undefined;
    requestVideo.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    const opening = open();
    await settled();
    await session.close();
    arrive(buildVideo());
    await opening;
    await settled();
    expect(sent).toEqual([['log-1', { totalPlayTime: 0, playEndOffset: 300, isPlayerExit: true }]]);
    expect(engine.loads).toEqual([]);
    expect(clock.running()).toBe(0);
  });
});

describe('watching', () => {
  test('counts and reports while the picture moves, and leaves with a final report', async () => {
    const { session, open, watch, sent, engine, clock, pendingReports } = setUp();
    await open();
    await watch(61);
    await session.close();
    expect(sent).toEqual([
      ['log-1', { totalPlayTime: 60, playEndOffset: 360, isPlayerExit: false }],
      ['log-1', { totalPlayTime: 61, playEndOffset: 361, isPlayerExit: true }],
    ]);
    expect(engine.calls.at(-1)).toBe('destroy');
    expect(engine.subscriptions()).toBe(0);
    expect(clock.running()).toBe(0);
    expect(pendingReports.list()).toEqual([]);
  });

  test.each(['buffering', 'seeking', 'paused', 'ended'] as const)('does not count while %s', async (engineState) => {
    const { session, open, watch, engine, clock, sent } = setUp();
    await open();
    await watch(3);
    engine.report(engineState);
    await clock.pass(20_000);
    engine.report('playing');
    await watch(2);
    await session.close();
    expect(sent.at(-1)?.[1].totalPlayTime).toBe(5);
  });

  test('hands out cues and tracks', async () => {
    const { session, open, engine } = setUp();
    await open();
    const cue = { key: '1', text: '안녕', startSeconds: 1, endSeconds: 2, placement: 'bottom' } as const;
    engine.emit({ type: 'cues', cues: [cue] });
    const subtitles = { available: [{ lang: 'ko', label: '한국어' }], active: 'ko' };
    engine.emit({ type: 'tracks', tracks: { ...NO_TRACKS, subtitles } });
    expect(session.cues.getState()).toEqual([cue]);
    expect(session.tracks.getState().subtitles.active).toBe('ko');
  });
});

describe('waiting', () => {
  test('is shown after half a second, and only while it lasts', async () => {
    const { session, open, watch, engine, clock } = setUp();
    await open();
    await watch(3);
    const isShown = session.isWaitShown.getState;
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

  test("counts from the press: for the server's answer and the load after it as one", async () => {
    let answer: (video: Video) => void = () => undefined;
    const { session, open, engine, clock } = setUp({
      requestVideo: () => new Promise((resolve) => (answer = resolve)),
    });
    engine.onLoad = 'hang';
    const shown: boolean[] = [];
    session.isWaitShown.subscribe(() => shown.push(session.isWaitShown.getState()));
    void open();
    await clock.pass(499);
    expect(shown).toEqual([]);
    await clock.pass(1);
    answer(buildVideo());
    await clock.pass(2_000);
    // It stood all the time: no flicker in between.
    expect(shown).toEqual([true]);
  });

  test('is not shown beside what says that it failed', async () => {
    const { session, open, engine, clock } = setUp();
    await open();
    engine.report('buffering');
    await clock.pass(1_000);
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    expect(session.isWaitShown.getState()).toBe(false);
  });
});

describe('the page is hidden', () => {
  test('pauses, keeps the place on disk and lets the decoder go before the handler returns', async () => {
    const { open, watch, page, engine, state, pendingReports } = setUp();
    await open();
    await watch(12);
    page.tell('hidden');
    expect(state()).toBe('idle');
    expect(engine.calls.at(-1)).toBe('unload');
    expect(pendingReports.list()).toMatchObject([{ playLogId: 'log-1', totalPlayTime: 12, playEndOffset: 312 }]);
  });

  test('counts nothing, and goes on at the same place when it is visible again', async () => {
    const { session, open, watch, page, engine, clock, sent, requestVideo } = setUp();
    await open();
    await watch(12);
    page.tell('hidden');
    clock.suspend(600_000);
    await settled();
    page.tell('visible');
    await settled();
    expect(engine.loads.at(-1)).toMatchObject({ startAtSeconds: 312, isPlayWanted: true });
    await watch(3);
    await session.close();
    expect(sent.at(-1)).toEqual(['log-1', { totalPlayTime: 15, playEndOffset: 315, isPlayerExit: true }]);
    expect(requestVideo).toHaveBeenCalledTimes(1);
  });

  test('tells the server at once, because there may be no later', async () => {
    const { open, watch, page, sent } = setUp();
    await open();
    await watch(12);
    page.tell('hidden');
    await settled();
    expect(sent).toEqual([['log-1', { totalPlayTime: 12, playEndOffset: 312, isPlayerExit: false }]]);
  });

  test('stays paused when it was paused', async () => {
    const { session, open, watch, page, engine, state } = setUp();
    await open();
    await watch(2);
    session.machine.pause();
    page.tell('hidden');
    page.tell('visible');
    await settled();
    expect(engine.loads.at(-1)).toMatchObject({ isPlayWanted: false });
    expect(state()).toBe('paused');
  });

  test('lets the decoder go at the end too, stays there, and plays again when the viewer wants it', async () => {
    const { session, open, watch, page, engine, state, pendingReports } = setUp();
    await open();
    await watch(12);
    engine.report('ended', 1_440);
    session.selectSubtitle('en');
    page.tell('hidden');
    expect(engine.calls.at(-1)).toBe('unload');
    expect(pendingReports.list()).toMatchObject([{ playLogId: 'log-1', totalPlayTime: 12, playEndOffset: 1_440 }]);
    page.tell('visible');
    await settled();
    expect(state()).toBe('ended');
    expect(engine.loads).toHaveLength(1);
    session.machine.play();
    await settled();
    expect(engine.loads.at(-1)).toMatchObject({ startAtSeconds: 0, subtitleLang: 'en', isPlayWanted: true });
    expect(state()).toBe('playing');
  });

  test('hears at the end that the play log is no good, and plays again with the addresses of the new one', async () => {
    const { session, open, watch, page, engine, state, refuse, requestVideo } = setUp();
    await open();
    await watch(12);
    engine.report('ended', 1_440);
    refuse('PLAYBACK_EXPIRED');
    engine.canReaddress = false;
    page.tell('hidden');
    page.tell('visible');
    await settled();
    expect(requestVideo).toHaveBeenCalledTimes(2);
    expect(state()).toBe('ended');
    session.machine.play();
    await settled();
    expect(engine.loads.at(-1)).toMatchObject({ startAtSeconds: 0 });
    expect(session.getState().video?.play_log_id).toBe('log-2');
  });

  test('waits with the picture when it is hidden before the video comes', async () => {
    const { open, page, engine, state } = setUp();
    page.isHidden = true;
    await open();
    expect(engine.loads).toEqual([]);
    page.tell('visible');
    await settled();
    expect(state()).toBe('playing');
  });
});

describe('another device plays', () => {
  const kicked = async () => {
    const everything = setUp();
    await everything.open();
    everything.refuse('PLAYBACK_DEACTIVATED');
    await everything.watch(60);
    return everything;
  };

  test('the player closes, says so, and sends nothing more', async () => {
    const { session, phase, state, engine, sent, clock } = await kicked();
    expect([phase(), state()]).toEqual(['kicked', 'idle']);
    expect(engine.calls.at(-1)).toBe('unload');
    expect(clock.running()).toBe(0);
    await session.close();
    expect(sent).toHaveLength(1);
  });

  test('taking over goes on at the same place with a new play log', async () => {
    const { session, phase, engine, watch, sent } = await kicked();
    await session.retry();
    await settled();
    expect(phase()).toBe('open');
    expect(engine.loads.at(-1)?.startAtSeconds).toBe(360);
    await watch(2);
    await session.close();
    expect(sent.at(-1)).toEqual(['log-2', { totalPlayTime: 2, playEndOffset: 362, isPlayerExit: true }]);
  });
});

describe('revalidating', () => {
  test.each(['PLAYBACK_EXPIRED', 'TOTAL_PLAY_TIME_INVALID'] as const)(
    '%s asks for the video anew and goes on at the same place',
    async (code) => {
      const { session, open, watch, refuse, sent, engine, phase, requestVideo } = setUp();
      engine.canReaddress = false;
      await open();
      refuse(code);
      await watch(60);
      await settled();
      expect(requestVideo).toHaveBeenCalledTimes(2);
      expect(phase()).toBe('open');
      expect(engine.loads.at(-1)?.startAtSeconds).toBe(360);
      await watch(4);
      await session.close();
      expect(sent.map(([playLogId]) => playLogId)).toEqual(['log-1', 'log-2']);
      expect(sent.at(-1)?.[1]).toEqual({ totalPlayTime: 4, playEndOffset: 364, isPlayerExit: true });
    },
  );

  test('the picture never stops where the new addresses can stand in for the old ones', async () => {
    const { session, open, watch, refuse, sent, engine, state } = setUp();
    await open();
    refuse('PLAYBACK_EXPIRED');
    await watch(60);
    await settled();
    expect(engine.loads).toHaveLength(1);
    expect(engine.readdressed).toHaveLength(1);
    expect(state()).toBe('playing');
    await watch(4);
    await session.close();
    expect(sent.at(-1)).toEqual(['log-2', { totalPlayTime: 4, playEndOffset: 364, isPlayerExit: true }]);
  });

  test('addresses that are refused while the buffer lasts are changed without a stop', async () => {
    const { open, watch, engine, requestVideo, state } = setUp();
    await open();
    await watch(20);
    engine.emit({ type: 'refused' });
    await settled();
    expect(requestVideo).toHaveBeenCalledTimes(2);
    expect(engine.loads).toHaveLength(1);
    expect(state()).toBe('playing');
  });

  test('media that is refused because another device plays is told, and takes nothing back', async () => {
    const renewTicket = vi.fn(() => Promise.reject({ code: 'PLAYBACK_DEACTIVATED' }));
    const { open, watch, engine, requestVideo, session } = setUp({ renewTicket });
    await open();
    await watch(20);
    engine.emit({ type: 'refused' });
    engine.emit({ type: 'refused' });
    await settled();
    expect(session.getState().phase).toBe('kicked');
    expect(renewTicket.mock.calls).toEqual([['log-1']]);
    expect(requestVideo).toHaveBeenCalledTimes(1);
  });

  test('plays on from the buffer while the server thinks', async () => {
    const { open, watch, refuse, requestVideo, engine, state } = setUp();
    engine.canReaddress = false;
    await open();
    refuse('PLAYBACK_EXPIRED');
    let arrive: (video: Video) => void = () => undefined;
    requestVideo.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    await watch(62);
    expect(state()).toBe('playing');
    arrive(buildVideo({ play_log_id: 'log-2' }));
    await settled();
    expect(engine.loads.at(-1)?.startAtSeconds).toBe(362);
  });

  test('a signature that ended does the same, and closes the old play log first', async () => {
    const { open, watch, engine, sent, requestVideo, phase, state } = setUp();
    await open();
    await watch(20);
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    expect(sent).toEqual([['log-1', { totalPlayTime: 20, playEndOffset: 320, isPlayerExit: true }]]);
    expect(requestVideo).toHaveBeenCalledTimes(2);
    expect([phase(), state()]).toEqual(['open', 'playing']);
    expect(engine.loads.at(-1)?.startAtSeconds).toBe(320);
  });

  test('a second failure within 10 s leaves with a message', async () => {
    const { session, open, watch, engine, phase, requestVideo, clock } = setUp();
    await open();
    await watch(20);
    engine.emit({ type: 'error', error: forbidden() });
    await watch(9);
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    expect(phase()).toBe('expired');
    expect(requestVideo).toHaveBeenCalledTimes(2);
    await session.close();
    expect(clock.running()).toBe(0);
  });

  test('a second failure after 10 s is a first one again', async () => {
    const { open, watch, engine, phase } = setUp();
    await open();
    engine.emit({ type: 'error', error: forbidden() });
    await watch(11);
    engine.emit({ type: 'error', error: forbidden() });
    await settled();
    expect(phase()).toBe('open');
  });

  test('a refusal of the new video leaves with its message', async () => {
    const { session, open, watch, refuse, requestVideo } = setUp();
    await open();
    refuse('PLAYBACK_EXPIRED');
    const refusal = { code: 'PURCHASE_REQUIRED' };
    requestVideo.mockRejectedValueOnce(refusal);
    await watch(61);
    expect(session.getState()).toMatchObject({ phase: 'expired', refusal });
  });

  test('an old stream that fails meanwhile is not a second failure', async () => {
    const { open, watch, refuse, engine, requestVideo, phase, state } = setUp();
    await open();
    refuse('PLAYBACK_EXPIRED');
    let arrive: (video: Video) => void = () => undefined;
    requestVideo.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    await watch(60);
    engine.emit({ type: 'error', error: forbidden() });
    arrive(buildVideo({ play_log_id: 'log-2' }));
    await settled();
    expect([phase(), state()]).toEqual(['open', 'playing']);
  });
});

describe('leaving', () => {
  test('keeps the final report for the next start when it gets no answer', async () => {
    const { session, open, watch, refuse, pendingReports } = setUp();
    await open();
    await watch(8);
    refuse('INTERNAL');
    await session.close();
    expect(pendingReports.list()).toMatchObject([
      { playLogId: 'log-1', profileId: 'minsu', totalPlayTime: 8, playEndOffset: 308, isPlayerExit: true },
    ]);
  });

  test('is done once, and nothing is possible afterwards', async () => {
    const { session, open, sent, page, engine } = setUp();
    await open();
    await Promise.all([session.close(), session.close()]);
    page.tell('visible');
    await session.retry();
    expect(sent).toHaveLength(1);
    expect(engine.calls.filter((call) => call === 'destroy')).toHaveLength(1);
    expect(session.getState().phase).toBe('closed');
  });
});

test('the chronicle tells the story in order, without an address', async () => {
  const { session, open, watch, refuse } = setUp();
  await open();
  refuse('INTERNAL');
  await watch(61);
  await session.close();
  const story = session.chronicle.entries().map((entry) => entry.type);
  expect(story).toEqual(['phase', 'video', 'state', 'state', 'report', 'state', 'phase', 'report']);
  expect(session.chronicle.entries()[4]).toMatchObject({ atMs: 60_000, answer: 'INTERNAL' });
  expect(JSON.stringify(session.chronicle.entries())).not.toContain('/media/');
});

test('the sound that is chosen while the stream is on its way is the one that plays', async () => {
  const { session, engine, open } = setUp();
  const answer = vi.spyOn(engine, 'load');
  let loaded: () => void = () => undefined;
  answer.mockReturnValueOnce(new Promise((resolve) => (loaded = () => resolve('loaded'))));
  await open();
  await settled();
  session.selectAudio('ja');
  const before = engine.calls.length;
  loaded();
  await settled();
  expect(engine.calls.slice(before)).toContain('audio ja');
});

describe('an episode played from the disk without a network', () => {
  const keptUntil = (expiresAt: string) => ({
    requestVideo: () => Promise.resolve({ ...buildVideo(), kept: { expiresAt, watchedSeconds: 30 } }),
  });

  test('reports nothing but that it was left, with what was watched before', async () => {
    const { session, clock, engine, sent, pendingReports, open } = setUp(keptUntil('2026-11-21T00:00:00Z'));
    await open();
    await settled();
    engine.report('playing', 301);
    await clock.pass(61_000);
    expect(sent).toEqual([]);
    // A page that is killed now has left it.
    expect(pendingReports.list()).toMatchObject([{ playLogId: 'log-1', totalPlayTime: 90, isPlayerExit: true }]);
    await session.close();
    expect(sent).toEqual([['log-1', { totalPlayTime: 91, playEndOffset: 301, isPlayerExit: true }]]);
    expect(clock.running()).toBe(0);
  });

  test('stops when the right to it ends', async () => {
    const { session, clock, engine, open } = setUp(keptUntil('2026-11-20T12:00:30Z'));
    await open();
    await settled();
    engine.report('playing', 301);
    await clock.pass(29_000);
    expect(session.getState().phase).toBe('open');
    await clock.pass(1_000);
    expect(session.getState()).toMatchObject({ phase: 'expired', refusal: expect.any(KeptVideoOver) });
    await session.close();
  });
});

describe('a ticket that ends before its play log', () => {
  const ticketOf = (ticket: string) => ({ ticket, expires_at: '2026-11-20T12:03:00Z', expires_in: 180 });
  const streamOf = (ticket: string) => `https://edge.test/media/${ticket}/7/manifest.mpd`;
  const openShort = async (options: Partial<PlaybackSessionOptions> = {}) => {
    let renewed = 0;
    const renewTicket = vi.fn((_playLogId: string) => Promise.resolve(ticketOf(`ticket-${(renewed += 1)}`)));
    let opened = 0;
    const requestVideo = vi.fn(() => {
      opened += 1;
      return Promise.resolve(
        buildVideo({
          play_log_id: `log-${opened}`,
          ticket: ticketOf('ticket-0'),
          streams: [{ protocol: 'dash', url: streamOf('ticket-0'), drm: null }],
        }),
      );
    });
    const made = setUp({ renewTicket, requestVideo, ...options });
    await made.open();
    await settled();
    return { ...made, renewTicket, requestVideo };
  };
  const lastStreams = ({ getState }: { getState(): { video: { streams: readonly { url: string }[] } | null } }) =>
    getState().video!.streams.map(({ url }) => url);

  test('is renewed while it plays, without a new video', async () => {
    const { session, engine, clock, requestVideo, renewTicket } = await openShort();
    await clock.pass(90_000);
    expect(engine.readdressed.map(([stream]) => stream!.url)).toEqual([streamOf('ticket-1')]);
    expect(renewTicket.mock.calls).toEqual([['log-1']]);
    expect(lastStreams(session)).toEqual([streamOf('ticket-1')]);
    expect(requestVideo).toHaveBeenCalledTimes(1);
    await session.close();
    await clock.pass(600_000);
    expect(renewTicket).toHaveBeenCalledTimes(1);
  });

  test('is renewed when the engine is refused, without a new video', async () => {
    const { session, engine, clock, requestVideo } = await openShort();
    engine.emit({ type: 'refused' });
    await settled();
    expect(lastStreams(session)).toEqual([streamOf('ticket-1')]);
    await clock.pass(1000);
    expect(requestVideo).toHaveBeenCalledTimes(1);
  });

  test('leads to a new video where the server says that the play log is over', async () => {
    const { session, engine, clock, requestVideo } = await openShort({
      renewTicket: () => Promise.reject({ code: 'PLAYBACK_EXPIRED' }),
    });
    engine.emit({ type: 'refused' });
    await clock.pass(1000);
    expect(requestVideo).toHaveBeenCalledTimes(2);
    expect(session.getState()).toMatchObject({ phase: 'open', video: { play_log_id: 'log-2' } });
  });

  test('tells the viewer where another device plays', async () => {
    const { session, engine, clock } = await openShort({
      renewTicket: () => Promise.reject({ code: 'PLAYBACK_DEACTIVATED' }),
    });
    engine.emit({ type: 'refused' });
    await clock.pass(1000);
    expect(session.getState().phase).toBe('kicked');
  });

  test('is renewed before the picture is loaded again after an hour in the background', async () => {
    let isReachable = true;
    let renewed = 0;
    const renewTicket = vi.fn(() =>
      isReachable ? Promise.resolve(ticketOf(`ticket-${(renewed += 1)}`)) : Promise.reject(new Error('no network')),
    );
    const { session, clock, page, engine } = await openShort({ renewTicket });
    page.tell('hidden');
    isReachable = false;
    clock.suspend(3_600_000);
    await settled();
    isReachable = true;
    page.tell('visible');
    await settled();
    expect(session.getState().phase).toBe('open');
    expect(engine.loads[engine.loads.length - 1]?.streams[0]?.url).toBe(streamOf('ticket-1'));
  });
});
