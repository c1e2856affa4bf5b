import { expect, test } from 'vitest';
import { shakaConfigurationOf } from '#src/player/shaka-configuration.ts';

const stream = { protocol: 'dash', url: '/media/7.mpd', drm: null } as const;
const request = { streams: [stream], startAtSeconds: 0, subtitles: [], subtitleKey: null };

/** Bandwidth that the first rendition may need, in kbit/s. */
const firstKilobits = (downlinkMegabits: number | null) => {
  const { abr } = shakaConfigurationOf(stream, request, [], downlinkMegabits) as {
    abr: { defaultBandwidthEstimate: number };
  };
  return abr.defaultBandwidthEstimate / 1_000;
};

test.each([
  ['a connection of 512 kbit/s starts with the lowest rendition', 0.5, 125],
  ['an unknown connection starts with the lowest rendition', null, 125],
  ['a fast connection starts with a high rendition', 10, 2_500],
])('%s', (_, megabits, kilobits) => {
  expect(firstKilobits(megabits)).toBe(kilobits);
});
