// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { HomeRow } from '#contract/home.ts';
import { ApiProvider } from '#src/api/client/api-context.ts';
import type { Client } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { createVisitMemory } from '#src/focus/index.ts';
import { useHomeRows, type HomeRows } from '#src/screens/home/use-home-rows.ts';
import { buildEpisode, buildItem, buildItemSummary } from '#tests/support/build.ts';

/* What home shows when a newer answer has other rows and other titles. */

afterEach(cleanup);

const RESULTS: Readonly<Record<HomeRow['kind'], (id: number) => object>> = {
  billboard: (id) => buildItem({ id }),
  start_again: (id) => ({ item: buildItemSummary({ id }), episode: buildEpisode(), offset: 1, updated_at: '' }),
  items: (id) => buildItemSummary({ id }),
  episodes: (id) => ({ ...buildEpisode(), id, item: buildItemSummary() }),
  themes: (id) => ({ id, title: '', description: '', image: '', cnt_item: 1 }),
  ranking: (id) => buildItemSummary({ id }),
};
const KINDS = Object.keys(RESULTS) as HomeRow['kind'][];
const rowOf = (kind: HomeRow['kind'], ...ids: number[]) =>
  ({ id: kind, kind, title: kind, more: null, results: ids.map(RESULTS[kind]) }) as unknown as HomeRow;
const idsOf = ({ results }: HomeRow) => results.map((one) => ('offset' in one ? one.item.id : one.id));

/** The rows after each answer. */
function showInTurn(...answers: (readonly HomeRow[])[]): (readonly HomeRow[])[] {
  const visit = createVisitMemory();
  let shown: HomeRows | undefined;
  function Rows({ answered }: { answered: readonly HomeRow[] }) {
    shown = useHomeRows(visit, answered);
    return null;
  }
  const client = createQueryClient();
  const draw = (answered: readonly HomeRow[]) =>
    createElement(
      QueryClientProvider,
      { client },
      createElement(ApiProvider, { value: {} as Client, children: createElement(Rows, { answered }) }),
    );
  const { rerender } = render(draw([]));
  return answers.map((answered) => {
    act(() => rerender(draw(answered)));
    return shown!.rows;
  });
}

test.each(KINDS)('the row %s that an answer leaves out stays, unless it is the one that ends', (kind) => {
  const other = rowOf(kind === 'items' ? 'ranking' : 'items', 9);
  const [before, after] = showInTurn([rowOf(kind, 1, 2), other], [other]);
  expect(before!.map(({ id }) => id)).toEqual([kind, other.id]);
  expect(after!.map(({ id }) => id)).toEqual(kind === 'start_again' ? [other.id] : [kind, other.id]);
});

test.each(KINDS)('titles of the row %s keep their places, and new ones follow', (kind) => {
  const [, after] = showInTurn([rowOf(kind, 1, 2, 3)], [rowOf(kind, 4, 3, 1)]);
  const ids = idsOf(after![0]!);
  // A recommendation stays although the viewer began it.
  expect(ids).toEqual(kind === 'items' ? [1, 2, 3, 4] : [1, 3, 4]);
});
