import { describe, expect, test, vi } from 'vitest';
import type { AdEvent, Advertisement } from '#contract/ads.ts';
import { createSeenBreaks, dueBreak } from '#src/player/ad-breaks.ts';
import { createAdEvents } from '#src/player/ad-events.ts';
import { createPendingReports } from '#src/player/pending-reports.ts';
import { createPlaybackSession } from '#src/player/playback-session.ts';
import type { PlayReport } from '#src/player/play-tracker.ts';
import type { PlayedVideo } from '#src/player/session-ads.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';

const BREAKS = [
  { id: 'start', offset: 0 },
  { id: 'middle', offset: 600 },
  { id: 'late', offset: 900 },
];

const pudding: Advertisement = {
  id: 1,
  title: '푸딩',
  duration: 12,
  skip_after: 5,
  stream_url: '/media/ad/a.mpd',
  streams: [{ protocol: 'dash', url: '/media/ad/a.mpd', drm: null }],
};

function setUp({ resumeAt = 0, texts = new Map<string, string>(), ad = pudding as Advertisement | null } = {}) {
  const clock = createFakeClock();
  const engine = createFakeEngine();
  const sent: PlayReport[] = [];
  const told: AdEvent[] = [];
  const wire = { isCut: false };
  const storage = {
    get: (key: string) => texts.get(key) ?? null,
    set: (key: string, text: string) => void texts.set(key, text),
    remove: (key: string) => void texts.delete(key),
  };
  const errorCodeOf = () => null;
  const logError = vi.fn();
  const report = (_id: string, played: PlayReport) => Promise.resolve(void sent.push(played));
  const requestAd = vi.fn((_breakId: string, _playLogId: string) => Promise.resolve(ad));
  const video: PlayedVideo = {
    episode_id: 7,
    play_log_id: 'log-1',
    resume_offset: resumeAt,
    expires_at: '2026-11-21T00:00:00Z',
    streams: [{ protocol: 'dash', url: '/media/7.mpd', drm: null }],
    subtitles: [],
    thumbnails: null,
    markers: { intro: null, outro: null },
    next_episode_id: null,
    ad_breaks: BREAKS,
  };
  let tell: (state: 'hidden' | 'visible') => void = () => undefined;
  const events = createAdEvents({
    storage,
    profileId: 'minsu',
    send: (event) => (wire.isCut ? Promise.reject(new Error('cut')) : Promise.resolve(void told.push(event))),
    errorCodeOf,
    logError,
  });
  const session = createPlaybackSession({
    episodeId: 7,
    profileId: 'minsu',
    clock,
    engine,
    requestVideo: () => Promise.resolve(video),
    report,
    renewTicket: () => Promise.reject(new Error('no ticket is short')),
    errorCodeOf,
    pendingReports: createPendingReports({ storage, clock, report, errorCodeOf, logError }),
    lifecycle: {
      isHidden: () => false,
      subscribe: (handler) => {
        tell = handler;
        return () => undefined;
      },
    },
    logError,
    ads: { requestAd, events, seen: createSeenBreaks(storage, clock, { profileId: 'minsu', episodeId: 7 }) },
  });
  const lastUrl = () => engine.loads.at(-1)?.streams[0]?.url;
  return {
    session,
    engine,
    clock,
    sent,
    told,
    texts,
    wire,
    events,
    requestAd,
    lastUrl,
    tell: (state: 'hidden' | 'visible') => tell(state),
    async open() {
      await session.open({} as HTMLVideoElement);
      await settled();
    },
    /** The advertisement plays from its start to `seconds`. */
    async adPlaysTo(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        engine.playOn(second, 1);
        await clock.pass(1_000);
      }
    },
    async adEnds() {
      engine.report('ended');
      await settled();
    },
  };
}

describe('which break is due', () => {
  test.each([
    [0, [], 'start'],
    [0, ['start'], null],
    [599, ['start'], null],
    [600, ['start'], 'middle'],
    // Several passed at once show the latest only.
    [1_000, ['start'], 'late'],
    [1_000, ['start', 'late'], null],
    // Back before one that was never seen, and over it.
    [700, ['start', 'late'], 'middle'],
  ] as const)('at %d s, with %j seen: %s', (seconds, seen, expected) => {
    expect(dueBreak(BREAKS, new Set<string>(seen), seconds)?.id ?? null).toBe(expected);
  });
});

describe('before the start', () => {
  test('the advertisement comes first, counts down, and the episode follows at its place', async () => {
    const { open, session, lastUrl, adPlaysTo, adEnds, engine } = setUp({ resumeAt: 300 });
    await open();
    expect(lastUrl()).toBe('/media/ad/a.mpd');
    await adPlaysTo(2);
    expect(session.adBreak.getState()).toMatchObject({ place: 1, count: 3, ad: { secondsLeft: 10, skipInSeconds: 3 } });
    engine.playOn(0, 12);
    await adEnds();
    expect(session.adBreak.getState()).toBeNull();
    expect(engine.loads.at(-1)).toMatchObject({ startAtSeconds: 300, streams: [{ url: '/media/7.mpd' }] });
    expect(session.machine.getState().state).toBe('playing');
  });

  test('every event is told once, in order, by its IAB name', async () => {
    const { open, told, engine, adEnds } = setUp();
    await open();
    engine.playOn(0, 12);
    engine.playOn(11, 1);
    await adEnds();
    expect(told.map(({ event }) => event)).toEqual([
      'impression',
      'start',
      'first_quartile',
      'midpoint',
      'third_quartile',
      'complete',
    ]);
    expect(told[0]).toMatchObject({ ad_id: 1, play_log_id: 'log-1', position: 0 });
  });

  test('leaving in the middle of it moves nothing: no watched second, the place of before', async () => {
    const { open, session, sent, adPlaysTo, clock } = setUp({ resumeAt: 300 });
    await open();
    await adPlaysTo(7);
    await session.close();
    expect(sent).toEqual([{ totalPlayTime: 0, playEndOffset: 300, isPlayerExit: true }]);
    expect(clock.running()).toBe(0);
  });

  test('can be skipped after its time, not before', async () => {
    const { open, session, adPlaysTo, told, lastUrl } = setUp();
    await open();
    await adPlaysTo(4);
    session.skipAd();
    await settled();
    expect(lastUrl()).toBe('/media/ad/a.mpd');
    await adPlaysTo(5);
    session.skipAd();
    await settled();
    expect(told.at(-1)?.event).toBe('skip');
    expect(lastUrl()).toBe('/media/7.mpd');
  });

  test('is not skipped at all where that is not allowed', async () => {
    const { open, session, adPlaysTo, lastUrl } = setUp({ ad: { ...pudding, skip_after: null } });
    await open();
    await adPlaysTo(11);
    expect(session.adBreak.getState()?.ad?.skipInSeconds).toBeNull();
    session.skipAd();
    await settled();
    expect(lastUrl()).toBe('/media/ad/a.mpd');
  });

  test('one that never begins, or stands still, gives way within 8 s and is told as an error', async () => {
    const never = setUp();
    never.engine.onLoad = 'hang';
    await never.open();
    never.engine.onLoad = 'loaded';
    await never.clock.pass(8_000);
    expect(never.lastUrl()).toBe('/media/7.mpd');
    expect(never.told.map(({ event }) => event)).toEqual(['error']);

    const stuck = setUp();
    await stuck.open();
    await stuck.adPlaysTo(3);
    await stuck.clock.pass(8_000);
    expect(stuck.lastUrl()).toBe('/media/7.mpd');
    expect(stuck.told.at(-1)?.event).toBe('error');
  });

  test('none to show: the episode begins', async () => {
    const { open, lastUrl, told } = setUp({ ad: null });
    await open();
    expect(lastUrl()).toBe('/media/7.mpd');
    expect(told).toEqual([]);
  });
});

describe('in the middle', () => {
  test('the episode stops for it and goes on where it stopped; nothing of it counts as watched', async () => {
    const everything = setUp({ resumeAt: 590, ad: { ...pudding, skip_after: 0 } });
    const { open, session, engine, clock, lastUrl, sent, adEnds } = everything;
    await open();
    await adEnds();
    for (let second = 590; second < 600; second += 1) {
      await clock.pass(1_000);
      engine.playOn(second, 1);
    }
    await settled();
    expect(lastUrl()).toBe('/media/ad/a.mpd');
    await everything.adPlaysTo(12);
    await adEnds();
    expect(engine.loads.at(-1)).toMatchObject({ startAtSeconds: 600 });
    await session.close();
    expect(sent.at(-1)?.playEndOffset).toBe(600);
    expect(sent.at(-1)?.totalPlayTime).toBeLessThanOrEqual(10);
  });

  test('plays at normal speed, whatever the episode plays at', async () => {
    const { open, session, engine, adEnds } = setUp();
    session.setSpeed(2);
    await open();
    expect(engine.calls.filter((call) => call.startsWith('speed')).at(-1)).toBe('speed 1');
    await adEnds();
    expect(engine.calls.filter((call) => call.startsWith('speed')).at(-1)).toBe('speed 2');
  });

  test('the picture chosen for the episode is asked for again after one that has not got it', async () => {
    const { open, session, engine, adEnds } = setUp();
    session.selectQuality(540);
    await open();
    const before = engine.calls.filter((call) => call === 'quality 540').length;
    await adEnds();
    expect(engine.calls.filter((call) => call === 'quality 540')).toHaveLength(before + 1);
  });

  test('one that the viewer paused while it waited for data is waited for', async () => {
    const { open, session, engine, clock, adPlaysTo, told, lastUrl } = setUp();
    await open();
    await adPlaysTo(3);
    engine.report('buffering');
    session.toggleAdPause();
    await clock.pass(60_000);
    expect(lastUrl()).toBe('/media/ad/a.mpd');
    session.toggleAdPause();
    await clock.pass(8_000);
    expect(told.at(-1)?.event).toBe('error');
    expect(lastUrl()).toBe('/media/7.mpd');
  });
});

describe('seen stays seen', () => {
  test('after a page that was killed in the middle of it', async () => {
    const killed = setUp();
    await killed.open();
    await killed.adPlaysTo(3);
    const next = setUp({ texts: killed.texts });
    await next.open();
    expect(next.requestAd).not.toHaveBeenCalled();
    expect(next.lastUrl()).toBe('/media/7.mpd');
  });

  test('after the television was away', async () => {
    const { open, adPlaysTo, tell, lastUrl, requestAd, engine } = setUp();
    await open();
    await adPlaysTo(3);
    tell('hidden');
    expect(engine.calls.at(-1)).toBe('unload');
    await settled();
    tell('visible');
    await settled();
    expect(requestAd).toHaveBeenCalledTimes(1);
    expect(lastUrl()).toBe('/media/7.mpd');
  });

  test('until the episode was watched to its end', async () => {
    const { open, adEnds, engine, texts } = setUp();
    await open();
    await adEnds();
    expect(texts.has('seenAdBreaks')).toBe(true);
    engine.report('ended', 1_440);
    expect(texts.has('seenAdBreaks')).toBe(false);
  });

  test('to who goes back from the end of it, or begins it again there', async () => {
    const { open, session, adEnds, engine, requestAd, lastUrl } = setUp({ resumeAt: 900 });
    await open();
    await adEnds();
    engine.report('ended', 1_440);
    session.machine.seekTo(1_000);
    engine.report('playing', 1_000);
    session.machine.seekTo(0);
    engine.report('playing', 0);
    await settled();
    expect(requestAd).toHaveBeenCalledTimes(1);
    expect(lastUrl()).toBe('/media/7.mpd');
  });
});

test('what is told without a network is kept, and sent once, in order, when it is back', async () => {
  const { open, wire, engine, adEnds, told, events, texts } = setUp();
  wire.isCut = true;
  await open();
  engine.playOn(0, 12);
  await adEnds();
  expect(told).toEqual([]);
  wire.isCut = false;
  await Promise.all([events.sendAll('minsu'), events.sendAll('minsu')]);
  expect(told).toHaveLength(6);
  expect(told.map(({ event }) => event).slice(0, 2)).toEqual(['impression', 'start']);
  expect(texts.has('pendingAdEvents')).toBe(false);
});
