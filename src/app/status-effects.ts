import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/api/api-error.ts';
import type { Client } from '#src/api/client.ts';
import { statusQuery } from '#src/api/status.ts';

/**
 * Asks how the service is when a screen's call is refused for maintenance, so that the gate can say so. What plays is
 * not asked: it plays on, and its reports wait.
 */
export function startStatusEffects({ queryClient, api }: { queryClient: QueryClient; api: Client }): void {
  const { queryKey } = statusQuery(api);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    if (!(error instanceof ApiError) || error.code !== 'MAINTENANCE') return;
    // Many calls of a screen fail at once; one question is enough.
    void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
  });
}
