import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TIZEN_FIRMWARE } from '../../platform/tizen/firmware.ts';
import { WEBOS_FIRMWARE } from '../../platform/webos/firmware.ts';

/* Store criteria that concern the films (docs/certification.md). */

const media = join(import.meta.dirname, '../catalogue/media');
const manifests = readdirSync(media).map((clip) => {
  const path = join(media, clip, 'manifest.mpd');
  return { path, text: readFileSync(path, 'utf8') };
});
/** Maximum video bit rate on the slowest connection of LG's test, in bit/s. */
const SLOWEST = 400_000;

test('TC 43: every film has a rendition for a connection of 512 kbit/s', () => {
  expect(manifests.length).toBeGreaterThan(3);
  for (const { path, text } of manifests) {
    const video = text.split('<AdaptationSet').filter((set) => /contentType="video"|mimeType="video/.test(set));
    const rates = video.flatMap((set) => [...set.matchAll(/bandwidth="(\d+)"/g)].map(([, rate]) => Number(rate)));
    expect(Math.min(...rates), path).toBeLessThanOrEqual(SLOWEST);
  }
});

test('TC 50, TC 51, TC 52: every film has codecs that sets of all years decode', () => {
  const codecs = new Set(
    manifests.flatMap(({ text }) => [...text.matchAll(/codecs="([a-z0-9]+)[."]/gi)].map(([, codec]) => codec ?? '')),
  );
  for (const { preferredVideoCodecs, keySystems, version } of [...TIZEN_FIRMWARE, ...WEBOS_FIRMWARE]) {
    expect(
      preferredVideoCodecs.some((codec) => codecs.has(codec)),
      version,
    ).toBe(true);
    expect(keySystems.map(({ name }) => name).sort(), version).toEqual([
      'com.microsoft.playready',
      'com.widevine.alpha',
    ]);
  }
});
