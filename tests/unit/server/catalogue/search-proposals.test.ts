import { describe, expect, test } from 'vitest';
import { weighProposals, type Begun } from '#server/catalogue/search/proposals.ts';
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

const indexOf = (...titles: Searchable[]) => {
  const index = createTitleIndex();
  index.replace(titles, []);
  return index;
};

describe('episodes by their names', () => {
  const index = indexOf(
    build(1, '바람', {
      episodes: [
        { id: 101, subject: '생일 파티' },
        { id: 102, subject: '' },
        { id: 103, subject: '늦은 생일' },
        { id: 104, subject: '생일' },
      ],
    }),
    build(2, '구름', { episodes: [{ id: 201, subject: '두 번째 생일 파티!' }] }),
  );
  const find = (typed: string) => index.find(typed, ['all']).episodes;

  test('stand by how well they fit: the whole name, its beginning, anywhere', () => {
    expect(find('생일')).toEqual([104, 101]);
    expect(find('생일파티')).toEqual([101, 201]);
    expect(find('늦은생일')).toEqual([103]);
  });

  test('match while the last syllable is half-typed', () => {
    expect(find('생이')).toEqual([104, 101]);
    expect(find('생일파ㅌ')).toEqual([101, 201]);
  });

  test('are not found by one character, initial consonants or numbers, which are in too many names', () => {
    expect(['생', 'ㅅㅇ', '12', ''].flatMap(find)).toEqual([]);
  });

  test('are a bounded number', () => {
    const episodes = Array.from({ length: 500 }, (_, at) => ({ id: at + 1, subject: `생일 ${at}` }));
    expect(indexOf(build(1, '바람', { episodes })).find('생일', ['all']).episodes).toHaveLength(30);
  });

  test('are found beside titles, and alone', () => {
    const index = indexOf(
      build(1, '생일 선물'),
      build(2, '바람', { episodes: [{ id: 21, subject: '생일 선물' }] }),
      build(3, '구름', { episodes: [{ id: 31, subject: '어느 화요일' }] }),
    );
    expect(index.find('생일', ['all'])).toMatchObject({ ids: [1], episodes: [21] });
    expect(index.find('화요일', ['all'])).toMatchObject({ ids: [], episodes: [31], understood: null });
  });

  test('of titles above the age limit are not found', () => {
    const index = indexOf(build(1, '바람', { content_rating: '19', episodes: [{ id: 11, subject: '생일 선물' }] }));
    expect(index.find('생일 선물', ['all']).episodes).toEqual([]);
  });
});

describe('what a text begins', () => {
  const index = indexOf(
    build(1, '로켓 소년', { genres: ['로맨스'] }),
    build(2, '꼬마 로봇', { cast: ['로하나 (소년 역)', '김로아 (별 역)'], production: '로움' }),
    build(3, '별밤', { genres: ['로맨스'], cast: ['로하나 (별 역)'], tags: ['로봇'], director: '로하나' }),
  );
  const begun = (typed: string) => index.find(typed, ['all']).begun;

  test('has titles by their name or a later word of it, and subjects with all their titles', () => {
    expect(begun('로').titles.map(({ id }) => id)).toEqual([1, 2]);
    expect(begun('로').subjects.map(({ kind, name, ids }) => [kind, name, ids])).toEqual([
      ['genre', '로맨스', [1, 3]],
      ['person', '로하나', [2, 3]],
      ['studio', '로움', [2]],
      ['tag', '로봇', [3]],
    ]);
  });

  test('has a person by the initial consonants, and not by a role', () => {
    expect(begun('ㄹㅎㄴ').subjects.map(({ name }) => name)).toEqual(['로하나']);
    expect(begun('소년').subjects).toEqual([]);
  });

  test('leads to the titles about exactly this', () => {
    expect(index.about({ kind: 'person', name: '로하나' }, ['all'])).toEqual([2, 3]);
    expect(index.about({ kind: 'genre', name: '로맨스' }, ['all'])).toEqual([1, 3]);
    expect(index.about({ kind: 'tag', name: '로맨스' }, ['all'])).toEqual([]);
    expect(index.about({ kind: 'person', name: '로하' }, ['all'])).toEqual([]);
  });

  test('forgets the people of a title that has changed', () => {
    const changing = indexOf(build(1, '바람', { cast: ['로하나 (별 역)'] }), build(2, '로켓'));
    changing.replace([build(1, '바람', { cast: ['최다람'] })], [1]);
    expect(changing.find('로', ['all']).begun.subjects).toEqual([]);
    expect(changing.about({ kind: 'person', name: '최다람' }, ['all'])).toEqual([1]);
  });
});

describe('proposals', () => {
  const begun: Begun = {
    titles: [
      { id: 1, fit: 1 },
      { id: 2, fit: 1 },
      { id: 3, fit: 0.5 },
    ],
    subjects: [
      { kind: 'person', name: '로하나', isWhole: false, ids: [4, 5] },
      { kind: 'genre', name: '로맨스', isWhole: false, ids: [1, 2] },
    ],
  };
  const namesOf = (viewers: Record<number, number>, given = begun) =>
    weighProposals(given, new Map(Object.entries(viewers).map(([id, count]) => [Number(id), count]))).map((one) =>
      one.kind === 'title' ? one.id : one.name,
    );

  test('begin with what most watch', () => {
    expect(namesOf({ 2: 100, 1: 10 }).slice(0, 3)).toEqual([2, '로맨스', 1]);
    expect(namesOf({ 4: 1000, 1: 10 })[0]).toBe('로하나');
  });

  test('begin with a whole name, whatever is watched', () => {
    const whole = { ...begun, titles: [...begun.titles, { id: 9, fit: Infinity }, { id: 8, fit: Infinity }] };
    expect(namesOf({ 1: 1_000_000 }, whole).slice(0, 2)).toEqual([9, 8]);
  });

  test('are at most eight, four of them titles', () => {
    const many: Begun = {
      titles: Array.from({ length: 200 }, (_, at) => ({ id: at + 1, fit: 1 })),
      subjects: Array.from({ length: 50 }, (_, at) => ({ kind: 'tag', name: `태그 ${at}`, isWhole: false, ids: [at] })),
    };
    const found = weighProposals(many, new Map());
    expect(found).toHaveLength(8);
    expect(found.filter(({ kind }) => kind === 'title')).toHaveLength(4);
  });
});

test('when nothing is found, titles without an episode can be requested', () => {
  const index = indexOf(build(1, '바람'), build(3, '구름', { is_listed: false }), build(2, '별', { is_listed: false }));
  expect(index.find('아무 이름도 아닌 글', ['all']).requestable).toEqual([2, 3]);
  expect(index.find('바람', ['all']).requestable).toEqual([]);
});
