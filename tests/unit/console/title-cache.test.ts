// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { EditedTitle } from '#contract/console/title-editing.ts';
import { useTitleCache } from '#console/editing/use-title.ts';

afterEach(cleanup);

/** What the console knows by keys such as those of its pages. */
const STALE = [
  ['titles', 'list', {}],
  ['titles', '7'],
  ['titles', '8'],
  ['titles', '7', 'preview', 'a'],
  ['title-form'],
];
const FRESH = [
  ['titles', '7', 'record'],
  ['titles', '8', 'record'],
  ['accounts', '7'],
  ['media', 'inbox'],
];

test('the answer to a change of a title is taken, and all that is made of titles is read again', async () => {
  const queries = new QueryClient();
  let take: ReturnType<typeof useTitleCache>['take'] = () => Promise.reject(new Error('not drawn'));
  function Drawn() {
    ({ take } = useTitleCache());
    return null;
  }
  render(createElement(QueryClientProvider, { client: queries }, createElement(Drawn)));
  for (const key of [...STALE, ...FRESH]) queries.setQueryData(key, 'known');
  const changed = { id: 7, version: 'new' } as unknown as EditedTitle;
  await take(changed);
  const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated;
  expect(STALE.map(isStale)).toEqual(STALE.map(() => true));
  expect(FRESH.map(isStale)).toEqual(FRESH.map(() => false));
  expect(queries.getQueryData(['titles', '7', 'record'])).toEqual(changed);
  expect(queries.getQueryData(['titles', '8', 'record'])).toBe('known');
});
