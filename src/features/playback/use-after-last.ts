import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EpisodeDetail, ItemSummary } from '#contract/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { afterQuery } from '#src/api/series.ts';

/**
 * What to watch after the last episode of a title, once it has ended; null where there is another episode, and where the answer
 * came too late: a question that is on the screen does not change.
 */
export function useAfterLast(
  episode: EpisodeDetail | undefined,
  isLast: boolean,
  hasEnded: boolean,
): readonly ItemSummary[] | null {
  const api = useApi();
  const found = useQuery({ ...afterQuery(api, episode?.item.id ?? 0), enabled: isLast }).data?.results;
  const [shown, setShown] = useState<readonly ItemSummary[] | null>(null);
  const [wasEnded, setWasEnded] = useState(false);
  if (hasEnded !== wasEnded) {
    setWasEnded(hasEnded);
    setShown(hasEnded && isLast && found && found.length > 0 ? found : null);
  }
  return shown;
}
