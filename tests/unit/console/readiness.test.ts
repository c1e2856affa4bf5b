import { expect, test } from 'vitest';
import { missingOf, publishedWith } from '#console/editing/readiness.tsx';

const FIELDS = {
  synopsis: '줄거리',
  genres: ['판타지'],
  themes: [1],
  content_rating: '12',
  rating_reasons: [],
};
const episode = (synopsis: string) => ({
  id: 1,
  version: '',
  picture: '',
  is_removable: true,
  fields: { synopsis },
});

test('a title that has everything misses nothing', () => {
  expect(missingOf({ fields: FIELDS, episodes: [episode('시작')] })).toEqual([]);
});

test.each([
  ['no episode', { fields: FIELDS, episodes: [] }, 'episodes/new'],
  ['no synopsis', { fields: { ...FIELDS, synopsis: '' }, episodes: [episode('시작')] }, 'fields'],
  ['no genre', { fields: { ...FIELDS, genres: [] }, episodes: [episode('시작')] }, 'fields'],
  [
    'no reason of a rating of 19',
    { fields: { ...FIELDS, content_rating: '19' }, episodes: [episode('시작')] },
    'fields',
  ],
  [
    'a time after its end',
    { fields: { ...FIELDS, ends_at: '2020-01-01T00:00:00.000Z' }, episodes: [episode('시작')] },
    'fields',
  ],
  ['a synopsis of some episodes', { fields: FIELDS, episodes: [episode('시작'), episode('')] }, ''],
])('%s is told once, with where to add it', (_name, title, part) => {
  expect(missingOf(title)).toEqual([{ text: expect.stringMatching(/요\.$/), part }]);
});

test('a publication says which episodes show now, later and not at all', () => {
  const one = (number: number, own_state: 'published' | 'scheduled' | 'unpublished', at: string | null = null) => ({
    episode_num: `${number}화`,
    own_state,
    at,
  });
  expect(
    publishedWith([
      one(1, 'published'),
      one(2, 'published'),
      one(3, 'scheduled', '2026-12-04T14:00:00.000Z'),
      one(4, 'unpublished'),
    ]),
  ).toEqual([
    '바로 보이는 회차: 1화, 2화',
    '나중에 공개되는 회차: 3화 (3화 2026-12-04 (금) 23:00)',
    '내린 채로 두는 회차: 4화',
  ]);
  expect(publishedWith([])).toEqual(['바로 보이는 회차가 없어요.']);
  expect(publishedWith(Array.from({ length: 12 }, (_, index) => one(index + 1, 'published')))).toEqual([
    '바로 보이는 회차: 1화, 2화, 3화, 4화, 5화 외 7개',
  ]);
});
