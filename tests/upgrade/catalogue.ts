import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Titles of the catalogue, each with three episodes: a free one, one with advertisements and one for members. */
export const TITLES = [1, 2, 3, 4, 5];

/** A title with signs that are drawn into its pictures. */
const SIGNS = 2;

const RATINGS = ['all', 'all', '7', '12', '15'];
const ACCESS = ['free', 'avod', 'membership'];

/*
 * Plain records, and not those of the tests' builders: the earlier version must read them, and a version reads the catalogues of
 * all earlier ones.
 */
const clip = (id: string, duration: number, rest: object) => ({
  kind: 'clip',
  id,
  duration,
  streams: [
    { protocol: 'dash', path: 'media/short/manifest.mpd' },
    { protocol: 'hls', path: 'media/short/hls/main.m3u8' },
  ],
  subtitles: [],
  thumbnails: null,
  intro: null,
  outro: null,
  ...rest,
});

const title = (id: number) => ({
  kind: 'title',
  id,
  name: `제목 ${id}`,
  synopsis: '줄거리',
  genres: ['판타지'],
  tags: ['모험'],
  medium: 'TVA',
  content_rating: RATINGS[id - 1],
  air: { year: 2026, quarter: 4, weekday: id, is_ended: false },
  director: '감독',
  production: '제작사',
  cast: ['성우'],
  series: null,
  themes: [1],
  color: '#336699',
  art: { poster: 'pictures/poster.webp', wide: 'pictures/poster.webp', backdrop: 'pictures/poster.webp' },
  episodes: ACCESS.map((access, index) => ({
    id: id * 100 + index + 1,
    order: index + 1,
    episode_num: `${index + 1}화`,
    subject: `이야기 ${index + 1}`,
    synopsis: '줄거리',
    clip: id === SIGNS ? 'signs' : 'short',
    thumbnail: 'pictures/poster.webp',
    published_at: { days_before_import: 100 - index },
    access,
  })),
  products: [
    { id: id * 10 + 1, episode_id: null, name: '대여', kind: 'rental', rental_hours: 48, price: 4000 },
    { id: id * 10 + 2, episode_id: null, name: '소장', kind: 'own', rental_hours: null, price: 9000 },
  ],
});

const records = [
  clip('short', 100, { intro: { start: 5, end: 15 }, outro: { start: 90 } }),
  clip('signs', 100, {
    streams: [{ protocol: 'dash', path: 'media/signs/manifest.mpd' }],
    drawings: [{ lang: 'ko', label: '한국어', path: 'media/signs/drawn-ko.json' }],
  }),
  clip('ad-1', 12, {}),
  { kind: 'advertisement', id: 1, title: '광고', clip: 'ad-1', skip_after: 5 },
  { kind: 'theme', id: 1, title: '테마', description: '설명', image: 'pictures/poster.webp' },
  { kind: 'profile_image', id: 1, name: '그림', path: 'pictures/poster.webp' },
  { kind: 'profile_image', id: 2, name: '그림', path: 'pictures/poster.webp' },
  ...TITLES.map(title),
  { kind: 'plan', id: 1, plan: 'basic', name: '베이직 30일', price: 4900, days: 30 },
  { kind: 'plan', id: 2, plan: 'premium', name: '프리미엄 30일', price: 9900, days: 30 },
];

/** Writes the catalogue as `bora catalogue import` takes it. @returns the file. */
export async function writeCatalogue(folder: string): Promise<string> {
  const file = join(folder, 'catalogue.jsonl');
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return file;
}
