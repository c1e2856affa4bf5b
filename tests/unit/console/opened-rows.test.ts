import { describe, expect, test } from 'vitest';
import type { OpenedRow } from '#contract/console/overview.ts';
import { againstText } from '#console/pages/overview/opened-rows.tsx';

const row = (name: OpenedRow['row'], cnt_opened: number, cnt_watched: number): OpenedRow => ({
  row: name,
  cnt_page: 0,
  cnt_opened,
  cnt_watched,
});
const ranking = row('ranking', 200, 100);

describe('a row in which viewers chose titles', () => {
  test.each([
    [row('liked', 100, 62), '+12.0%p'],
    [row('related', 300, 130), '−6.7%p'],
    [row('after', 40, 20), '같음'],
    [ranking, '—'],
  ])('is compared with 인기 순위: %j', (one, text) => {
    expect(againstText(one, ranking)).toBe(text);
  });

  test('is compared with nothing where 인기 순위 has too few viewers', () => {
    expect(againstText(row('liked', 100, 62), undefined)).toBe('—');
  });
});
