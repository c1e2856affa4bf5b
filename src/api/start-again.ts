import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { removeStartAgain, restoreStartAgain, type StartAgain } from '#contract/catalogue.ts';
import { createSettling } from '#src/lib/settler.ts';
import type { Client } from './client.ts';

/** By item id, when a title was last watched as it was taken out of 이어보기: watched again, it comes back. */
export type TakenOut = Readonly<Record<number, string>>;

/**
 * What the viewer took out of 이어보기 since the app started. The server leaves it out of what it answers from then on;
 * this is for the answers that came before.
 */
export const takenOutQuery = queryOptions<TakenOut>({
  queryKey: ['taken-out-of-start-again'],
  queryFn: skipToken,
  initialData: {},
  gcTime: Infinity,
});

export const isTakenOut = (takenOut: TakenOut, { item, updated_at: watchedAt }: StartAgain): boolean => {
  const at = takenOut[item.id];
  return at !== undefined && watchedAt <= at;
};

const settleTakenOut = createSettling<boolean>();

/** Takes a title out of 이어보기, or puts it back: shown at once, undone when the server refuses. */
export function takeOut(
  api: Client,
  queryClient: QueryClient,
  { item, updated_at: watchedAt }: StartAgain,
  wanted: boolean,
  onFailure: (error: unknown) => void,
): void {
  const params = { id: String(item.id) };
  settleTakenOut(queryClient, String(item.id), !wanted, {
    send: async (isOut) => (await api.call(isOut ? removeStartAgain : restoreStartAgain, { params })).is_removed,
    isSame: (one, other) => one === other,
    show: (isOut) =>
      queryClient.setQueryData(takenOutQuery.queryKey, (known = {}) => {
        const others = Object.fromEntries(Object.entries(known).filter(([id]) => id !== String(item.id)));
        return isOut ? { ...others, [item.id]: watchedAt } : others;
      }),
    onFailure,
  }).want(wanted);
}
