import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Item, ItemSummary } from '#contract/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { itemQuery } from '#src/api/catalogue.ts';
import { loadPicture } from '#src/ui/tile/shown-pictures.ts';

/** Debounce before call and art are prefetched, in ms: a held arrow passes a tile in 70. */
const PREFETCH_AFTER_MS = 100;

/** After that, in ms: the stage follows the focus when it has rested for 350 (design/ten-foot.md, section 3). */
const FOLLOW_AFTER_MS = 250;

/** How long the name waits for its art then, in ms, so that both change in one frame. */
const ART_WAIT_MS = 150;

export interface Followed {
  /** The title under the rested focus; null for none. */
  readonly followed: ItemSummary | null;
  /** The same title with its art, once it is loaded. */
  readonly item: Item | null;
  /** Call with the focused title; it does not render by itself. */
  follow(title: ItemSummary | null): void;
  /** Ends following at once: the focus is where another title has its name. */
  leave(): void;
}

/** The title that the stage shows: what its tile knows, with the art, which is prefetched. */
export function useFollowed(initial: () => ItemSummary | null): Followed {
  const api = useApi();
  const queryClient = useQueryClient();
  const [followed, setFollowed] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { data } = useQuery({ ...itemQuery(api, followed?.id ?? 0), enabled: followed !== null });

  const after = (ms: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
    return timer.current;
  };
  const prefetch = async (id: number) => {
    try {
      await loadPicture((await queryClient.ensureQueryData(itemQuery(api, id))).backdrop);
    } catch {
      // The stage asks again.
    }
  };
  return {
    followed,
    item: (followed && data) ?? null,
    follow(title) {
      after(PREFETCH_AFTER_MS, () => {
        const art = title && prefetch(title.id);
        after(FOLLOW_AFTER_MS, () => {
          const show = () => setFollowed(title);
          const wait = after(art ? ART_WAIT_MS : 0, show);
          void art?.then(() => {
            if (timer.current !== wait) return;
            clearTimeout(wait);
            show();
          });
        });
      });
    },
    leave() {
      clearTimeout(timer.current);
      timer.current = undefined;
      setFollowed(null);
    },
  };
}
