import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Episode } from '#contract/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { itemQuery } from '#src/api/catalogue.ts';
import { useClock } from '#src/stores/clock-context.ts';

/** Longest timer, in ms: `setTimeout` overflows at 25 days, and no visit lasts that long. */
const LONGEST_MS = 24 * 3600_000;

/** Refetches the viewer's rights when the first rental or the membership ends. */
export function useRightsEnd(episodes: readonly Episode[]) {
  const api = useApi();
  const clock = useClock();
  const queryClient = useQueryClient();
  const ends = episodes.flatMap(({ access: { type, expires_at: end } }) =>
    (type === 'rental' || type === 'membership') && end !== null ? [Date.parse(end)] : [],
  );
  const firstEnd = ends.length > 0 ? Math.min(...ends) : null;
  const itemId = episodes[0]?.item_id ?? 0;

  useEffect(() => {
    if (firstEnd === null) return;
    const leftMs = firstEnd - clock.instant();
    if (leftMs > LONGEST_MS) return;
    return clock.after(Math.max(1000, leftMs + 500), () => {
      void queryClient.invalidateQueries({ queryKey: itemQuery(api, itemId).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['shop', itemId] });
    });
  }, [api, clock, queryClient, firstEnd, itemId]);
}
