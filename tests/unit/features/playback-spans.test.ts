import { expect, test } from 'vitest';
import { playbackSpans } from '#src/features/diagnostics/playback-spans.ts';
import type { ChronicleEntry, PlaybackState } from '#src/player/index.ts';

const at = (atMs: number, state: PlaybackState): ChronicleEntry => ({ type: 'state', state, positionSeconds: 0, atMs });

test.each<[string, ChronicleEntry[], string[]]>([
  ['no line for no entries', [], []],
  ['no line for a single entry', [at(0, 'loading')], []],
  [
    'one line from the first to the last entry, with all kinds of waiting as one',
    [
      at(0, 'loading'),
      at(1_000, 'playing'),
      at(6_000, 'seeking'),
      at(6_500, 'buffering'),
      at(7_000, 'playing'),
      { type: 'phase', phase: 'closed', atMs: 10_000 },
    ],
    ['waiting 0-10', 'playing 10-60', 'waiting 60-70', 'playing 70-100'],
  ],
  [
    'a failure at the end',
    [at(2_000, 'playing'), at(4_000, 'failed'), { type: 'phase', phase: 'closed', atMs: 6_000 }],
    ['playing 0-50', 'failed 50-100'],
  ],
])('playback spans consist of %s', (_, entries, expected) => {
  const drawn = playbackSpans(entries).map(
    ({ kind, from, to }) => `${kind} ${Math.round(from * 100)}-${Math.round(to * 100)}`,
  );
  expect(drawn).toEqual(expected);
});
