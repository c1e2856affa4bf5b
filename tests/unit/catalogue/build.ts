import {
  titleRecordSchema,
  type ClipRecord,
  type EpisodeRecord,
  type ProfileImageRecord,
  type SourcedRecord,
  type ThemeRecord,
  type TitleRecord,
} from '#server/catalogue/format/index.ts';

/** Valid records, for tests that break one part. */

export const buildEpisode = (own: Partial<EpisodeRecord> = {}): EpisodeRecord => ({
  id: 1001,
  order: 1,
  episode_num: '1화',
  subject: '첫 장',
  synopsis: '이야기가 시작돼요.',
  clip: 'harbor',
  thumbnail: 'pictures/01.webp',
  published_at: { days_before_import: 7 },
  ends_at: null,
  countries: [],
  access: 'free',
  ...own,
});

export const buildTitle = (own: Partial<TitleRecord> = {}): TitleRecord => ({
  // Parsed, so that fields with a default need no line here.
  ...titleRecordSchema.parse({
    kind: 'title',
    id: 10,
    name: '바람이 머무는 자리',
    synopsis: '바람을 기다리는 마을의 이야기예요.',
    genres: ['드라마'],
    tags: ['바람'],
    medium: 'TVA',
    content_rating: 'all',
    air: { year: 2026, quarter: 4, weekday: 3, is_ended: false },
    director: '한새벽',
    production: '새벽 공방',
    cast: ['바람 역'],
    series: null,
    themes: [1],
    color: '#4e25a6',
    art: { poster: 'pictures/poster.webp', wide: 'pictures/wide.webp', backdrop: 'pictures/backdrop.webp' },
    episodes: [buildEpisode()],
  }),
  ...own,
});

export const buildClip = (own: Partial<ClipRecord> = {}): ClipRecord => ({
  kind: 'clip',
  id: 'harbor',
  duration: 60,
  streams: [{ protocol: 'dash', path: 'media/harbor/manifest.mpd' }],
  subtitles: [{ lang: 'ko', label: '한국어', path: 'media/harbor/ko.vtt' }],
  thumbnails: null,
  intro: { start: 5, end: 15 },
  outro: { start: 50 },
  recap: null,
  preview: null,
  ...own,
});

export const buildTheme = (own: Partial<ThemeRecord> = {}): ThemeRecord => ({
  kind: 'theme',
  id: 1,
  title: '바람 부는 날',
  description: '바람 소리를 들으며 봐요.',
  image: 'pictures/theme.webp',
  ...own,
});

export const buildProfileImage = (own: Partial<ProfileImageRecord> = {}): ProfileImageRecord => ({
  kind: 'profile_image',
  id: 1,
  name: '여우',
  path: 'pictures/fox.webp',
  ...own,
});

/** A record as if read from a file named after its kind and id. */
export const read = (record: SourcedRecord['record'], source = `records/${record.kind}-${record.id}.json`) => ({
  source,
  record,
});
