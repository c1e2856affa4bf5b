import { expect, test } from 'vitest';
import { shakaConfigurationOf } from '#src/player/shaka-configuration.ts';

const stream = { protocol: 'dash', url: '/media/7.mpd', drm: null } as const;
const request = { streams: [stream], startAtSeconds: 0, subtitles: [], subtitleLang: null };

/** What the rendition at the start may need, in kilobits per second. */
const firstKilobits = (downlinkMegabits: number | null) => {
  const { abr } = shakaConfigurationOf(stream, request, [], downlinkMegabits) as {
    abr: { defaultBandwidthEstimate: number };
  };
  return abr.defaultBandwidthEstimate / 1_000;
};

test.each([
  ['a line of 512 kbit/s begins below every rendition but the lowest', 0.5, 125],
  ['so does one that nobody knows', null, 125],
  ['a fast line begins high', 10, 2_500],
])('%s', (_, megabits, kilobits) => {
  expect(firstKilobits(megabits)).toBe(kilobits);
});
