import { describe, expect, test } from 'vitest';
import { withObjectParticle } from '#server/catalogue/lists/hangul.ts';
import { lookUpsOf, rankTitles, searchTextOf, termsOf, type Searchable } from '#server/catalogue/lists/search.ts';

const build = (id: number, name: string, about: Partial<Searchable> = {}) => ({
  id,
  name,
  genres: [],
  tags: [],
  cast: [],
  audio_tracks: [],
  subtitle_tracks: [],
  ...about,
});

/** Looks up and ranks as the database and the server do, without a database. */
function createSearchIndex(titles: readonly Searchable[]) {
  const texts = titles.map((title, position) => ({ id: title.id, position, ...searchTextOf(title) }));
  const terms = texts.flatMap((text) => termsOf(text).map((term) => ({ ...term, text })));
  return {
    find(keyword: string) {
      const found = lookUpsOf(keyword).flatMap(({ kind, low, high }) =>
        terms.filter((term) => term.kind === kind && term.key >= low && term.key <= high).map(({ text }) => text),
      );
      return rankTitles(keyword, [...new Set(found)]);
    },
  };
}

const index = createSearchIndex([
  build(1, '보라 등불'),
  build(2, '보라'),
  build(3, '꼬마 보라'),
  build(4, '바람'),
  build(5, '빛', { tags: ['보라색'], cast: ['최다람 (밤이 역)'] }),
  build(6, 'Night Train'),
  build(7, '닭과 왕', { genres: ['SF'] }),
  build(8, '등대: 바다의 빛'),
  build(9, '기러기 사진'),
  build(10, '한여름의 작은 기사', { genres: ['힐링'] }),
]);

describe('search', () => {
  test.each([
    ['보라', [2, 1, 3, 5]],
    ['보', [2, 1, 3, 5]],
    ['볼', [2, 1, 3, 5]],
    ['보ㄹ', [2, 1, 3, 5]],
    ['ㅂㄹ', [2, 4, 1, 3]],
    ['ㅂㄹㄷㅂ', [1]],
    ['ㅂ', [5, 2, 4, 1, 3, 8]],
    ['보ㄹㄷ', [1]],
    ['등부', [1]],
    ['등', [8, 1]],
    ['night', [6]],
    ['TRAIN', [6]],
    ['ght tr', [6]],
    ['보 라 등 불', [1]],
    ['다고', []],
    ['달', [7]],
    ['닭고', [7]],
    ['닭교', []],
    ['와', [7]],
    ['ㄷㄱㅇ', [7]],
    ['ㄳ', [10, 9]],
    ['ㄶ', []],
    ['sf', [7]],
    ['밤이', [5]],
    ['최다', [5]],
    ['바다', [8]],
    // A whole word of the name ranks before matching letters inside words.
    ['기사', [10, 9]],
    ['ㄱㅅ', [10, 9]],
    // Words in another order, with gaps, and including the genre.
    ['빛 등대', [8]],
    ['한여름 기ㅅ', [10]],
    ['기사 힐링', [10]],
    ['기사 바다', []],
    ['ㅏ', []],
    ['', []],
    [' !', []],
  ])('%j finds %j', (keyword, expected) => {
    expect(index.find(keyword)).toEqual(expected);
  });

  test('finds sounds and subtitles by whole words alone, after names', () => {
    const tracks = createSearchIndex([
      build(1, '자막 없는 하루'),
      build(2, '여우', { audio_tracks: ['ja', 'ko/dub'], subtitle_tracks: ['ko', 'ko/caption'] }),
      build(3, '곰', { audio_tracks: ['ko', 'ko/description'], subtitle_tracks: ['en'] }),
    ]);
    expect(tracks.find('더빙')).toEqual([2]);
    expect(tracks.find('한국어 더빙')).toEqual([2]);
    expect(tracks.find('더빙 여우')).toEqual([2]);
    expect(tracks.find('더빙 곰')).toEqual([]);
    expect(tracks.find('자막')).toEqual([1, 2]);
    expect(tracks.find('배리어프리')).toEqual([3, 2]);
    expect(tracks.find('더')).toEqual([]);
    expect(tracks.find('자')).toEqual([1]);
  });

  test.each([
    ['가 나 다 라 마 바 사 아 자 차 카 타 파 하 거 너 더 러 머 버 서 어 저 처 커 터 퍼 허 고 노'],
    ['ㄱ ㄴ ㄷ ㄹ ㅁ ㅂ ㅅ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ ㄱ ㄴ ㄷ ㄹ ㅁ ㅂ ㅅ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ ㄱ ㄴ'],
  ])('looks up few of the 30 words of %j', (keyword) => {
    expect(keyword.split(' ')).toHaveLength(30);
    // The whole and four words, each with eight look-ups at most.
    expect(lookUpsOf(keyword).length).toBeLessThanOrEqual(40);
  });

  test('looks up the longest words, and compares all of them', () => {
    const long = createSearchIndex([
      build(1, '한 번 더 여름의 바다로 떠나는 꼬마 기차'),
      build(2, '두 번 더 여름의 바다로 떠나는 꼬마 기차'),
    ]);
    expect(long.find('한 번 더 여름의 바다로 떠나는 꼬마 기차')).toEqual([1]);
    expect(long.find('기차 꼬마 떠나는 바다로 여름의 한')).toEqual([1]);
    expect(long.find('기차 꼬마 떠나는 바다로 여름의 번')).toEqual([1, 2]);
    expect(long.find('기차 꼬마 떠나는 바다로 여름의 셋')).toEqual([]);
  });

  test('finds a word that is typed twice as if it were typed once', () => {
    expect(index.find('기사 기사 힐링')).toEqual([10]);
  });

  test('ignores how Hangul syllables are composed', () => {
    expect(index.find('보라'.normalize('NFD'))).toEqual(index.find('보라'));
  });
});

test.each([
  ['보라', '보라를'],
  ['등불', '등불을'],
  ['등불!', '등불!을'],
  ['라온 2', '라온 2를'],
  ['라온 3', '라온 3을'],
  ['Night Train', 'Night Train를'],
])('%s matches as %s', (name, expected) => {
  expect(withObjectParticle(name)).toBe(expected);
});
