import { queryOptions, skipToken } from '@tanstack/react-query';
import type { StartAgain } from '#contract/catalogue.ts';

/** By item id: when the title was last watched at its removal from 이어보기. Watching it again brings it back. */
export type TakenOut = Readonly<Record<number, string>>;

/**
 * Titles that the viewer removed from 이어보기 since the app started. The server omits them from later answers; this list
 * filters earlier ones.
 */
export const takenOutQuery = queryOptions<TakenOut>({
  queryKey: ['taken-out-of-start-again'],
  queryFn: skipToken,
  initialData: {},
  meta: { isPermanent: true },
});

export const isTakenOut = (takenOut: TakenOut, { item, updated_at: watchedAt }: StartAgain): boolean => {
  const at = takenOut[item.id];
  return at !== undefined && watchedAt <= at;
};
