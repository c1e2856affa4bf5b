import { expect, test } from 'vitest';
import { canonicalOf, countDifferentLetters } from '#server/catalogue/search/canonical.ts';
import { readAloud, withPlainNumbers, withoutSeasons } from '#server/catalogue/search/numbers.ts';
import { createTitleIndex } from '#server/catalogue/search/title-index.ts';
import type { Searchable } from '#server/catalogue/search/titles.ts';

const letters = (one: string, other: string) => countDifferentLetters(one.charCodeAt(0), other.charCodeAt(0));
test('syllables differ in up to three letters', () => {
  expect([letters('강', '강'), letters('강', '간'), letters('강', '공'), letters('강', '당')]).toEqual([0, 1, 1, 1]);
  expect([letters('강', '곤'), letters('강', '동'), letters('강', '단'), letters('강', '돈')]).toEqual([2, 2, 2, 3]);
});

test.each([
  ['화이널', '파이널'],
  ['까페', '카페'],
  ['쥬스', '주스'],
  ['A×B', 'AxB'],
  ['$창고', 's창고'],
  ['22/7', '227'],
  ['JoJo’s', 'jojos'],
  ['Café', 'cafe'],
])('%s and %s are one spelling', (one, other) => expect(canonicalOf(one)).toBe(canonicalOf(other)));

test.each([
  ['라온 시즌 2', '라온 2기'],
  ['라온 파트2', '라온 2기'],
  ['라온 이기', '라온 2기'],
  ['라온 2', '라온 2기'],
  ['라온 02', '라온 2기'],
])('%s is %s', (one, other) => expect(withPlainNumbers(one)).toBe(withPlainNumbers(other)));

test('a number that is no season stays', () => {
  expect(withPlainNumbers('라온 99')).not.toContain('§');
  expect(withPlainNumbers('시즌 2024')).toBe('시즌 2024');
  expect(withoutSeasons('라온 §2')).toBe('라온');
  expect(withoutSeasons('§2')).toBe('§2');
});

test('numbers are read as one and digit by digit', () => {
  expect(readAloud('999')).toEqual(['구백구십구', '구구구']);
  expect([readAloud('10100')[0], readAloud('103')[0], readAloud('6월')[0]]).toEqual(['만백', '백삼', '유월']);
  expect(readAloud('123456789')).toEqual([]);
  expect(readAloud('달')).toEqual([]);
});

const build = (id: number, name: string, about: Partial<Searchable> = {}): Searchable => ({
  ...{ id, name, position: id, content_rating: 'all', names: [], aliases: [], genres: [], tags: [], cast: [] },
  ...{ director: '감독', production: '제작사', audio_tracks: [], subtitle_tracks: [], is_listed: true, episodes: [] },
  ...about,
});
const indexOf = (...titles: Searchable[]) => {
  const index = createTitleIndex();
  index.replace(titles, []);
  return (keyword: string) => index.find(keyword, ['all']);
};

test('with slips, whole names come before begun ones and later words, and fewer slips before more', () => {
  const find = indexOf(
    build(1, '밤하늘의 등대지기'),
    build(2, '등대지기'),
    build(3, '등대지기의 노래'),
    build(4, '푸른 등대지기'),
  );
  expect(find('등대지가').ids.slice(0, 2)).toEqual([2, 3]);
  expect(find('등대지기의 너래').ids[0]).toBe(3);
});

test('each word may have slips of its own, and all words count', () => {
  const find = indexOf(build(1, '구름 위의 우체국'), build(2, '바다 위의 우체국'), build(3, '구름 공방'));
  expect(find('우채국 구름').ids[0]).toBe(1);
  expect(find('우채국 기차').ids).not.toContain(1);
});

test('when nothing is found, the nearest names come first', () => {
  const find = indexOf(build(1, '달빛 빵집'), build(2, '달빛 사진관'), build(3, '고래'), build(4, '빵집의 아침'));
  expect(find('달빛빵짐관리소').nearest.at(0)).toBe(1);
  expect(find('달빛빵짐관리소').nearest).not.toContain(3);
});

test('a search pauses before each of its words', () => {
  const index = createTitleIndex();
  index.replace([build(1, '가람 나루 다온'), build(2, '나루')], []);
  index.find('가람', ['all']);
  const pauses = (keyword: string) => [...index.findInSteps(keyword, ['all'])].length;
  expect(pauses('다온 나루 가람')).toBeGreaterThanOrEqual(pauses('다온 나루') + 2);
  expect(index.find('다온 나루 가람', ['all']).ids).toEqual([1]);
});

test('a search among many titles pauses more often', () => {
  const pausesAmong = (count: number) => {
    const index = createTitleIndex();
    index.replace(
      Array.from({ length: count }, (_, id) => build(id, `고래 ${id}`)),
      [],
    );
    index.find('고래', ['all']);
    return [...index.findInSteps('없는 이름', ['all'])].length;
  };
  expect(pausesAmong(6_001)).toBeGreaterThan(3 * pausesAmong(2_000));
});

test('titles that come and go leave a search no longer than before', () => {
  const index = createTitleIndex();
  const idsOf = (round: number) => Array.from({ length: 1_500 }, (_, at) => round * 1_500 + at);
  const pauses = [0, 1, 2, 3, 4].map((round) => {
    index.replace(
      idsOf(round).map((id) => build(id, `고래 ${id}`)),
      [],
    );
    index.replace([], idsOf(round - 1));
    index.find('고래', ['all']);
    return [...index.findInSteps('없는 이름', ['all'])].length;
  });
  expect(pauses.slice(2)).toEqual([pauses[1], pauses[1], pauses[1]]);
});

test('of the titles that a word is about, the first thousand are found, in the order of the catalogue', () => {
  const index = createTitleIndex();
  const positionOf = (id: number) => (id * 7_919) % 5_003;
  const ids = Array.from({ length: 5_003 }, (_, id) => id);
  index.replace(
    ids.map((id) => build(id, `고래 ${String(id).padStart(4, '0')}`, { tags: ['바다'], position: positionOf(id) })),
    [],
  );
  const byPosition = [...ids].sort((one, other) => positionOf(one) - positionOf(other));
  expect(index.find('바다', ['all']).ids).toEqual(byPosition.slice(0, 1_000));
  expect([...index.findInSteps('바다', ['all'])].length).toBeGreaterThan(3);
});

test('a title that changes between the steps of a search is found once', () => {
  const index = createTitleIndex();
  index.replace([build(1, '가람 나루', { tags: ['나루'] }), build(2, '나루 가람')], []);
  const steps = index.findInSteps('나루 가람', ['all']);
  for (let round = 0; ; round += 1) {
    const step = steps.next();
    if (step.done) {
      expect(step.value.ids).toEqual([2, 1]);
      break;
    }
    index.replace([build(1, '가람 나루', { tags: ['나루', `태그 ${round}`] })], [1]);
  }
});

test('a change leaves the results of all other titles as they were', () => {
  const titles = Array.from({ length: 5_000 }, (_, id) => build(id, `고래 ${id}`, { cast: [`배우 ${id % 7}`] }));
  const [changed, anew] = [createTitleIndex(), createTitleIndex()];
  changed.replace(titles, []);
  changed.find('고래', ['all']);
  const next = titles.map((title) =>
    title.id % 1_000 === 3 ? { ...title, name: `새 ${title.id}`, cast: ['배우 8'] } : title,
  );
  changed.replace(
    next.filter(({ id }) => id % 1_000 === 3),
    [3, 4],
  );
  anew.replace(
    next.filter(({ id }) => id !== 4),
    [],
  );
  for (const keyword of ['고래 4', '고래 1003', '새 1003', '배우 8', '배우 3', '배우 4', '고레 77'])
    expect([keyword, changed.find(keyword, ['all'])]).toEqual([keyword, anew.find(keyword, ['all'])]);
});

test('searches that begin together, and a change between their steps, each see the titles of their begin', () => {
  const index = createTitleIndex();
  index.replace([build(1, '가람'), build(2, '나루')], []);
  const [first, second] = [index.findInSteps('가람', ['all']), index.findInSteps('나루', ['all'])];
  expect([first.next().done, second.next().done]).toEqual([false, false]);
  index.replace([build(3, '가람 셋')], [2]);
  const resultOf = (steps: typeof first) => {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value.ids;
    }
  };
  expect([resultOf(first), resultOf(second)]).toEqual([[1], [2]]);
  expect(index.find('가람', ['all']).ids).toEqual([1, 3]);
  expect(index.find('나루', ['all']).ids).toEqual([]);
});
