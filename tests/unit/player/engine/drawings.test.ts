import { describe, expect, it, test } from 'vitest';
import { createShownDrawings, wantedDrawing } from '#src/player/engine/drawings.ts';
import { askForDrawn, readDrawnTable } from '#src/player/engine/drawn-segments.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const drawing = (lang: string, url = `/media/t/own/c/drawn-${lang}.json`) => ({ lang, label: lang, url });
const TABLE = JSON.stringify({
  renditions: [{ file: 'h264-720.mp4', drawn: 'h264-720-drawn-ko.mp4', starts: [1000, 5000], sizes: [30, 12] }],
});

describe('the drawings to show', () => {
  it.each([
    ['where the sound is in another language', undefined, null, 'ja', 'ko'],
    ['in the language of the subtitles', undefined, 'en', 'ja', 'en'],
    ['where nobody knows the language of the sound', undefined, 'ko', null, 'ko'],
    ['as the viewer chose, whatever is spoken', 'ko', 'ko', 'ko', 'ko'],
    ['in another language than chosen, if there is no such one', 'fr', 'ko', 'ja', 'ko'],
  ] as const)('are shown %s', (_, choice, subtitleKey, sound, lang) => {
    expect(wantedDrawing([drawing('ko'), drawing('en')], choice, subtitleKey, sound)?.lang).toBe(lang);
  });

  it.each([
    ['where the viewer understands the sound', undefined, 'ko', 'ko'],
    ['where the viewer reads another language', undefined, 'fr', 'ja'],
    ['where the viewer chose none', null, 'ko', 'ja'],
  ] as const)('are not shown %s', (_, choice, subtitleKey, sound) => {
    expect(wantedDrawing([drawing('ko')], choice, subtitleKey, sound)).toBeUndefined();
  });
});

describe('a request for a segment', () => {
  const table = readDrawnTable(TABLE)!;
  const asked = (uri: string, range?: string) => {
    const request = { uris: [uri], headers: range === undefined ? {} : { Range: range } };
    askForDrawn(request, table);
    return [request.uris[0], request.headers.Range];
  };

  it('goes to the drawn segment where there is one', () => {
    expect(asked('https://tv/media/t/own/c/h264-720.mp4', 'bytes=1000-1999')).toEqual([
      'https://tv/media/t/own/c/h264-720-drawn-ko.mp4',
      'bytes=0-29',
    ]);
    expect(asked('h264-720.mp4?v=1', 'bytes=5000-5999')).toEqual(['h264-720-drawn-ko.mp4?v=1', 'bytes=30-41']);
  });

  it.each([
    ['another segment', 'c/h264-720.mp4', 'bytes=2000-2999'],
    ['another rendition', 'c/h264-360.mp4', 'bytes=1000-1999'],
    ['a whole file', 'c/h264-720.mp4', undefined],
  ])('stays as it is for %s', (_, uri, range) => {
    expect(asked(uri, range)).toEqual([uri, range]);
  });

  it.each(['', '<html>', '{}', '{"renditions":7}'])('knows that %j is no table', (text) => {
    expect(readDrawnTable(text)).toBeNull();
  });
});

test('segments wait two seconds for a table, and drawings without one are gone', async () => {
  const clock = createFakeClock();
  let answer: (table: ReturnType<typeof readDrawnTable>) => void = () => undefined;
  let isGone = false;
  const shown = createShownDrawings({
    clock,
    load: () => new Promise((resolve) => (answer = resolve)),
    onGone: () => (isGone = true),
  });
  expect(shown.show(drawing('ko'))).toBe(true);
  expect(shown.show(drawing('ko'))).toBe(false);
  const late = shown.table();
  clock.advance(2_000);
  await expect(late).resolves.toBeNull();
  expect(shown.active()).toBe('ko');
  answer(readDrawnTable(TABLE));
  await expect(shown.table()).resolves.toHaveProperty('size', 1);

  shown.show(drawing('en'));
  answer(null);
  await settled();
  expect([shown.active(), isGone]).toEqual([null, true]);
  expect(clock.running()).toBe(0);
});
