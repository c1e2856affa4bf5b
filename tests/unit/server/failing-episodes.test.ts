import { expect, test } from 'vitest';
import { findEpisodesOf, findFailingEpisodes } from '#server/quality/failing-episodes.ts';

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
      ...{ episode_id: 2, cnt: 12 },
      causes: [
        { code: 'SHAKA_3016', engine: 'Chromium 63', cnt: 6 },
        { code: 'SHAKA_1001', engine: 'Chromium 143', cnt: 5 },
      ],
    },
    { episode_id: 1, cnt: 9, causes: [{ code: 'SHAKA_3016', engine: 'Chromium 63', cnt: 9 }] },
  ]);
});

test('a code on an engine names the episodes that failed with it most often', () => {
  const failure = { code: 'SHAKA_3016', engine: 'Chromium 63' };
  expect(findEpisodesOf(FAILURES, failure, 3)).toEqual([
    { episode_id: 1, cnt: 9 },
    { episode_id: 2, cnt: 6 },
  ]);
  expect(findEpisodesOf(FAILURES, failure, 1)).toHaveLength(1);
});
