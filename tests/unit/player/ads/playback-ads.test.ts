import { describe, expect, test, vi } from 'vitest';
import type { AdEvent, Advertisement } from '#contract/ads.ts';
import { createSeenBreaks, dueBreak } from '#src/player/ads/ad-breaks.ts';
import { createAdEvents } from '#src/player/ads/ad-events.ts';
import { createPresses } from '#src/lib/press.ts';
import { createPendingReports } from '#src/player/reports/pending-reports.ts';
import { createPlayback } from '#src/player/playback.ts';
import type { PlayReport } from '#src/player/reports/play-tracker.ts';
import { createPlayerModel } from '#src/player/controls/player-model.ts';
import { createViewerPresence } from '#src/player/viewer-presence.ts';
import type { PlayedVideo } from '#src/player/ads/playback-ads.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createFakeEngine } from '#tests/support/app/fake-engine.ts';
import { hold } from '#tests/support/held.ts';

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
  expectNothingLeft(() => playback.close());
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
  const playback = createPlayback({
    episodeId: 7,
    profileId: 'minsu',
    clock,
    engine,
    openVideo: () => Promise.resolve(video),
    report,
    renewTicket: () => Promise.reject(new Error('no ticket is short')),
    errorCodeOf,
    pendingReports: createPendingReports({ storage, clock, report, errorCodeOf, logError }),
    lifecycle: {
      isHidden: () => false,
      subscribe: (handler) => {
        tell = handler;
        return hold('subscription of lifecycle');
      },
    },
    logError,
    ads: { requestAd, events, seen: createSeenBreaks(storage, clock, { profileId: 'minsu', episodeId: 7 }) },
  });
  const lastUrl = () => engine.loads.at(-1)?.streams[0]?.url;
  return {
    playback,
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
      await playback.open({} as HTMLVideoElement);
      await settled();
    },
    /** Plays the advertisement from its start to `seconds`. */
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

describe('the due break', () => {
  test.each([
    [0, [], 'start'],
    [0, ['start'], null],
    [599, ['start'], null],
    [600, ['start'], 'middle'],
    // When the playback passed several breaks, only the latest one is due.
    [1_000, ['start'], 'late'],
    [1_000, ['start', 'late'], null],
    // Seeking back to before an unseen break and passing it again.
    [700, ['start', 'late'], 'middle'],
  ] as const)('the due break at %d s, with %j seen, is %s', (seconds, seen, expected) => {
    expect(dueBreak(BREAKS, new Set<string>(seen), seconds)?.id ?? null).toBe(expected);
  });
});

describe('before the start', () => {
  test('the advertisement comes first, counts down, and the episode follows at its position', async () => {
    const { open, playback, lastUrl, adPlaysTo, adEnds, engine } = setUp({ resumeAt: 300 });
    await open();
    expect(lastUrl()).toBe('/media/ad/a.mpd');
    await adPlaysTo(2);
    expect(playback.adBreak.getState()).toMatchObject({
      ordinal: 1,
      count: 3,
      ad: { secondsLeft: 10, skipInSeconds: 3 },
    });
    engine.playOn(0, 12);
    await adEnds();
    expect(playback.adBreak.getState()).toBeNull();
    expect(engine.loads.at(-1)).toMatchObject({ startAtSeconds: 300, streams: [{ url: '/media/7.mpd' }] });
    expect(playback.machine.getState().state).toBe('playing');
  });

  test('reports every event once and in order, by its IAB name', async () => {
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

  test('leaving in the middle of it moves nothing: no watched second, the position of before', async () => {
    const { open, playback, sent, adPlaysTo, clock } = setUp({ resumeAt: 300 });
    await open();
    await adPlaysTo(7);
    await playback.close();
    expect(sent).toEqual([{ totalPlayTime: 0, playEndOffset: 300, isPlayerExit: true }]);
    expect(clock.running()).toBe(0);
  });

  test('can be skipped after its delay only', async () => {
    const { open, playback, adPlaysTo, told, lastUrl } = setUp();
    await open();
    await adPlaysTo(4);
    playback.skipAd();
    await settled();
    expect(lastUrl()).toBe('/media/ad/a.mpd');
    await adPlaysTo(5);
    playback.skipAd();
    await settled();
    expect(told.at(-1)?.event).toBe('skip');
    expect(lastUrl()).toBe('/media/7.mpd');
  });

  test('cannot be skipped where that is not allowed', async () => {
    const { open, playback, adPlaysTo, lastUrl } = setUp({ ad: { ...pudding, skip_after: null } });
    await open();
    await adPlaysTo(11);
    expect(playback.adBreak.getState()?.ad?.skipInSeconds).toBeNull();
    playback.skipAd();
    await settled();
    expect(lastUrl()).toBe('/media/ad/a.mpd');
  });

  test('is replaced by the episode within 8 s when it stalls, and reports an error', async () => {
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

  test('is left out when there is none to show', async () => {
    const { open, lastUrl, told } = setUp({ ad: null });
    await open();
    expect(lastUrl()).toBe('/media/7.mpd');
    expect(told).toEqual([]);
  });
});

describe('an advertisement in the middle', () => {
  test('interrupts the episode, which resumes at the same position, and adds no watched time', async () => {
    const everything = setUp({ resumeAt: 590, ad: { ...pudding, skip_after: 0 } });
    const { open, playback, engine, clock, lastUrl, sent, adEnds } = everything;
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
    await playback.close();
    expect(sent.at(-1)?.playEndOffset).toBe(600);
    expect(sent.at(-1)?.totalPlayTime).toBeLessThanOrEqual(10);
  });

  test('it ends the search for another position, also when the arrow is still held', async () => {
    const { open, playback, engine, clock, lastUrl, adEnds } = setUp();
    await open();
    await adEnds();
    const model = createPlayerModel({
      playback,
      clock,
      presence: createViewerPresence(),
      wishes: () => ({ autoplayNext: true, skip: () => 'ask' }),
      onPlay: () => undefined,
      onSkipped: () => undefined,
    });
    const stop = model.start();
    const presses = createPresses(clock);
    presses.up('right');
    for (let second = 590; second < 599; second += 1) {
      await clock.pass(1_000);
      engine.playOn(second, 1);
    }
    const press = presses.down('right', 0);
    if (press) model.seek.keyDown(1, press);
    clock.advance(1_000);
    expect(model.seek.getState()?.targetSeconds).toBeGreaterThan(609);
    engine.playOn(599, 1);
    await settled();
    expect(lastUrl()).toBe('/media/ad/a.mpd');
    expect(model.seek.getState()).toBeNull();
    const again = presses.down('right', 1);
    if (again) model.seek.keyDown(1, again);
    await clock.pass(3_000);
    presses.up('right');
    await clock.pass(3_000);
    expect(model.seek.getState()).toBeNull();
    expect(engine.seeks).toEqual([]);
    stop();
    await playback.close();
    expect(clock.running()).toBe(0);
  });

  test("plays at normal speed, whatever the episode's speed", async () => {
    const { open, playback, engine, adEnds } = setUp();
    playback.setSpeed(2);
    await open();
    expect(engine.calls.filter((call) => call.startsWith('speed')).at(-1)).toBe('speed 1');
    await adEnds();
    expect(engine.calls.filter((call) => call.startsWith('speed')).at(-1)).toBe('speed 2');
  });

  test('keeps the height chosen for the episode although it lacks that height', async () => {
    const { open, playback, engine, adEnds } = setUp();
    playback.selectQuality(540);
    await open();
    const before = engine.calls.filter((call) => call === 'quality 540').length;
    await adEnds();
    expect(engine.calls.filter((call) => call === 'quality 540')).toHaveLength(before + 1);
  });

  test('waits for the viewer when it was paused during buffering', async () => {
    const { open, playback, engine, clock, adPlaysTo, told, lastUrl } = setUp();
    await open();
    await adPlaysTo(3);
    engine.report('buffering');
    playback.toggleAdPause();
    await clock.pass(60_000);
    expect(lastUrl()).toBe('/media/ad/a.mpd');
    playback.toggleAdPause();
    await clock.pass(8_000);
    expect(told.at(-1)?.event).toBe('error');
    expect(lastUrl()).toBe('/media/7.mpd');
  });
});

describe('advertisements that were seen', () => {
  test('an advertisement is not repeated after the page was killed during it', async () => {
    const killed = setUp();
    await killed.open();
    await killed.adPlaysTo(3);
    const next = setUp({ texts: killed.texts });
    await next.open();
    expect(next.requestAd).not.toHaveBeenCalled();
    expect(next.lastUrl()).toBe('/media/7.mpd');
  });

  test('more than once, after the television was in the background during it', async () => {
    const { open, adPlaysTo, tell, lastUrl, requestAd, engine } = setUp();
    await open();
    const leave = async () => {
      await adPlaysTo(3);
      tell('hidden');
      expect(engine.calls.at(-1)).toBe('unload');
      await settled();
      tell('visible');
      await settled();
    };
    await leave();
    expect(requestAd).toHaveBeenCalledTimes(2);
    expect(lastUrl()).toBe('/media/ad/a.mpd');
    await leave();
    expect(requestAd).toHaveBeenCalledTimes(2);
    expect(lastUrl()).toBe('/media/7.mpd');
  });

  test('an advertisement that came back once and was watched to its end is not repeated', async () => {
    const { open, adPlaysTo, adEnds, tell, lastUrl, requestAd } = setUp();
    await open();
    await adPlaysTo(3);
    tell('hidden');
    await settled();
    tell('visible');
    await settled();
    await adPlaysTo(3);
    await adEnds();
    tell('hidden');
    tell('visible');
    await settled();
    expect(requestAd).toHaveBeenCalledTimes(2);
    expect(lastUrl()).toBe('/media/7.mpd');
  });

  test('an advertisement is not repeated before the episode was watched to its end', async () => {
    const { open, adEnds, engine, texts } = setUp();
    await open();
    await adEnds();
    expect(texts.has('seenAdBreaks')).toBe(true);
    engine.report('ended', 1_440);
    expect(texts.has('seenAdBreaks')).toBe(false);
  });

  test('an advertisement is not repeated for a viewer who seeks back from the end or starts again there', async () => {
    const { open, playback, adEnds, engine, requestAd, lastUrl } = setUp({ resumeAt: 900 });
    await open();
    await adEnds();
    engine.report('ended', 1_440);
    playback.machine.seekTo(1_000);
    engine.report('playing', 1_000);
    playback.machine.seekTo(0);
    engine.report('playing', 0);
    await settled();
    expect(requestAd).toHaveBeenCalledTimes(1);
    expect(lastUrl()).toBe('/media/7.mpd');
  });
});

test('events that occur offline are stored, and sent once and in order when the network is back', async () => {
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
