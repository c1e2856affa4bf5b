import { describe, expect, test } from 'vitest';
import { darker, inMood, mix } from '../art/colours.ts';
import { draw } from '../art/draw.ts';
import { keyArt, stillOf } from '../art/pictures.ts';
import { profileArt } from '../art/profiles/index.ts';
import { createRandom } from '../art/random.ts';
import { titleArt } from '../art/scenes/index.ts';
import { frameAt } from '../clips/film.ts';
import { films } from '../clips/films/index.ts';
import { subtitles } from '../clips/subtitles.ts';

test('random numbers depend on the seed only and fill their range', () => {
  const drawFrom = (seed: string) => {
    const random = createRandom(seed);
    return Array.from({ length: 2000 }, () => random.next());
  };
  expect(drawFrom('snow')).toEqual(drawFrom('snow'));
  expect(drawFrom('snow')).not.toEqual(drawFrom('rain'));
  const values = drawFrom('snow');
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThan(1);
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1);
});

test('mixing works on each colour channel', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(mix('#102030', '#ffffff', 0)).toBe('#102030');
  expect(darker('#ffffff', 1)).toBe('#0a0714');
});

test('every mood yields valid colours, and the neutral one changes nothing', () => {
  for (const { colours } of titleArt) {
    expect(inMood(colours, 'own')).toBe(colours);
    for (const mood of ['dawn', 'noon', 'dusk', 'night', 'storm'] as const) {
      const { sky, light, layers, accent } = inMood(colours, mood);
      for (const colour of [...sky, light, ...layers, accent]) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    }
  }
});

describe.each(titleArt.map((art) => [art.slug, art] as const))('%s', (_, art) => {
  test('is drawn identically on every run and contains no invalid number', () => {
    for (const format of ['poster', 'wide', 'backdrop'] as const) {
      const svg = keyArt(art, format);
      expect(svg).toBe(keyArt(art, format));
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test('has its name on poster and wide picture, not on the backdrop', () => {
    const textsIn = (svg: string) => svg.split('<text').length;
    expect(textsIn(keyArt(art, 'poster'))).toBeGreaterThan(textsIn(keyArt({ ...art, name: () => '' }, 'poster')));
    expect(textsIn(keyArt(art, 'wide'))).toBeGreaterThan(textsIn(keyArt({ ...art, name: () => '' }, 'wide')));
    expect(keyArt(art, 'backdrop')).toBe(keyArt({ ...art, name: () => 'name' }, 'backdrop'));
  });

  test('has a different still for every episode', () => {
    const stills = Array.from({ length: 12 }, (_still, index) => stillOf(art, index + 1));
    expect(new Set(stills).size).toBe(12);
    for (const still of stills) expect(still).not.toMatch(/NaN|undefined|Infinity/);
  });
});

test('no two profile pictures have the same name', () => {
  expect(new Set(profileArt.map(({ slug }) => slug)).size).toBe(24);
});

describe.each(films.map((film) => [film.id, film] as const))('film %s', (_, film) => {
  test('has consecutive shots from its start to its end', () => {
    expect(film.shots[0]?.start).toBe(0);
    expect(film.shots.at(-1)?.end).toBe(film.seconds);
    film.shots.slice(1).forEach(({ start }, index) => expect(start).toBe(film.shots[index]?.end));
  });

  test('has its markers at shot changes, and an advertisement has none', () => {
    const cuts = film.shots.map(({ start }) => start);
    const markers = [film.intro?.start, film.intro?.end, film.outro?.start].filter((marker) => marker !== undefined);
    expect(markers).toHaveLength(film.isAdvertisement ? 0 : 3);
    for (const marker of markers) expect(cuts).toContain(marker);
  });

  test('moves: each second differs from the one before', () => {
    const frames = Array.from({ length: film.seconds }, (_frame, second) => frameAt(film, second + 0.25, 320));
    frames.slice(1).forEach((frame, index) => expect(frame).not.toBe(frames[index]));
    for (const frame of frames) expect(frame).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('is drawn from a black to a black frame', () => {
    const brightness = (seconds: number) => {
      const { pixels } = draw(frameAt(film, seconds, 64));
      return pixels.reduce((sum, value, index) => (index % 4 === 3 ? sum : sum + value), 0) / (pixels.length * 0.75);
    };
    expect(brightness(0)).toBeLessThan(12);
    expect(brightness(film.seconds / 2)).toBeGreaterThan(30);
    expect(brightness(film.seconds - 0.02)).toBeLessThan(12);
  });
});

test('subtitles are WebVTT with hours, minutes and milliseconds', () => {
  const cues = [
    { start: 1.5, end: 3.25, ko: '하나', en: 'one' },
    { start: 3661.007, end: 3662, ko: '둘', en: 'two' },
  ];
  expect(subtitles(cues, 'ko')).toBe(
    'WEBVTT\n\n1\n00:00:01.500 --> 00:00:03.250\n하나\n\n2\n01:01:01.007 --> 01:01:02.000\n둘\n',
  );
});
