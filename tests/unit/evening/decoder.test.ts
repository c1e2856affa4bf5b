import { beforeEach, describe, expect, test } from 'vitest';
import type { PlaybackEngine, EngineEvent } from '#src/player/engine/engine.ts';
import { createDecoder } from '#tests/evening/decoder.ts';
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts';

const STREAMS = [{ protocol: 'dash' as const, url: 'http://bora.test/media/t/clip/manifest.mpd', drm: null }];

let clock: FakeClock;
let status: number;
let fetched: string[];
let seconds: number;
let events: EngineEvent[];
let decoder: PlaybackEngine;
beforeEach(() => {
  clock = createFakeClock();
  [status, fetched, seconds, events] = [206, [], 0, []];
  decoder = createDecoder({
    clock,
    durationSeconds: 60,
    fetchMedia(address) {
      fetched.push(new URL(address).pathname);
      return Promise.resolve(status);
    },
    onSecond: () => (seconds += 1),
  });
  decoder.subscribe((event) => events.push(event));
});

const load = (startAtSeconds = 0) =>
  decoder.load({ streams: STREAMS, startAtSeconds, subtitles: [], subtitleKey: null });
const states = () => events.flatMap((event) => (event.type === 'state' ? [event.state] : []));
const last = <T extends EngineEvent['type']>(type: T) => events.filter((event) => event.type === type).at(-1);

describe('a decoder without a picture', () => {
  test('plays a second per second while it gets video', async () => {
    await load(10);
    await decoder.play();
    await clock.pass(20_000);
    expect(states()).toEqual(['buffering', 'playing']);
    expect(seconds).toBe(20);
    expect(last('position')).toEqual({ type: 'position', positionSeconds: 30 });
    expect(fetched[0]).toBe('/media/t/clip/manifest.mpd');
    expect(fetched.length).toBeLessThan(12);
  });

  test('does not count a pause, and ends at the end', async () => {
    await load(30);
    await decoder.play();
    await clock.pass(10_000);
    decoder.pause();
    await clock.pass(60_000);
    expect(seconds).toBe(10);
    await decoder.play();
    await clock.pass(60_000);
    expect(seconds).toBe(30);
    expect(states().at(-1)).toBe('ended');
  });

  test('plays on from the buffer while downloads fail, and then waits', async () => {
    await load();
    await decoder.play();
    await clock.pass(10_000);
    status = 0;
    await clock.pass(60_000);
    expect(last('network')).toEqual({ type: 'network', isGone: true });
    expect(states().at(-1)).toBe('buffering');
    status = 206;
    await clock.pass(5_000);
    expect(last('network')).toEqual({ type: 'network', isGone: false });
    expect(states().at(-1)).toBe('playing');
  });

  test('reports refused video once, and fails when the buffer is empty', async () => {
    await load();
    await decoder.play();
    await clock.pass(5_000);
    status = 410;
    await clock.pass(30_000);
    expect(events.filter(({ type }) => type === 'refused')).toHaveLength(1);
    expect(last('error')).toMatchObject({ error: { kind: 'forbidden', severity: 'critical' } });
    status = 200;
    decoder.readdress(STREAMS);
    await clock.pass(3_000);
    expect(states().at(-1)).toBe('playing');
  });

  test('asks for drawn segments, and for the pictures of subtitles', async () => {
    const at = (file: string) => `http://bora.test/media/t/clip/${file}`;
    await decoder.load({
      streams: STREAMS,
      startAtSeconds: 0,
      subtitles: [
        { lang: 'en', label: '영어', url: at('en.vtt'), role: 'subtitle' },
        { lang: 'ko', label: '한국어', url: at('ko.vtt'), role: 'subtitle', sheets: [at('ko-1.webp')] },
      ],
      subtitleKey: null,
      drawings: [{ lang: 'ko', label: '한국어', url: at('drawn-ko.json') }],
    });
    await decoder.play();
    await clock.pass(2_000);
    const names = fetched.map((path) => path.split('/').at(-1));
    expect(names.slice(0, 5)).toEqual(['manifest.mpd', 'drawn-ko.json', 'ko.vtt', 'ko-1.webp', 'part-1-drawn-ko.m4s']);
  });

  test('does not load refused video', async () => {
    status = 410;
    await expect(load()).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
