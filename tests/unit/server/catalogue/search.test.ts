import { describe, expect, test } from 'vitest';
import { createTitleIndex } from '#server/catalogue/search/title-index.ts';
import type { Searchable } from '#server/catalogue/search/titles.ts';

const build = (id: number, name: string, about: Partial<Searchable> = {}): Searchable => ({
  id,
  name,
  position: id,
  content_rating: 'all',
  names: [],
  aliases: [],
  genres: [],
  tags: [],
  cast: [],
  director: '감독',
  production: '제작사',
  audio_tracks: [],
  subtitle_tracks: [],
  is_listed: true,
  episodes: [],
  ...about,
});

/** What each keyword finds as it is typed; forgiving results are not among them. */
function createSearchIndex(titles: readonly Searchable[]) {
  const index = createTitleIndex();
  index.replace(titles, []);
  return {
    find(keyword: string) {
      const { ids, understood } = index.find(keyword, ['all']);
      return understood === null ? ids : [];
    },
    all: (keyword: string) => index.find(keyword, ['all']),
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

  test('compares all words of a long keyword', () => {
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

describe('a forgiving search', () => {
  const forgiving = createSearchIndex([
    build(1, '유리 갑옷의 기사', { names: [{ name: 'ガラスの鎧' }, { name: 'Garasu no Yoroi' }], aliases: ['유갑기'] }),
    build(2, '유리 갑옷의 기사 2기'),
    build(3, '사월의 피아노 ~봄의 끝~'),
    build(4, '달×별', { names: [{ name: 'Moon & Star' }] }),
    build(5, '쏘아 올린 파도'),
    build(6, '여덟 개의 문'),
    build(7, '종이학 √9'),
    build(8, '하늘 고래 관측소 일지'),
    build(9, 'Crystal Harbor'),
    build(10, '바다 3세'),
    build(11, '섬까지 삼만리'),
    build(12, '은빛 철도 707'),
    build(13, '의자 네 개 반'),
    build(15, '별지기 6남매', { aliases: ['페이트/제로', '페이트 게이트'] }),
    build(14, '비행기와 사슬', { names: [{ name: 'ジェットとチェーン' }] }),
  ]);
  const first = (keyword: string) => forgiving.all(keyword).ids[0];

  test.each([
    ['a look-alike vowel', '유리 갑옷에 기사', 1],
    ['a wrong vowel', '유리 걉옷의 기사', 1],
    ['a dropped syllable', '유리 갑의 기사', 1],
    ['a doubled syllable', '유리 갑갑옷의 기사', 1],
    ['swapped syllables', '리유 갑옷의 기사', 1],
    ['two slips in a long name', '하늘 거래 관측소 일자', 8],
    ['a slip in every second word', '하널 고래 간측소 일지', 8],
    ['Latin keys', 'dbfl rkqdht', 1],
    ['Latin keys with Caps Lock', 'DBFL RKQDHT', 1],
    ['Hangul keys', 'ㅊ교ㄴㅅ미', 9],
    ['hiragana for katakana', 'がらすの鎧', 1],
    ['half-width katakana', 'ｶﾞﾗｽの鎧', 1],
    ['another romaji', 'garasu no yoroy', 1],
    ['romaji for kana with small vowels', 'jetto to chein', 14],
    ['a nickname', '유갑기', 1],
    ['a season by its word', '유리 갑옷의 기사 시즌 2', 2],
    ['a season in English', '유리 갑옷의 기사 2nd season', 2],
    ['a season by its letter', '유리 갑옷의 기사 S2', 2],
    ['a season by a Roman number', '유리 갑옷의 기사 II', 2],
    ['a season by an ordinal alone', '유리 갑옷의 기사 두 번째', 2],
    ['a part', '유리 갑옷의 기사 파트 2', 2],
    ['the first season, which has no number', '유리 갑옷의 기사 1기', 1],
    ['a month as a digit', '4월의 피아노', 3],
    ['words without particles, in another order', '피아노 4월', 3],
    ['x for a sign', '달x별', 4],
    ['a word for a sign', 'moon and star', 4],
    ['a syllable for a sign', '종이학 루트9', 7],
    ['another spelling of a foreign word', '소아 올린 화도', 5],
    ['a number as a digit', '8개의 문', 6],
    ['a digit as a word', '바다 삼세', 10],
    ['a word as a digit', '섬까지 3만리', 11],
    ['a counting word for a digit', '별지기 여섯남매', 15],
    ['a vowel that sounds like another one', '훼이트/쥐로', 15],
    ['digits one by one', '은빛 철도 칠영칠', 12],
    ['digits as one number', '은빛철도 칠백칠', 12],
    ['direction marks', '\u202e유리 갑옷의 기사\u202c', 1],
    ['characters without a width', '유리\u200b 갑\u2060옷의 기사', 1],
    ['another particle', '유리와 갑옷이 기사를', 1],
  ])('understands %s: %s', (_what, keyword, id) => {
    expect(first(keyword)).toBe(id);
  });

  test('shows what is typed before what is alike, and says only what it has forgiven', () => {
    const index = createSearchIndex([build(1, '게와 바다'), build(2, '개와 바다'), build(3, '고래')]);
    expect(index.all('개와')).toMatchObject({ ids: [2, 1], understood: null });
    expect(index.all('개와 바더')).toMatchObject({ ids: [1, 2], understood: '게와 바다' });
    expect(index.all('rhfo')).toMatchObject({ ids: [3], understood: '고래' });
  });

  test('takes no other number for a slip, and says so when it leaves out a season', () => {
    const index = createSearchIndex([build(1, '고래 관측소 3기'), build(2, '열차 86')]);
    expect(index.all('열차 87').ids).toEqual([]);
    expect(index.all('고래 관측소 4기')).toMatchObject({ ids: [1], understood: '고래 관측소 3기' });
    const seasons = createSearchIndex([build(1, '고래 관측소'), build(2, '고래 관측소 3기')]);
    expect(seasons.all('고래 관측소 4기')).toMatchObject({ ids: [1, 2], understood: '고래 관측소' });
  });

  test('takes a slip rather than another season', () => {
    const index = createSearchIndex([build(1, '나무 위의 집', { aliases: ['나위집'] }), build(2, '나무 위의 집 2기')]);
    expect(index.all('나무 위집 2기').ids[0]).toBe(2);
  });

  test('takes a slip rather than what little the other layout leaves', () => {
    const index = createSearchIndex([build(1, '도로로'), build(2, '산책', { names: [{ name: 'Hehe' }] })]);
    expect(index.all('로도로').ids).toEqual([1]);
  });

  test('leaves no single syllable of a word without its particle', () => {
    const index = createSearchIndex([build(1, '고양이의 보은'), build(2, '눈을 떠 보니 살고 있었다')]);
    expect(index.all('고이의 보은').ids).toEqual([1]);
  });

  test('pauses between its scans', () => {
    const index = createTitleIndex();
    index.replace([build(1, '고래')], []);
    expect([...index.findInSteps('없는 이름', ['all'])].length).toBeGreaterThanOrEqual(4);
    expect([...index.findInSteps('고래', ['all'])].length).toBeLessThanOrEqual(2);
  });

  test('names the nearest when it finds nothing', () => {
    const { ids, understood, nearest } = forgiving.all('하늘 고양이 탐정 사무소');
    expect({ ids, understood }).toEqual({ ids: [], understood: null });
    expect(nearest[0]).toBe(8);
    expect(nearest.length).toBeLessThanOrEqual(3);
  });

  test.each([0, 3])('answers in a catalogue of %i titles', (count) => {
    const titles = ['고래', '고래 시즌 2', '나무'].slice(0, count).map((name, id) => build(id, name));
    const { all } = createSearchIndex(titles);
    expect(all('고래').ids).toEqual(titles.slice(0, 2).map(({ id }) => id));
    expect(all('고레').ids).toEqual(titles.slice(0, 2).map(({ id }) => id));
    expect(all('없는 이름의 기차').ids).toEqual([]);
    expect(all('은 는 이 가').nearest.length).toBeLessThanOrEqual(3);
  });

  test('shows a title before another one that has its name as an alias', () => {
    const index = createSearchIndex([build(1, '긴 이름의 고래', { aliases: ['고래'] }), build(2, '고래')]);
    expect(index.find('고래')).toEqual([2, 1]);
  });

  test('finds a title by each of 300 aliases, and forgets them with it', () => {
    const aliases = Array.from({ length: 300 }, (_, index) => `별칭${String.fromCharCode(0xac00 + index * 28)}끝`);
    const index = createTitleIndex();
    index.replace([build(1, '고래', { aliases })], []);
    expect(aliases.every((alias) => index.find(alias, ['all']).ids[0] === 1)).toBe(true);
    index.replace([build(1, '고래')], [1]);
    expect(index.find(aliases[7]!, ['all'])).toMatchObject({ ids: [] });
    index.replace([], [1]);
    expect(index.find('고래', ['all']).ids).toEqual([]);
  });

  test.each([
    '💥'.repeat(30),
    'e\u0301\u0301\u0301'.repeat(15),
    '은 는 이 가 을 를 의 에 와 과 도',
    '☆★♡♥!?…',
    '½√×&@$',
    '시즌 시즌 시즌 2 2 2',
    '§§§',
    'ㅋ'.repeat(60),
    'ㅏㅏㅏㅏ',
    '\u202e사기 의옷갑\u202c',
    '\u200d\u200b\ufeff',
    '\u0000\ud800',
    '%_\\\'"(.*)+$',
    '번째',
    'あ'.repeat(60),
    'ー',
    'a'.repeat(60),
    // Keys that begin a syllable with a pair of vowels.
    'hos',
    'njd hkgh',
    '1'.repeat(60),
    '가나다 abc あいう 漢字 123 ㄱㄴ',
    '가 나 다 라 마 바 사 아 자 차 카 타 파 하 거 너 더 러 머 버 서 어 저 처 커 터 퍼 허 고 노',
  ])('answers %j', (keyword) => {
    const { ids, nearest } = forgiving.all(keyword);
    expect([...ids, ...nearest].every((id) => id >= 1 && id <= 15)).toBe(true);
  });
});
