import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PagedList } from '#src/api/lists.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { usePages, type Pages } from '#src/features/items/use-pages.ts';
import { createVisitMemory } from '#src/focus/index.ts';

const PAGE = 2;
const NAMES = ['가', '나', '다', '라'];

/** A list of four names on two pages, which records how its pages are loaded. */
function start() {
  const client = createQueryClient();
  const visit = createVisitMemory();
  const loads: { offset: number; firstReadAt: number | undefined }[] = [];
  const list: PagedList<string> = {
    key: ['names'],
    pageSize: PAGE,
    load: (offset, _signal, firstReadAt) => {
      loads.push({ offset, firstReadAt });
      return Promise.resolve({ count: NAMES.length, results: NAMES.slice(offset, offset + PAGE) });
    },
  };
  let pages: Pages<string> | undefined;
  function Names() {
    pages = usePages({ visit, list, keyOf: (name) => name });
    return <p>{pages.data?.join(' ')}</p>;
  }
  render(
    <QueryClientProvider client={client}>
      <Names />
    </QueryClientProvider>,
  );
  return { client, loads, reach: (index: number) => act(async () => pages!.reach(index)) };
}

test('a later page says when the first one was read, and pages that are read together say nothing', async () => {
  const before = Date.now();
  const { client, loads, reach } = start();
  await screen.findByText('가 나');
  const after = Date.now();
  await reach(1);
  await screen.findByText('가 나 다 라');
  expect(loads.map(({ offset }) => offset)).toEqual([0, PAGE]);
  const [first, second] = loads;
  expect(first!.firstReadAt).toBeUndefined();
  expect(second!.firstReadAt).toBeGreaterThanOrEqual(before);
  expect(second!.firstReadAt).toBeLessThanOrEqual(after);

  await act(() => client.invalidateQueries());
  expect(loads.slice(2)).toEqual([
    { offset: 0, firstReadAt: undefined },
    { offset: PAGE, firstReadAt: undefined },
  ]);
});
