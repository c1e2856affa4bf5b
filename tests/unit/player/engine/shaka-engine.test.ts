import type shaka from 'shaka-player';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineEvent } from '#src/player/engine/engine.ts';
import { createShakaEngine } from '#src/player/engine/shaka-engine.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const CRITICAL = 2;
const DASH = { protocol: 'dash', url: '/media/one/7.mpd', drm: null } as const;
const HLS = { protocol: 'hls', url: '/media/one/7.m3u8', drm: null } as const;
const REQUEST = { streams: [HLS, DASH], startAtSeconds: 30, subtitles: [], subtitleKey: null };

/** A load of the fake library follows the test's promise. */
type Load = (url: string) => Promise<void>;

type ResponseFilter = (type: number, response: unknown, context: unknown) => void;

class FakePlayer extends EventTarget {
  static load: Load;
  static made: FakePlayer[];
  static destroy: () => Promise<void>;
  retries = 0;
  private filters: ((type: number, request: { uris: string[] }) => void)[] = [];
  readonly heights = [1080, 720];
  chosen: number | null = null;
  isDestroyed = false;

  constructor() {
    super();
    FakePlayer.made.push(this);
  }
  /** Seconds for which a rendition that failed is avoided; undefined: as configured at the start. */
  avoidsSeconds: unknown;
  configure(options: unknown, value?: unknown): void {
    if (options === 'streaming.maxDisabledTime') this.avoidsSeconds = value;
  }
  attach = () => Promise.resolve();
  load = (url: string) => FakePlayer.load(url);
  destroy() {
    this.isDestroyed = true;
    return FakePlayer.destroy();
  }
  isBuffering = () => false;
  retryStreaming = () => (this.retries += 1) > 0;
  getNetworkingEngine = () => ({
    registerRequestFilter: (filter: (type: number, request: { uris: string[] }) => void) => this.filters.push(filter),
    registerResponseFilter: (filter: ResponseFilter) => (this.responseFilter = filter),
  });
  static sounds: Partial<shaka.extern.AudioTrack>[] = [];
  getAudioTracks = () => FakePlayer.sounds;
  addTextTrackAsync = (url: string) => Promise.resolve({ url });
  getVideoTracks = () => this.heights.map((height) => ({ height, mimeType: 'video/mp4', active: height === 720 }));
  getVariantTracks = () => [];
  selectVideoTrack = (track: { height: number }) => (this.chosen = track.height);
  /** Address of the shown subtitles. */
  shownText: string | null = null;
  selectTextTrack = (track: { url: string } | null) => (this.shownText = track?.url ?? null);
  selectAudioTrack(track: Partial<shaka.extern.AudioTrack>): void {
    FakePlayer.sounds = FakePlayer.sounds.map((sound) => ({ ...sound, active: sound === track }));
    this.dispatchEvent(new Event('audiotrackchanged'));
  }

  fail(code: number, data: readonly unknown[] = []): void {
    const detail = { severity: CRITICAL, category: Math.floor(code / 1_000), code, data };
    this.dispatchEvent(Object.assign(new Event('error'), { detail }));
  }
  responseFilter: ResponseFilter = () => undefined;
  /** A segment of the picture arrives. */
  answer(body: string, uri = 'https://cdn.example/1.m4s'): void {
    const data = Uint8Array.from(body, (letter) => letter.charCodeAt(0)).buffer;
    const response = { uri, data, status: 200, headers: {}, originalRequest: { headers: {}, method: 'GET' } };
    this.responseFilter(1, response, { stream: { type: 'video' } });
  }
  addressOf(url: string): string | undefined {
    const request = { uris: [url] };
    this.filters.forEach((filter) => filter(0, request));
    return request.uris[0];
  }
}

beforeEach(() => {
  FakePlayer.load = () => Promise.resolve();
  FakePlayer.destroy = () => Promise.resolve();
  FakePlayer.made = [];
  FakePlayer.sounds = [];
  vi.stubGlobal('window', { shaka: { Player: FakePlayer, polyfill: { installAll: vi.fn() } } });
});
afterEach(() => void vi.unstubAllGlobals());

const createVideo = () =>
  Object.assign(new EventTarget(), {
    ended: false,
    seeking: false,
    paused: true,
    readyState: 4,
    currentTime: 0,
    duration: 1_440,
    playbackRate: 1,
    buffered: { length: 0 },
    pause: vi.fn(),
  }) as unknown as HTMLVideoElement;

async function setUp() {
  const clock = createFakeClock();
  const engine = createShakaEngine({ clock });
  const events: EngineEvent[] = [];
  engine.subscribe((event) => events.push(event));
  const video = createVideo();
  await engine.attach(video);
  return {
    clock,
    engine,
    events,
    video,
    player: () => FakePlayer.made[FakePlayer.made.length - 1]!,
    told: (type: EngineEvent['type']) => events.filter((event) => event.type === type),
  };
}

test('the engine loads the next stream when the first one fails', async () => {
  const urls: string[] = [];
  FakePlayer.load = async (url) => {
    urls.push(url);
    if (url === DASH.url) throw { severity: CRITICAL, category: 4, code: 4001, data: [] };
  };
  const { engine, told } = await setUp();
  expect(await engine.load(REQUEST)).toBe('loaded');
  expect(urls).toEqual([DASH.url, HLS.url]);
  expect(told('stream')).toEqual([{ type: 'stream', protocol: 'hls' }]);
  expect(FakePlayer.made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false]);
});

test('the engine fails with the error of the last stream', async () => {
  FakePlayer.load = (url) =>
    Promise.reject({ severity: CRITICAL, category: 1, code: 1001, data: [url, url === DASH.url ? 500 : 404] });
  const { engine, told } = await setUp();
  await expect(engine.load(REQUEST)).rejects.toMatchObject({ kind: 'not-found' });
  expect(told('error')).toEqual([]);
});

test('the engine fails without a stream', async () => {
  const { engine } = await setUp();
  await expect(engine.load({ ...REQUEST, streams: [] })).rejects.toMatchObject({ kind: 'unsupported' });
});

test('the engine gives one stream 7 s, and ends it at once when Shaka reports a failure', async () => {
  FakePlayer.load = () => new Promise(() => undefined);
  const { clock, engine, player } = await setUp();
  const loading = engine.load(REQUEST);
  loading.catch(() => undefined);
  await clock.pass(6_000);
  expect(FakePlayer.made).toHaveLength(1);
  await clock.pass(1_000);
  expect(FakePlayer.made).toHaveLength(2);
  player().fail(1002);
  await expect(loading).rejects.toMatchObject({ kind: 'network', code: 1002 });
});

test('a later load cancels the current one, and a player that does not stop delays it by 3 s at most', async () => {
  FakePlayer.load = () => new Promise(() => undefined);
  FakePlayer.destroy = () => new Promise(() => undefined);
  const { clock, engine, told } = await setUp();
  const first = engine.load(REQUEST);
  await settled();
  FakePlayer.load = () => Promise.resolve();
  const second = engine.load(REQUEST);
  expect(FakePlayer.made).toHaveLength(1);
  await clock.pass(3_000);
  expect(await first).toBe('cancelled');
  expect(await second).toBe('loaded');
  expect(told('stream')).toHaveLength(1);
});

test('the engine plays on through an outage and reports it', async () => {
  const { clock, engine, told, player } = await setUp();
  await engine.load(REQUEST);
  player().fail(1002);
  expect(told('network')).toEqual([{ type: 'network', isGone: true }]);
  await clock.pass(1_000);
  expect(player().retries).toBe(1);
  player().dispatchEvent(new Event('segmentappended'));
  expect(told('network')[1]).toEqual({ type: 'network', isGone: false });
  expect(told('error')).toEqual([]);
});

test('an outage ends with its stream: another load waits for no network, and nobody retries the first', async () => {
  const { clock, engine, told, player } = await setUp();
  await engine.load(REQUEST);
  const first = player();
  first.fail(1002);
  await engine.load(REQUEST);
  expect(told('network')).toEqual([
    { type: 'network', isGone: true },
    { type: 'network', isGone: false },
  ]);
  await clock.pass(1_000);
  expect([first.retries, player().retries]).toEqual([0, 0]);
  await engine.unload();
  expect(clock.running()).toBe(0);
});

test('the engine requests new addresses and downloads from them', async () => {
  const { engine, told, player } = await setUp();
  await engine.load(REQUEST);
  player().fail(1001, ['/media/one/video-3.m4s', 403]);
  expect(told('refused')).toHaveLength(1);
  expect(engine.readdress([{ ...DASH, url: '/media/two/other.mpd' }])).toBe(false);
  expect(engine.readdress([{ ...DASH, url: '/media/two/7.mpd' }])).toBe(true);
  expect(player().retries).toBe(1);
  expect(player().addressOf('/media/one/video-3.m4s')).toBe('/media/two/video-3.m4s');
});

const ABORTED = 7001;

/** Reports a download that failed: by its HTTP status, or without an answer by Shaka's code. */
const failDownload = (player: FakePlayer, httpResponseCode: number, code = 1002) =>
  player.dispatchEvent(
    Object.assign(new Event('downloadfailed'), {
      httpResponseCode,
      error: {
        severity: 1,
        category: Math.floor((httpResponseCode ? 1001 : code) / 1_000),
        code: httpResponseCode ? 1001 : code,
        data: ['/media/one/video-3.m4s', httpResponseCode],
      },
    }),
  );

test('a refused address makes the engine avoid no rendition for 10 s, a missing file does not', async () => {
  const { clock, engine, player } = await setUp();
  await engine.load(REQUEST);
  failDownload(player(), 404);
  expect(player().avoidsSeconds).toBeUndefined();
  failDownload(player(), 410);
  await clock.pass(9_000);
  failDownload(player(), 403);
  await clock.pass(9_000);
  expect(player().avoidsSeconds).toBe(0);
  await clock.pass(1_000);
  expect(player().avoidsSeconds).toBe(30);
  failDownload(player(), 401);
  await engine.unload();
  expect(clock.running()).toBe(0);
});

test('the engine tries no other rendition while nobody answers', async () => {
  const { clock, engine, player } = await setUp();
  await engine.load(REQUEST);
  failDownload(player(), 0, ABORTED);
  expect(player().avoidsSeconds).toBeUndefined();
  failDownload(player(), 0);
  expect(player().avoidsSeconds).toBe(0);
  failDownload(player(), 403);
  await clock.pass(9_000);
  player().dispatchEvent(new Event('segmentappended'));
  // The refused address still counts.
  expect(player().avoidsSeconds).toBe(0);
  await clock.pass(1_000);
  expect(player().avoidsSeconds).toBe(30);
});

test('the engine tries no other rendition after three server errors in a row', async () => {
  const { engine, player } = await setUp();
  await engine.load(REQUEST);
  failDownload(player(), 502);
  failDownload(player(), 502);
  player().dispatchEvent(new Event('segmentappended'));
  failDownload(player(), 502);
  failDownload(player(), 502);
  expect(player().avoidsSeconds).toBeUndefined();
  failDownload(player(), 502);
  expect(player().avoidsSeconds).toBe(0);
  player().dispatchEvent(new Event('segmentappended'));
  expect(player().avoidsSeconds).toBe(30);
});

test('the engine drops the chosen height when a segment of it stays missing', async () => {
  const { engine, told, player } = await setUp();
  await engine.load(REQUEST);
  engine.selectQuality(1080);
  expect(player().chosen).toBe(1080);
  const active = () => told('tracks').map((event) => event.type === 'tracks' && event.tracks.quality.active);
  player().fail(1001, ['/media/one/video-3.m4s', 404]);
  expect(active().pop()).toBe(1080);
  player().fail(1001, ['/media/one/video-3.m4s', 404]);
  expect(active().pop()).toBeNull();
  expect(player().retries).toBe(2);
  expect(told('error')).toMatchObject([{ error: { severity: 'recoverable' } }, { error: { severity: 'recoverable' } }]);
  player().fail(1001, ['/media/one/video-3.m4s', 404]);
  expect(told('error')[2]).toMatchObject({ error: { severity: 'critical', kind: 'not-found' } });
});

test('the engine emits nothing after it was unloaded or destroyed', async () => {
  const { clock, engine, events, player, video } = await setUp();
  await engine.load(REQUEST);
  const left = player();
  await engine.unload();
  const before = events.length;
  left.fail(1002);
  video.dispatchEvent(new Event('timeupdate'));
  await engine.destroy();
  expect(await engine.load(REQUEST)).toBe('cancelled');
  expect(events).toHaveLength(before);
  expect(clock.running()).toBe(0);
});

const sound = (language: string, label: string, isActive = false, mimeType = 'audio/mp4') => ({
  language,
  label,
  mimeType,
  active: isActive,
  roles: [],
  accessibilityPurpose: null,
});
const SOUNDS = [
  { lang: 'ja', role: 'main', label: '원어 (일본어)' },
  { lang: 'ko', role: 'dub', label: '한국어 더빙' },
  { lang: 'ja', role: 'description', label: '일본어 화면 해설' },
] as const;
const SUBTITLES = [
  { lang: 'ko', label: '한국어 (화면 글자)', url: 'signs', role: 'forced' },
  { lang: 'ko', label: '한국어 (청각 장애인용)', url: 'captions', role: 'caption' },
  { lang: 'ko', label: '한국어', url: 'whole', role: 'subtitle' },
] as const;

test('the engine offers each sound by language and role, and each subtitle that is a choice', async () => {
  FakePlayer.sounds = [
    sound('ja', '원어 (일본어)', true),
    sound('ja', '원어 (일본어)', false, 'audio/webm'),
    sound('ko', '한국어 더빙'),
    sound('ja', '일본어 화면 해설'),
  ];
  const { engine, told } = await setUp();
  await engine.load({ ...REQUEST, sounds: SOUNDS, subtitles: SUBTITLES, subtitleKey: 'ko/caption' });
  await settled();
  expect(told('tracks').at(-1)).toMatchObject({
    tracks: {
      audio: {
        available: [
          { key: 'ja', label: '원어 (일본어)' },
          { key: 'ko/dub', label: '한국어 더빙' },
          { key: 'ja/description', label: '일본어 화면 해설' },
        ],
        active: 'ja',
      },
      subtitles: { available: [{ key: 'ko' }, { key: 'ko/caption' }], active: 'ko/caption' },
    },
  });
});

test('forced subtitles show and hide with the sound while others are off', async () => {
  FakePlayer.sounds = [sound('ja', '원어 (일본어)', true), sound('ko', '한국어 더빙')];
  const { engine, player, told } = await setUp();
  await engine.load({ ...REQUEST, sounds: SOUNDS, subtitles: SUBTITLES, subtitleKey: 'ko' });
  await settled();
  expect(player().shownText).toBe('whole');
  engine.selectSubtitle(null);
  expect(player().shownText).toBeNull();
  engine.selectAudio('ko');
  expect(player().shownText).toBe('signs');
  expect(told('tracks').at(-1)).toMatchObject({ tracks: { audio: { active: 'ko/dub' }, subtitles: { active: null } } });
  engine.selectAudio('ja');
  expect(player().shownText).toBeNull();
});

test('an answer that is no media fails as a download, and the rendition stays', async () => {
  const { engine, player } = await setUp();
  await engine.load(REQUEST);
  expect(() => player().answer('\0\0\0\x18moof')).not.toThrow();
  expect(player().avoidsSeconds).toBeUndefined();
  expect(() => player().answer('<!doctype html><html>')).toThrow('text');
  expect(player().avoidsSeconds).toBe(0);
  expect(() => player().answer('', 'offline:segment/v2/1')).not.toThrow();
});

test('the engine tells of a hole that Shaka skips, from where the element was', async () => {
  const { engine, player, video, told } = await setUp();
  await engine.load(REQUEST);
  video.currentTime = 24;
  video.dispatchEvent(new Event('timeupdate'));
  video.currentTime = 27;
  player().dispatchEvent(new Event('gapjumped'));
  expect(told('hole')).toEqual([{ type: 'hole', fromSeconds: 24, toSeconds: 27 }]);
});

test('subtitles are asked for after the first picture', async () => {
  const { engine, player, video, told } = await setUp();
  Object.assign(video, { readyState: 0 });
  await engine.load({ ...REQUEST, subtitles: SUBTITLES, subtitleKey: 'ko' });
  await settled();
  expect(told('tracks').at(-1)).toMatchObject({ tracks: { subtitles: { available: [], active: null } } });
  video.dispatchEvent(new Event('loadeddata'));
  await settled();
  expect(told('tracks').at(-1)).toMatchObject({ tracks: { subtitles: { active: 'ko' } } });
  expect(player().shownText).toBe('whole');
});

test('a stream that was left before its first picture asks for no subtitles', async () => {
  const asked: string[] = [];
  FakePlayer.load = async () => {
    player().addTextTrackAsync = (url) => Promise.resolve({ url: asked[asked.push(url) - 1]! });
  };
  const { engine, player, video } = await setUp();
  Object.assign(video, { readyState: 0 });
  await engine.load({ ...REQUEST, subtitles: SUBTITLES, subtitleKey: 'ko' });
  await engine.unload();
  video.dispatchEvent(new Event('loadeddata'));
  await settled();
  expect(asked).toEqual([]);
});

test('the first picture does not wait for subtitles, and those of a stream that was left are not told', async () => {
  let arrive: (track: { url: string }) => void = () => undefined;
  FakePlayer.load = async () => {
    player().addTextTrackAsync = () => new Promise((resolve) => (arrive = resolve));
  };
  const { engine, player, told } = await setUp();
  expect(await engine.load({ ...REQUEST, subtitles: SUBTITLES, subtitleKey: 'ko' })).toBe('loaded');
  await engine.unload();
  const before = told('tracks').length;
  arrive({ url: 'whole' });
  await settled();
  expect(told('tracks')).toHaveLength(before);
});
