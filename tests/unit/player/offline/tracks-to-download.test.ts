import { describe, expect, test } from 'vitest';
import { tracksToDownload, type DownloadableTrack } from '#src/player/offline/tracks-to-download.ts';

const track = (part: Partial<DownloadableTrack>): DownloadableTrack => ({
  type: 'variant',
  language: 'ko',
  height: 720,
  bandwidth: 1_000,
  videoCodec: 'avc1.64001f',
  audioCodec: 'mp4a.40.2',
  audioRoles: ['main'],
  accessibilityPurpose: null,
  ...part,
});

describe('the tracks to download', () => {
  test('are one rendition of the first available codec, up to 720 lines, with all of its languages', () => {
    const wanted = [track({ bandwidth: 1_000 }), track({ language: 'ja', bandwidth: 990 })];
    const others = [
      track({ height: 1080, bandwidth: 4_000 }),
      track({ height: 360 }),
      track({ bandwidth: 900, audioCodec: 'opus' }),
      track({ videoCodec: 'vp09.00.31.08', bandwidth: 2_000 }),
      track({ type: 'text', height: null }),
    ];
    expect(tracksToDownload([...others, ...wanted], ['avc1', 'vp09'])).toEqual(wanted);
  });

  test('include a description in the language of the original', () => {
    const described = track({ audioRoles: ['description'], accessibilityPurpose: 'visually impaired', bandwidth: 990 });
    const lower = track({ ...described, bandwidth: 900 });
    expect(tracksToDownload([track({}), lower, described], ['avc1'])).toEqual([track({}), described]);
  });

  test('are the smallest rendition of any codec when all are larger', () => {
    const large = [track({ height: 2160 }), track({ height: 1080 })];
    expect(tracksToDownload(large, ['av01'])).toEqual([large[1]]);
  });
});
