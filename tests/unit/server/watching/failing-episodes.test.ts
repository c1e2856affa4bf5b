import { expect, test } from 'vitest';
import { findEpisodesOf, findFailingEpisodes } from '#server/monitoring/quality/failing-episodes.ts';

const FAILURES = [
  { episode_id: 1, code: 'SHAKA_3016', engine: 'Chromium 63', cnt: 9 },
  { episode_id: 2, code: 'SHAKA_3016', engine: 'Chromium 63', cnt: 6 },
  { episode_id: 2, code: 'SHAKA_1001', engine: 'Chromium 143', cnt: 5 },
  { episode_id: 2, code: 'SHAKA_3016', engine: 'Chromium 38', cnt: 1 },
  { episode_id: 3, code: 'SHAKA_1001', engine: 'Chromium 143', cnt: 1 },
];

test('the episode with the most failures comes first, with its most frequent causes', () => {
  expect(findFailingEpisodes(FAILURES, { mostEpisodes: 2, mostCauses: 2 })).toEqual([
    {
      episode_id: 2,
      cnt: 12,
      causes: [
        { code: 'SHAKA_3016', engine: 'Chromium 63', cnt: 6 },
        { code: 'SHAKA_1001', engine: 'Chromium 143', cnt: 5 },
      ],
    },
    { episode_id: 1, cnt: 9, causes: [{ code: 'SHAKA_3016', engine: 'Chromium 63', cnt: 9 }] },
  ]);
});

test('equally frequent failures come in the order of the episodes, and causes by their number', () => {
  const failures = [
    { episode_id: 9, code: 'A', engine: 'x', cnt: 1 },
    { episode_id: 9, code: 'B', engine: 'x', cnt: 2 },
    { episode_id: 4, code: 'A', engine: 'x', cnt: 3 },
    { episode_id: 2, code: 'A', engine: 'x', cnt: 1 },
    { episode_id: 7, code: 'B', engine: 'x', cnt: 5 },
  ];
  const found = findFailingEpisodes(failures, { mostEpisodes: 9, mostCauses: 9 });
  expect(found.map(({ episode_id: id, causes }) => [id, ...causes.map(({ code }) => code)])).toEqual([
    [7, 'B'],
    [4, 'A'],
    [9, 'B', 'A'],
    [2, 'A'],
  ]);
  expect(findEpisodesOf(failures, { code: 'A', engine: 'x' }, 9).map(({ episode_id: id }) => id)).toEqual([4, 2, 9]);
});

test('a code on an engine names the episodes that failed with it most often', () => {
  const failure = { code: 'SHAKA_3016', engine: 'Chromium 63' };
  expect(findEpisodesOf(FAILURES, failure, 3)).toEqual([
    { episode_id: 1, cnt: 9 },
    { episode_id: 2, cnt: 6 },
  ]);
  expect(findEpisodesOf(FAILURES, failure, 1)).toHaveLength(1);
});
