import { expect, test, vi } from 'vitest';
import { createCueDisplayer, type ParsedCue } from '#src/player/cue-displayer.ts';
import type { SubtitleCue } from '#src/player/engine.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const buildCue = (override: Partial<ParsedCue>): ParsedCue => ({
  startTime: 0,
  endTime: 1,
  payload: '',
  nestedCues: [],
  lineBreak: false,
  line: null,
  lineInterpretation: 0,
  ...override,
});

const line = (startTime: number, endTime: number, payload: string) => buildCue({ startTime, endTime, payload });

/** A picture that moves with the clock from 0 s. */
function setUp({ speed = 1 } = {}) {
  const clock = createFakeClock();
  const told: (readonly SubtitleCue[])[] = [];
  const picture = { speed };
  const displayer = createCueDisplayer({
    clock,
    positionSeconds: () => (clock.now() / 1_000) * picture.speed,
    speed: () => picture.speed,
    onCues: (cues) => told.push(cues),
  });
  displayer.setTextVisibility(true);
  return { clock, displayer, picture, told, texts: () => told.map((cues) => cues.map((cue) => cue.text).join(' + ')) };
}

test('a line comes and goes at its own time, without a word from the picture', () => {
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

test('keeps the pace of a picture at double speed', () => {
  const { clock, displayer, texts } = setUp({ speed: 2 });
  displayer.append([line(2, 3, '하나')]);
  clock.advance(1_000);
  expect(texts()).toEqual(['하나']);
});

test('a picture that tells its place four times a second keeps the one timer, and one that jumps gets another', () => {
  const { clock, displayer, picture, texts } = setUp();
  const timers = vi.spyOn(clock, 'after');
  displayer.append([line(0, 20, '하나'), line(30, 31, '둘')]);
  for (let look = 0; look < 40; look += 1) {
    clock.advance(250);
    displayer.refresh();
  }
  expect(timers).toHaveBeenCalledTimes(1);
  // To 20 s, at double speed.
  picture.speed = 2;
  displayer.refresh();
  expect(texts().at(-1)).toBe('');
  clock.advance(4_999);
  expect(texts().at(-1)).toBe('');
  clock.advance(1);
  expect(texts().at(-1)).toBe('둘');
});

test('no timer runs while the picture stands', () => {
  const { clock, displayer, picture } = setUp();
  picture.speed = 0;
  displayer.append([line(0, 3, '하나')]);
  expect(clock.running()).toBe(0);
});

test('a segment that is loaded again does not double its lines', () => {
  const { displayer, told } = setUp();
  displayer.append([line(0, 3, '하나')]);
  displayer.append([line(0, 3, '하나')]);
  expect(told).toHaveLength(1);
  expect(told[0]).toHaveLength(1);
});

test('takes out what overlaps the range that is removed', () => {
  const { displayer, texts } = setUp();
  displayer.append([line(0, 3, '하나')]);
  expect(displayer.remove(3, 9)).toBe(true);
  expect(texts()).toEqual(['하나']);
  displayer.remove(0, 1);
  expect(texts()).toEqual(['하나', '']);
});

test('says nothing when subtitles are off, and nothing runs after destroy', async () => {
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

test('reads styled text as plain text with its lines', () => {
  const { displayer, texts } = setUp();
  const nestedCues = [
    line(0, 3, '한국어'),
    buildCue({ lineBreak: true }),
    buildCue({ nestedCues: [line(0, 3, '둘째'), line(0, 3, ' 줄')] }),
  ];
  displayer.append([buildCue({ startTime: 0, endTime: 3, nestedCues })]);
  expect(texts()).toEqual(['한국어\n둘째 줄']);
});

test.each([
  ['nothing is said', null, 0, 'bottom'],
  ['the first line', 0, 0, 'top'],
  ['the last line', -1, 0, 'bottom'],
  ['10 per cent', 10, 1, 'top'],
  ['90 per cent', 90, 1, 'bottom'],
] as const)('a line at %s', (_, at, lineInterpretation, placement) => {
  const { displayer, told } = setUp();
  displayer.append([buildCue({ endTime: 3, payload: '간판', line: at, lineInterpretation })]);
  expect(told[0]?.[0]?.placement).toBe(placement);
});
