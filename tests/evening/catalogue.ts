import type { CatalogueRecord } from '#server/catalogue/format/index.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildProfileImageRecord,
  buildThemeRecord,
  buildTitleRecord,
} from '#tests/support/server/server-records.ts';

/** Length of all episodes in tests, in seconds: short enough that some are watched to their end. */
export const EPISODE_SECONDS = 420;
/** Length of the closing titles, in seconds. */
const OUTRO_SECONDS = 40;
const TITLES = 8;
/** A title with signs that are drawn into its pictures, and with subtitles of a disc. */
const SIGNS = 3;

/** Free titles, titles for members, and titles that are also sold. */
export const eveningCatalogue = (episodeSeconds: number): CatalogueRecord[] => [
  buildClipRecord({ duration: episodeSeconds, outro: { start: episodeSeconds - OUTRO_SECONDS } }),
  buildClipRecord({
    id: 'signs',
    duration: episodeSeconds,
    outro: { start: episodeSeconds - OUTRO_SECONDS },
    streams: [{ protocol: 'dash', path: 'media/signs/manifest.mpd' }],
    drawings: [{ lang: 'ko', label: '한국어', path: 'media/signs/drawn-ko.json' }],
    subtitles: [
      {
        lang: 'ko',
        label: '한국어 (그림)',
        path: 'media/signs/pictures-ko.vtt',
        sheets: ['media/signs/pictures-ko-1.webp'],
      },
    ],
  }),
  buildThemeRecord(1),
  buildProfileImageRecord(1),
  ...Array.from({ length: TITLES }, (_, index) => index + 1).map((id) =>
    buildTitleRecord(id, {
      episodes: [1, 2, 3, 4].map((order) =>
        buildEpisodeRecord(id, order, {
          access: order < 3 ? 'free' : 'membership',
          clip: id === SIGNS ? 'signs' : 'short',
        }),
      ),
      products:
        id % 2 === 0
          ? [{ id: id * 10, episode_id: null, name: '전편 대여', kind: 'rental', rental_hours: 48, price: 4000 }]
          : [],
    }),
  ),
];
