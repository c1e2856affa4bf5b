import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { hiddenTitlesQuery } from '#src/api/hidden-titles.ts';

/** Returns a check whether the viewer has hidden a title since the app started. The same function until that changes. */
export function useIsHidden(): (itemId: number | null) => boolean {
  const { data } = useQuery(hiddenTitlesQuery);
  return useCallback((itemId) => itemId !== null && data?.[itemId] === true, [data]);
}
