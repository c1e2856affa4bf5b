import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Item, ItemSummary } from '#contract/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { itemQuery } from '#src/api/catalogue.ts';
import { useRested } from '#src/lib/use-rested.ts';

/** Debounce before the stage follows the focus, in ms (design/ten-foot.md, section 3). */
const FOLLOW_AFTER_MS = 350;

/** Debounce before call and art are prefetched, in ms: a held arrow passes a tile in 70. */
const PREFETCH_AFTER_MS = 100;

export interface Followed {
  /** The title under the rested focus; null for none. */
  readonly followed: ItemSummary | null;
  /** The same title with its art, once it is loaded. */
  readonly item: Item | null;
  /** Call with the focused title; it does not render by itself. */
  follow(title: ItemSummary | null): void;
}

/** The title that the stage shows: what its tile knows at once, the rest from an answer that is prefetched. */
export function useFollowed(initial: () => ItemSummary | null): Followed {
  const api = useApi();
  const queryClient = useQueryClient();
  const [followed, rest] = useRested(initial, FOLLOW_AFTER_MS);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { data } = useQuery({ ...itemQuery(api, followed?.id ?? 0), enabled: followed !== null });

  const prefetch = (id: number) => {
    queryClient.ensureQueryData(itemQuery(api, id)).then(
      ({ backdrop }) => {
        new Image().src = backdrop;
      },
      // The stage asks again.
      () => undefined,
    );
  };
  return {
    followed,
    item: (followed && data) ?? null,
    follow(title) {
      clearTimeout(timer.current);
      if (title) timer.current = setTimeout(() => prefetch(title.id), PREFETCH_AFTER_MS);
      rest(title);
    },
  };
}
