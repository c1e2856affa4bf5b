import type shaka from 'shaka-player';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineEvent } from '#src/player/engine/engine.ts';
import { prepareStream } from '#src/player/engine/prepared-stream.ts';
import { createShakaEngine } from '#src/player/engine/shaka-engine.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const PREPARED = { protocol: 'dash', url: '/media/prepared/clips/7/manifest.mpd', drm: null } as const;
const PLAYED = { ...PREPARED, url: '/media/log/clips/7/manifest.mpd' } as const;
const REQUEST = { streams: [PLAYED], startAtSeconds: 30, subtitles: [], subtitleKey: null };

type RequestFilter = (type: number, request: { uris: string[] }) => void | Promise<void>;

class FakePreload {
  readonly isFinished: Promise<void>;
  isDestroyed = false;
  constructor(isFinished: Promise<void>) {
    this.isFinished = isFinished;
  }
  waitForFinish = () => this.isFinished;
  destroy() {
    this.isDestroyed = true;
    return Promise.resolve();
  }
}

class FakePlayer extends EventTarget {
  static made: FakePlayer[] = [];
  static finished: Promise<void> = Promise.resolve();
  static loads: (source: unknown) => Promise<void> = () => Promise.resolve();
  readonly loaded: unknown[] = [];
  readonly preloads: FakePreload[] = [];
  readonly configured: unknown[][] = [];
  filter: RequestFilter = () => undefined;
  isDestroyed = false;
  constructor() {
    super();
    FakePlayer.made.push(this);
  }
  configure = (...options: unknown[]) => void this.configured.push(options);
  getConfiguration = () => ({ streaming: {} });
  preload(): Promise<FakePreload> {
    const preload = new FakePreload(FakePlayer.finished);
    this.preloads.push(preload);
    return Promise.resolve(preload);
  }
  attach = () => Promise.resolve();
  load(source: unknown) {
    this.loaded.push(source);
    return FakePlayer.loads(source);
  }
  destroy() {
    this.isDestroyed = true;
    return Promise.resolve();
  }
  isBuffering = () => false;
  getNetworkingEngine = () => ({
    registerRequestFilter: (filter: RequestFilter) => (this.filter = filter),
    registerResponseFilter: () => undefined,
    clearAllResponseFilters: () => undefined,
  });
  getAudioTracks = () => [];
  getVideoTracks = () => [];
  getVariantTracks = () => [];
  selectTextTrack = () => undefined;
}

const library = { Player: FakePlayer, polyfill: { installAll: () => undefined } } as unknown as typeof shaka;

beforeEach(() => {
  FakePlayer.made = [];
  FakePlayer.finished = Promise.resolve();
  FakePlayer.loads = () => Promise.resolve();
  vi.stubGlobal('window', { shaka: library });
});
afterEach(() => void vi.unstubAllGlobals());

const prepare = (startAtSeconds = 30) =>
  prepareStream({
    library,
    stream: PREPARED,
    startAtSeconds,
    preferredVideoCodecs: [],
    keySystems: [],
    downlinkMegabits: 10,
    isWindowed: true,
  });

const createVideo = () =>
  Object.assign(new EventTarget(), {
    paused: true,
    readyState: 4,
    currentTime: 0,
    duration: 1_440,
    playbackRate: 1,
    buffered: { length: 0 },
    pause: () => undefined,
  }) as unknown as HTMLVideoElement;

async function setUp(startAtSeconds?: number) {
  const prepared = prepare(startAtSeconds);
  await settled();
  const engine = createShakaEngine({ clock: createFakeClock(), prepared });
  const events: EngineEvent[] = [];
  engine.subscribe((event) => events.push(event));
  const video = createVideo();
  await engine.attach(video);
  await settled();
  return { engine, video, prepared, events };
}

test('a prepared stream loads before the video call is answered, and asks for nothing until then', async () => {
  const { engine, events } = await setUp();
  const [player] = FakePlayer.made;
  expect(player!.loaded).toEqual(player!.preloads);
  const request = { uris: ['/media/prepared/clips/7/2.m4s'] };
  let isSent = false;
  void Promise.resolve(player!.filter(1, request)).then(() => (isSent = true));
  await settled();
  expect(isSent).toBe(false);
  expect(await engine.load(REQUEST)).toBe('loaded');
  await settled();
  expect([isSent, request.uris]).toEqual([true, ['/media/log/clips/7/2.m4s']]);
  expect(events).toContainEqual({ type: 'stream', protocol: 'dash', isPrepared: true });
  expect(FakePlayer.made).toHaveLength(1);
});

test('the addresses of an edge belong to the same stream', async () => {
  const { engine, events } = await setUp();
  const url = 'https://edge.test/media/log/clips/7/~/manifest.mpd';
  expect(await engine.load({ ...REQUEST, streams: [{ ...PLAYED, url }] })).toBe('loaded');
  const request = { uris: ['/media/prepared/clips/7/2.m4s'] };
  await FakePlayer.made[0]!.filter(1, request);
  expect(request.uris).toEqual(['https://edge.test/media/log/clips/7/~/2.m4s']);
  expect(events).toContainEqual({ type: 'stream', protocol: 'dash', isPrepared: true });
});

test('the first frame ends the prefetching of segments', async () => {
  const { engine, video } = await setUp();
  await engine.load(REQUEST);
  const last = () => FakePlayer.made[0]!.configured[FakePlayer.made[0]!.configured.length - 1];
  expect(last()).not.toEqual(['streaming.segmentPrefetchLimit', 0]);
  video.dispatchEvent(new Event('loadeddata'));
  expect(last()).toEqual(['streaming.segmentPrefetchLimit', 0]);
});

test.each([
  ['another position', { ...REQUEST, startAtSeconds: 300 }],
  ['another clip', { ...REQUEST, streams: [{ ...PLAYED, url: '/media/log/clips/8/manifest.mpd' }] }],
  ['another sound', { ...REQUEST, audioKey: 'en' }],
])('what was prepared is dropped for %s', async (_what, request) => {
  const { engine, events } = await setUp();
  expect(await engine.load(request)).toBe('loaded');
  expect(FakePlayer.made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false]);
  expect(FakePlayer.made[1]!.loaded).toEqual([request.streams[0]!.url]);
  expect(events).toContainEqual({ type: 'stream', protocol: 'dash' });
});

test('a prepared stream that fails loads as if nothing had been prepared', async () => {
  FakePlayer.loads = (source) => (typeof source === 'string' ? Promise.resolve() : Promise.reject(new Error('over')));
  const { engine, events } = await setUp();
  expect(await engine.load(REQUEST)).toBe('loaded');
  expect(FakePlayer.made[1]!.loaded).toEqual([PLAYED.url]);
  expect(events.filter(({ type }) => type === 'error')).toEqual([]);
});

test('a playback that is refused frees the decoder', async () => {
  const { engine } = await setUp();
  await engine.unload();
  expect(FakePlayer.made[0]!.isDestroyed).toBe(true);
});

test('a line that breaks while the stream is prepared leaves nothing behind', async () => {
  FakePlayer.finished = Promise.reject(new Error('no line'));
  FakePlayer.finished.catch(() => undefined);
  const prepared = prepare();
  await expect(prepared.done).rejects.toThrow('no line');
  await settled();
  expect(prepared.take()).toBeNull();
  expect([FakePlayer.made[0]!.isDestroyed, FakePlayer.made[0]!.preloads[0]!.isDestroyed]).toEqual([true, true]);
});

test('a release before the manifest is requested destroys the player', async () => {
  const prepared = prepare();
  prepared.release();
  await settled();
  expect(FakePlayer.made[0]!.isDestroyed).toBe(true);
  expect(FakePlayer.made[0]!.preloads.every(({ isDestroyed }) => isDestroyed)).toBe(true);
});
