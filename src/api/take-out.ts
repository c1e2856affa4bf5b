import type { QueryClient } from '@tanstack/react-query';
import type { StartAgain } from '#contract/catalogue.ts';
import { removeStartAgain, restoreStartAgain } from '#contract/start-again.ts';
import type { Client } from './client/client.ts';
import { createWrites } from './client/settle.ts';
import { takenOutQuery } from './start-again.ts';

const settleTakenOut = createWrites<boolean>();

/** Removes a title from 이어보기, or restores it: shown at once, rolled back when the server refuses. */
export function takeOut(
  api: Client,
  queryClient: QueryClient,
  { item, updated_at: watchedAt }: StartAgain,
  wanted: boolean,
  onFailure: (error: unknown) => void,
): void {
  const params = { id: String(item.id) };
  settleTakenOut(api, queryClient, String(item.id), !wanted, {
    send: async (own, isOut) => (await own.call(isOut ? removeStartAgain : restoreStartAgain, { params })).is_removed,
    isSame: (one, other) => one === other,
    show: (isOut) =>
      queryClient.setQueryData(takenOutQuery.queryKey, (known = {}) => {
        const others = Object.fromEntries(Object.entries(known).filter(([id]) => id !== String(item.id)));
        return isOut ? { ...others, [item.id]: watchedAt } : others;
      }),
    onFailure,
  }).want(wanted);
}
