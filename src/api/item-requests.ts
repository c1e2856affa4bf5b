import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { askForItem, getItemRequest } from '#contract/item-requests.ts';
import type { Client } from './client/client.ts';
import { watchViewer } from './client/viewer-cache.ts';

/** State of the account's request for a title; null without a request. */
export const itemRequestQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: ['items', itemId, 'request'],
    queryFn: async ({ signal }) =>
      (await api.call(getItemRequest, { params: { id: String(itemId) } }, { signal })) ?? null,
  });

/** Callbacks for the viewer who made the request, while they are still there. */
export interface RequestOutcome {
  readonly onDone: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Requests a title. */
export function requestItem(api: Client, queryClient: QueryClient, itemId: number, outcome: RequestOutcome): void {
  const isStillThere = watchViewer(queryClient);
  api.call(askForItem, { params: { id: String(itemId) } }).then(
    (asked) => {
      if (!isStillThere()) return;
      queryClient.setQueryData(itemRequestQuery(api, itemId).queryKey, asked ?? null);
      outcome.onDone();
    },
    (error: unknown) => isStillThere() && outcome.onFailure(error),
  );
}
