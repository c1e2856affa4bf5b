import {
  titleRecordSchema,
  type CatalogueRecord,
  type ClipRecord,
  type EpisodeRecord,
  type ProfileImageRecord,
  type ThemeRecord,
  type TitleRecord,
} from '#server/catalogue/format/index.ts';

/** A clip of 100 s with an intro from 5 to 15 s and an outro from 90 s on. */
export const buildClipRecord = (changes: Partial<ClipRecord> = {}): ClipRecord => ({
  kind: 'clip',
  id: 'short',
  duration: 100,
  streams: [
    { protocol: 'dash', path: 'media/short/manifest.mpd' },
    { protocol: 'hls', path: 'media/short/hls/main.m3u8' },
  ],
  subtitles: [
    { lang: 'ko', label: '한국어', path: 'media/short/ko.vtt' },
    { lang: 'ko', label: '한국어 (화면 글자)', path: 'media/short/ko-signs.vtt', role: 'forced' },
  ],
  audio: [
    { lang: 'ja', role: 'main', label: '원어 (일본어)' },
    { lang: 'ko', role: 'dub', label: '한국어 더빙' },
  ],
  thumbnails: {
    path: 'media/short/thumbnails.jpg',
    interval: 5,
    columns: 5,
    rows: 4,
    width: 160,
    height: 90,
  },
  intro: { start: 5, end: 15 },
  outro: { start: 90 },
  recap: null,
  preview: null,
  ...changes,
});

/** An episode id is the title's id followed by two digits: 101 for the first episode of title 1. */
export const buildEpisodeRecord = (
  titleId: number,
  order: number,
  changes: Partial<EpisodeRecord> = {},
): EpisodeRecord => ({
  id: titleId * 100 + order,
  order,
  episode_num: `${order}화`,
  subject: `이야기 ${order}`,
  synopsis: '줄거리',
  clip: 'short',
  thumbnail: 'pictures/thumbnail.webp',
  published_at: { days_before_import: 100 - order },
  ends_at: null,
  countries: [],
  access: 'membership',
  ...changes,
});

export const buildTitleRecord = (id: number, changes: Partial<TitleRecord> = {}): TitleRecord => ({
  // Parsed, so that fields with a default need no line here.
  ...titleRecordSchema.parse({
    kind: 'title',
    id,
    name: `제목 ${id}`,
    synopsis: '줄거리',
    genres: ['판타지'],
    tags: ['모험'],
    medium: 'TVA',
    content_rating: 'all',
    air: { year: 2026, quarter: 4, weekday: null, is_ended: false },
    director: '감독',
    production: '제작사',
    cast: ['성우'],
    series: null,
    themes: [1],
    color: '#336699',
    art: { poster: 'pictures/poster.webp', wide: 'pictures/wide.webp', backdrop: 'pictures/backdrop.webp' },
    episodes: [
      buildEpisodeRecord(id, 1, { access: 'free' }),
      buildEpisodeRecord(id, 2, { access: 'avod' }),
      buildEpisodeRecord(id, 3),
    ],
  }),
  ...changes,
});

/** The fields of a title that operators edit. */
export function buildTitleFields(changes: Partial<TitleRecord> = {}): Record<string, unknown> {
  const { kind: _kind, id: _id, art: _art, episodes: _episodes, products: _products, ...fields } = buildTitleRecord(1);
  return { ...fields, ...changes };
}

export const buildThemeRecord = (id: number, changes: Partial<ThemeRecord> = {}): ThemeRecord => ({
  kind: 'theme',
  id,
  title: `테마 ${id}`,
  description: '설명',
  image: 'pictures/theme.webp',
  ...changes,
});

export const buildProfileImageRecord = (id: number, changes: Partial<ProfileImageRecord> = {}): ProfileImageRecord => ({
  kind: 'profile_image',
  id,
  name: `그림 ${id}`,
  path: `pictures/profile-${id}.webp`,
  ...changes,
});

/**
 * A small catalogue with one title per rule:
 *
 *     1  everybody, airs on Fridays, three episodes (free, avod, membership) and one that comes out tomorrow
 *     2  everybody, ended on a Friday          5  from 15 on
 *     3  from 7 on, airs on Mondays            6  from 19 on, airs on Fridays
 *     4  from 12 on, new this week             7  no episode released yet
 */
export const smallCatalogue = (): CatalogueRecord[] => [
  buildClipRecord(),
  buildThemeRecord(1),
  buildThemeRecord(2, { title: '어른들의 밤' }),
  buildProfileImageRecord(1),
  buildProfileImageRecord(2),
  buildTitleRecord(1, {
    air: { year: 2026, quarter: 4, weekday: 5, is_ended: false },
    episodes: [
      buildEpisodeRecord(1, 1, { access: 'free' }),
      buildEpisodeRecord(1, 2, { access: 'avod' }),
      buildEpisodeRecord(1, 3),
      buildEpisodeRecord(1, 4, { published_at: { days_before_import: -1 } }),
    ],
  }),
  buildTitleRecord(2, { air: { year: 2020, quarter: 1, weekday: 5, is_ended: true } }),
  buildTitleRecord(3, { content_rating: '7', air: { year: 2026, quarter: 4, weekday: 1, is_ended: false } }),
  buildTitleRecord(4, {
    content_rating: '12',
    genres: ['일상'],
    episodes: [buildEpisodeRecord(4, 1, { published_at: { days_before_import: 2 } })],
  }),
  buildTitleRecord(5, { content_rating: '15', themes: [2] }),
  buildTitleRecord(6, {
    content_rating: '19',
    themes: [2],
    air: { year: 2026, quarter: 4, weekday: 5, is_ended: false },
  }),
  buildTitleRecord(7, { episodes: [buildEpisodeRecord(7, 1, { published_at: { days_before_import: -3 } })] }),
];

/** A clip of 12 s that only an advertisement uses. */
export const buildAdvertisementRecords = (id: number): CatalogueRecord[] => [
  buildClipRecord({
    id: `ad-${id}`,
    duration: 12,
    streams: [
      { protocol: 'dash', path: `media/ad-${id}/manifest.mpd` },
      { protocol: 'hls', path: `media/ad-${id}/master.m3u8` },
    ],
    subtitles: [],
    thumbnails: null,
    intro: null,
    outro: null,
  }),
  { kind: 'advertisement', id, title: `광고 ${id}`, clip: `ad-${id}`, skip_after: 5 },
];

/** A basic and a premium membership of 30 days. */
export const plans = (): CatalogueRecord[] => [
  { kind: 'plan', id: 1, plan: 'basic', name: '베이직 30일', price: 4900, days: 30 },
  { kind: 'plan', id: 2, plan: 'premium', name: '프리미엄 30일', price: 9900, days: 30 },
];

/**
 * The small catalogue, and title 8 with one episode per way to watch: 801 with advertisements, 802 for members, 803
 * for purchase only, 804 free and progressive.
 */
export const shopCatalogue = (): CatalogueRecord[] => [
  ...smallCatalogue(),
  ...[1, 2, 3].flatMap(buildAdvertisementRecords),
  buildClipRecord({ id: 'whole', download: { path: 'media/short/download.mp4', size: 1000 } }),
  buildTitleRecord(8, {
    episodes: [
      buildEpisodeRecord(8, 1, { access: 'avod', ad_breaks: [0, 50] }),
      buildEpisodeRecord(8, 2, { access: 'membership' }),
      buildEpisodeRecord(8, 3, { access: 'purchase' }),
      buildEpisodeRecord(8, 4, { access: 'free', clip: 'whole' }),
    ],
    products: [
      { id: 81, episode_id: null, name: '전편 대여', kind: 'rental', rental_hours: 48, price: 4000 },
      { id: 82, episode_id: null, name: '전편 소장', kind: 'own', rental_hours: null, price: 9000 },
    ],
  }),
  ...plans(),
];
