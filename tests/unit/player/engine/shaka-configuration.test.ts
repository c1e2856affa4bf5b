import { expect, test } from 'vitest';
import { shakaConfigurationOf } from '#src/player/engine/shaka-configuration.ts';

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

test('only a window limits the renditions, because a panel has more lines than the page of a set', () => {
  const restricts = (isWindowed: boolean) =>
    (shakaConfigurationOf(stream, request, [], null, isWindowed) as { abr: { restrictToElementSize: boolean } }).abr
      .restrictToElementSize;
  expect([restricts(true), restricts(false)]).toEqual([true, false]);
});

test('the wanted sound is found by its label, then by its language', () => {
  const sounds = [
    { lang: 'ja', role: 'main', label: '원어 (일본어)' },
    { lang: 'ja', role: 'description', label: '일본어 화면 해설' },
  ] as const;
  const preferredAudio = (audioKey: string) => shakaConfigurationOf(stream, { ...request, sounds, audioKey });
  expect(preferredAudio('ja/description')).toMatchObject({
    preferredAudio: [{ language: 'ja', label: '일본어 화면 해설' }, { language: 'ja' }],
  });
  expect(preferredAudio('ja')).toMatchObject({ preferredAudio: [{ label: '원어 (일본어)' }, { language: 'ja' }] });
  expect(preferredAudio('ko')).toMatchObject({ preferredAudio: [{ language: 'ko' }] });
});
