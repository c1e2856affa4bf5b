import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { hideItem, listHiddenItems, showItem } from '#contract/hidden.ts';
import { homeRowsQuery, itemQuery, WATCHED_KEY } from './catalogue.ts';
import type { Client } from './client/client.ts';
import { hiddenTitlesQuery } from './hidden-titles.ts';
import { LARGEST_PAGE, page } from './lists.ts';
import { createWrites } from './client/settle.ts';
import { watchViewer } from './client/viewer-cache.ts';

export const hiddenItemsQuery = (api: Client) =>
  queryOptions({
    queryKey: ['hidden-items'],
    queryFn: ({ signal }) => api.call(listHiddenItems, { query: page(LARGEST_PAGE, 0) }, { signal }),
    staleTime: 0,
  });

/** Answers that leave out hidden titles, apart from home. */
const isList = ([first, second]: readonly unknown[]) =>
  first === 'items' || first === 'themes' || (first === WATCHED_KEY && second === 'start-again');

function refresh(api: Client, queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey) });
  const { queryKey } = homeRowsQuery(api);
  // Also while home is not mounted: the stored home of the next start must not show the title.
  if (queryClient.getQueryData(queryKey)) void queryClient.refetchQueries({ queryKey });
}

const settleHidden = createWrites<boolean>();

/** Hides a title, or shows it again: shown at once, rolled back when the server refuses. */
export function setHidden(
  api: Client,
  queryClient: QueryClient,
  itemId: number,
  isHidden: boolean,
  onFailure: (error: unknown) => void,
): void {
  const params = { id: String(itemId) };
  const isStillThere = watchViewer(queryClient);
  settleHidden(api, queryClient, String(itemId), !isHidden, {
    async send(own, wanted) {
      const answer = await own.call(wanted ? hideItem : showItem, { params });
      if (isStillThere()) refresh(api, queryClient);
      return answer.is_hidden;
    },
    isSame: (one, other) => one === other,
    show(wanted) {
      queryClient.setQueryData(hiddenTitlesQuery.queryKey, (known = {}) => ({ ...known, [itemId]: wanted }));
      queryClient.setQueryData(itemQuery(api, itemId).queryKey, (known) =>
        known ? { ...known, my: { ...known.my, is_hidden: wanted } } : known,
      );
    },
    onFailure,
  }).want(isHidden);
}
