import { expect, it } from 'vitest';
import type { TextFormat } from '#server/intake/probe/source.ts';
import { convertFile } from '#server/intake/subtitles/convert.ts';
import { processorMs } from '#tests/support/processor-time.ts';

const ASS = '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,';
const SRT = '00:00:01,000 --> 00:00:02,000\n';
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n';
const SAMI = '<SAMI><BODY><SYNC Start=1000><P>';

/** @returns milliseconds of the faster one of two runs. */
const timeOf = (format: TextFormat, source: string) =>
  Math.min(
    ...[1, 2].map(() => {
      const bytes = Buffer.from(source);
      return processorMs(() => convertFile(bytes, { format, lang: 'ko' }, 100));
    }),
  );

it.each([
  ['ass', ASS, '漢'],
  ['ass', ASS, '{'],
  ['ass', ASS, '{\\i1}가'],
  ['srt', SRT, '<a'],
  ['srt', SRT, '<i></b>'],
  ['srt', '', `${SRT}가\n`],
  ['vtt', VTT, '<'],
  ['vtt', VTT, '&'],
  ['vtt', 'WEBVTT\n\nSTYLE\n', '::cue(.a {'],
  ['sami', SAMI, '<!--'],
  ['sami', SAMI, '<SYNC Start=1000><P>가'],
] as const)(
  'reads %s in a time that grows with its length: %s %s',
  (format, head, piece) => {
    const times = [2_000, 16_000].map((count) => timeOf(format, head + piece.repeat(count)));
    // Eight times the length; a quadratic reader takes 64 times as long.
    expect(times[1]! / Math.max(5, times[0]!)).toBeLessThan(32);
  },
  60_000,
);
