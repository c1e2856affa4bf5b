import { describe, expect, test } from 'vitest';
import {
  changesFormat,
  gainOf,
  integratedLoudness,
  measureArguments,
  soundFilter,
  soundOutput,
} from '#server/intake/encode/sound-arguments.ts';
import type { PlannedSound } from '#server/intake/plan/plan.ts';

const sound = (stream: number | null) => ({ name: 'sound-ja', stream }) as PlannedSound;
const summary = (lufs: string) => `[Parsed_ebur128_2] Summary:\n\n  Integrated loudness:\n    I: ${lufs} LUFS\n`;

test.each([
  [-23, 0],
  [-30, 7],
  [-16, -7],
  [-60, 20],
  [-64.9, 20],
  [-65.1, 0],
  [-22.96, 0],
  [-23.06, 0.1],
  [null, 0],
])('a sound of %j LUFS is changed by %d dB', (lufs, gain) => {
  expect(gainOf(lufs) + 0).toBe(gain);
});

test.each([
  [summary('-18.4'), -18.4],
  [`${summary('-70.0')}${summary('-20.1')}`, -20.1],
  [summary('-inf'), null],
  [summary('nan'), null],
  ['nothing', null],
])('the loudness is read from the last summary of %j', (messages, lufs) => {
  expect(integratedLoudness(messages)).toBe(lufs);
});

test.each([
  [[], false],
  [['-18.4'], false],
  [['-70.0', '-18.4'], false],
  [['-65', '-18.4'], false],
  [['-18.4', '-20.0'], true],
])('a sound with the summaries %j changes its format: %j', (loudness, isChanged) => {
  expect(changesFormat(loudness.map(summary).join(''))).toBe(isChanged);
});

describe('the filter of a sound', () => {
  test('makes two channels at 48 kHz, limits the peaks, and ends with the picture', () => {
    const parts = soundFilter(sound(2), 0, 1.5).split(',');
    expect(parts[0]).toBe('[0:2]aresample=48000:async=1:first_pts=0');
    expect(parts).toContain('aformat=sample_fmts=fltp:channel_layouts=stereo');
    expect(parts).toContain('alimiter=limit=0.8913:level=disabled');
    expect(parts.slice(-2)).toEqual(['apad=whole_len=72000', 'atrim=end_sample=72000']);
    expect(parts.filter((part) => part.startsWith('volume'))).toEqual([]);
  });

  test('changes the volume before the limit', () => {
    const filter = soundFilter(sound(1), -2.5, 1);
    expect(filter).toContain('stereo,volume=-2.5dB,alimiter');
  });

  test('is silence for a video without a sound', () => {
    expect(soundFilter(sound(null), 0, 2)).toBe(
      'anullsrc=channel_layout=stereo:sample_rate=48000,atrim=end_sample=96000',
    );
  });
});

test('a sound is written as AAC in a file of its own, without what the source says of itself', () => {
  expect(soundOutput(sound(1)).join(' ')).toBe(
    '-c:a aac -b:a 128k -ar 48000 -ac 2 -map_metadata -1 -map_chapters -1 -f mp4 sound-ja.mp4',
  );
});

test('a measurement reads one stream alone and writes no file', () => {
  const words = measureArguments(3);
  expect(words.slice(0, 3)).toEqual(['-vn', '-sn', '-dn']);
  expect(words[words.indexOf('-filter_complex') + 1]).toMatch(
    /^\[0:3\]aresample=48000.*,ebur128=framelog=verbose\[out\]$/,
  );
  expect(words.slice(-5)).toEqual(['-map', '[out]', '-f', 'null', '-']);
});
