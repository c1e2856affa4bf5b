import { expect, test, vi } from 'vitest';
import { createCueDisplayer } from '#src/player/engine/cue-displayer.ts';
import type { PictureShare } from '#src/player/engine/cue-position.ts';
import type { SubtitleCue } from '#src/player/engine/engine.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createPictureSheets, type LoadedSheet } from '#src/player/engine/picture-sheets.ts';
import { writePictureCue } from '#contract/rules/picture-cue.ts';
import { buildParsedCue } from '#tests/support/media/subtitle-cues.ts';

const line = (startTime: number, endTime: number, payload: string) => buildParsedCue({ startTime, endTime, payload });

/** A picture that moves with the clock from 0 s. */
function setUp({ speed = 1, share = { width: 1, height: 1 } }: { speed?: number; share?: PictureShare } = {}) {
  const clock = createFakeClock();
  const told: (readonly SubtitleCue[])[] = [];
  const picture = { speed, hasDrawings: false };
  const displayer = createCueDisplayer({
    clock,
    positionSeconds: () => (clock.now() / 1_000) * picture.speed,
    speed: () => picture.speed,
    pictureShare: () => share,
    hasDrawings: () => picture.hasDrawings,
    sheetUrls: () => null,
    sheets: createPictureSheets({
      load: () => Promise.reject(new Error('text')),
      onLoaded: () => undefined,
      onFailed: () => undefined,
    }),
    onCues: (cues) => told.push(cues),
  });
  displayer.setTextVisibility(true);
  return { clock, displayer, picture, told, texts: () => told.map((cues) => cues.map((cue) => cue.text).join(' + ')) };
}

test('a cue appears and disappears at its own times, without an event of the picture', () => {
  const { clock, displayer, texts } = setUp();
  displayer.append([line(2, 3.5, '하나'), line(3, 4, '둘')]);
  clock.advance(1_990);
  expect(texts()).toEqual([]);
  clock.advance(10);
  expect(texts()).toEqual(['하나']);
  clock.advance(10_000);
  expect(texts()).toEqual(['하나', '하나 + 둘', '둘', '']);
  expect(clock.running()).toBe(0);
});

test('cues follow a picture at double speed', () => {
  const { clock, displayer, texts } = setUp({ speed: 2 });
  displayer.append([line(2, 3, '하나')]);
  clock.advance(1_000);
  expect(texts()).toEqual(['하나']);
});

test('position events keep the one timer, and a jump replaces it', () => {
  const { clock, displayer, picture, texts } = setUp();
  const timers = vi.spyOn(clock, 'after');
  displayer.append([line(0, 20, '하나'), line(30, 31, '둘')]);
  for (let look = 0; look < 40; look += 1) {
    clock.advance(250);
    displayer.refresh();
  }
  expect(timers).toHaveBeenCalledTimes(1);
  // To 20 s at double speed.
  picture.speed = 2;
  displayer.refresh();
  expect(texts().at(-1)).toBe('');
  clock.advance(4_999);
  expect(texts().at(-1)).toBe('');
  clock.advance(1);
  expect(texts().at(-1)).toBe('둘');
});

test('no timer runs while the picture is paused', () => {
  const { clock, displayer, picture } = setUp();
  picture.speed = 0;
  displayer.append([line(0, 3, '하나')]);
  expect(clock.running()).toBe(0);
});

test('a segment that is loaded again does not duplicate its cues', () => {
  const { displayer, told } = setUp();
  displayer.append([line(0, 3, '하나')]);
  displayer.append([line(0, 3, '하나')]);
  expect(told).toHaveLength(1);
  expect(told[0]).toHaveLength(1);
});

test('removing a range removes overlapping cues', () => {
  const { displayer, texts } = setUp();
  displayer.append([line(0, 3, '하나')]);
  expect(displayer.remove(3, 9)).toBe(true);
  expect(texts()).toEqual(['하나']);
  displayer.remove(0, 1);
  expect(texts()).toEqual(['하나', '']);
});

test('nothing is shown while subtitles are off, and no timer runs after destroy', async () => {
  const { clock, displayer, texts } = setUp();
  displayer.append([line(0, 3, '하나')]);
  displayer.setTextVisibility(false);
  expect(texts()).toEqual(['하나', '']);
  displayer.setTextVisibility(true);
  await displayer.destroy();
  expect(texts()).toEqual(['하나', '', '하나', '']);
  expect(displayer.remove(0, 1)).toBe(false);
  expect(clock.running()).toBe(0);
});

test('styled text is read as plain text with its line breaks', () => {
  const { displayer, texts } = setUp();
  const nestedCues = [
    line(0, 3, '한국어'),
    buildParsedCue({ lineBreak: true }),
    buildParsedCue({ nestedCues: [line(0, 3, '둘째'), line(0, 3, ' 줄')] }),
  ];
  displayer.append([buildParsedCue({ startTime: 0, endTime: 3, nestedCues })]);
  expect(texts()).toEqual(['한국어\n둘째 줄']);
});

test('a place in a picture of 4:3 is between its bars', () => {
  const { displayer, told } = setUp({ share: { width: 0.75, height: 1 } });
  const place = { position: 20, line: 40, lineInterpretation: 1 };
  displayer.append([buildParsedCue({ payload: '간판', ...place })]);
  expect(told[0]?.[0]?.placement).toMatchObject({ x: 27.5, y: 40 });
});

test('the same text at two places is two cues', () => {
  const { displayer, told } = setUp();
  const at = (position: number) => buildParsedCue({ payload: '간판', position, line: 40, lineInterpretation: 1 });
  displayer.append([at(20), at(80)]);
  expect(told[0]).toHaveLength(2);
});

test('a cue that is also drawn into the picture is left out while the picture has drawings', () => {
  const { clock, displayer, picture, texts } = setUp();
  displayer.append([line(1, 9, '대사'), { ...line(1, 9, '역 앞'), id: 'drawn' }]);
  clock.advance(1_000);
  expect(texts().at(-1)).toBe('대사 + 역 앞');
  picture.hasDrawings = true;
  displayer.recompute();
  expect(texts().at(-1)).toBe('대사');
  picture.hasDrawings = false;
  displayer.recompute();
  expect(texts().at(-1)).toBe('대사 + 역 앞');
});

/** A picture from a sheet, in the lower middle of the film. */
const pictureAt = (startTime: number, endTime: number, sheet: number) =>
  line(
    startTime,
    endTime,
    writePictureCue({
      ...{ sheet, x: 0, y: 40, width: 300, height: 30 },
      place: { left: 30, top: 80, width: 40, height: 10 },
    }),
  );

/** Pictures whose sheets a test loads, over a film that fills the middle half of the screen's height. */
function setUpPictures() {
  const clock = createFakeClock();
  const told: (readonly SubtitleCue[])[] = [];
  const loading = new Map<string, { resolve: (sheet: LoadedSheet) => void; reject: (error: Error) => void }>();
  const asked: string[] = [];
  const failures: unknown[] = [];
  const sheets = createPictureSheets({
    load: (url) =>
      new Promise((resolve, reject) => {
        asked.push(url);
        loading.set(url, { resolve, reject });
      }),
    onLoaded: () => displayer.recompute(),
    onFailed: (error) => failures.push(error),
  });
  const displayer = createCueDisplayer({
    clock,
    positionSeconds: () => clock.now() / 1_000,
    speed: () => 1,
    pictureShare: () => ({ width: 1, height: 0.5 }),
    hasDrawings: () => false,
    sheetUrls: () => ['one.webp', 'two.webp', 'three.webp'],
    sheets,
    onCues: (cues) => told.push(cues),
  });
  displayer.setTextVisibility(true);
  const arrive = async (url: string) => {
    loading.get(url)?.resolve({ url, size: { width: 1280, height: 400 } });
    await settled();
  };
  const fail = async (url: string) => {
    loading.get(url)?.reject(new Error('gone'));
    await settled();
  };
  return { clock, displayer, asked, failures, arrive, fail, last: () => told.at(-1)?.map(({ picture }) => picture) };
}

test('a picture appears at its place on the screen once its sheet has arrived', async () => {
  const { clock, displayer, asked, arrive, last } = setUpPictures();
  displayer.append([pictureAt(2, 4, 1)]);
  // Before it is needed.
  expect(asked).toEqual(['one.webp']);
  clock.advance(2_000);
  expect(last()).toBeUndefined();
  await arrive('one.webp');
  expect(last()).toEqual([
    {
      sheet: { url: 'one.webp', size: { width: 1280, height: 400 } },
      part: { x: 0, y: 40, width: 300, height: 30 },
      place: { left: 30, top: 65, width: 40, height: 5 },
    },
  ]);
  clock.advance(2_000);
  expect(last()).toEqual([]);
});

test('the shown sheet and the next one are in memory, each loaded once, and the others are let go', async () => {
  const { clock, displayer, asked, arrive, last } = setUpPictures();
  displayer.append([pictureAt(0, 1, 1), pictureAt(2, 3, 1), pictureAt(4, 5, 2), pictureAt(6, 7, 3)]);
  await arrive('one.webp');
  clock.advance(2_500);
  await arrive('two.webp');
  clock.advance(2_000);
  expect(asked).toEqual(['one.webp', 'two.webp', 'three.webp']);
  expect(last()).toMatchObject([{ sheet: { url: 'two.webp' } }]);
});

test('a sheet that did not arrive is told once, and asked for again with each next picture', async () => {
  const { clock, displayer, asked, failures, arrive, fail, last } = setUpPictures();
  displayer.append([pictureAt(0, 1, 1), pictureAt(2, 3, 1), pictureAt(4, 5, 1)]);
  await fail('one.webp');
  clock.advance(2_000);
  await fail('one.webp');
  expect(failures).toHaveLength(1);
  clock.advance(2_000);
  await arrive('one.webp');
  expect(asked.length).toBeGreaterThan(2);
  expect(last()).toHaveLength(1);
});

test('cues that name no part of a known sheet show nothing', async () => {
  const { displayer, asked, last } = setUpPictures();
  displayer.append([pictureAt(0, 1, 4), line(0, 1, '1#xywh=0,0,0,0 1,1,1,1')]);
  await settled();
  expect([asked, last()]).toEqual([[], undefined]);
});
