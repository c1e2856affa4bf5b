import type { CatalogueRecord, EpisodeRecord, TitleRecord } from './format.ts';

/** Generated titles count from here; the demo's have three digits. */
const FIRST_ID = 10_000;

const FIRST_WORDS = [
  '푸른',
  '잠든',
  '먼바다의',
  '이상한',
  '열두 번째',
  '한여름의',
  '종이로 만든',
  '노래하는',
  '별을 줍는',
  '새벽의',
  '작은',
  '돌아온',
  '비밀의',
  '구름 위',
  '마지막',
  '느린',
  '그림자 없는',
  '붉은',
];
const SECOND_WORDS = [
  '기관사',
  '우산 가게',
  '도서관',
  '고래',
  '탐정단',
  '등대지기',
  '빵집',
  '나침반',
  '합창단',
  '수리공',
  '정원',
  '여우',
  '망원경',
  '배달부',
  '섬',
  '시계탑',
  '기사',
];

/** Each pair of words once, then again as a second season, and so on. */
function nameOf(index: number): string {
  const pairs = FIRST_WORDS.length * SECOND_WORDS.length;
  const season = Math.floor(index / pairs) + 1;
  const first = FIRST_WORDS[index % FIRST_WORDS.length]!;
  const second = SECOND_WORDS[Math.floor((index % pairs) / FIRST_WORDS.length)]!;
  return season === 1 ? `${first} ${second}` : `${first} ${second} ${season}기`;
}

/** An episode of the demo under another title's number; what hangs on its id is left out. */
const episodeOf = (titleId: number, of: EpisodeRecord): EpisodeRecord => ({
  id: titleId * 100 + of.order,
  order: of.order,
  episode_num: of.episode_num,
  subject: of.subject,
  synopsis: of.synopsis,
  clip: of.clip,
  thumbnail: of.thumbnail,
  published_at: of.published_at,
  // Products are left out, because orders hang on their ids.
  access: of.access === 'purchase' ? 'membership' : of.access,
});

const titleOf = (index: number, of: TitleRecord, tagsOf: TitleRecord): TitleRecord => ({
  kind: 'title',
  id: FIRST_ID + index,
  name: nameOf(index),
  synopsis: of.synopsis,
  genres: of.genres,
  tags: tagsOf.tags,
  medium: of.medium,
  content_rating: of.content_rating,
  air: of.air,
  director: tagsOf.director,
  production: of.production,
  cast: tagsOf.cast,
  series: null,
  themes: of.themes,
  color: of.color,
  art: of.art,
  episodes: of.episodes.map((episode) => episodeOf(FIRST_ID + index, episode)),
});

/**
 * A large catalogue for load work: the given records, and so many more titles with their art, clips and episodes under
 * new names. The same every time.
 */
export function* generateCatalogue(records: readonly CatalogueRecord[], titles: number): Generator<CatalogueRecord> {
  yield* records;
  const known = records.filter((record) => record.kind === 'title');
  for (let index = 0; index < titles && known.length > 0; index += 1)
    yield titleOf(index, known[index % known.length]!, known[(index * 7 + 3) % known.length]!);
}
