import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/api/client/api-error.ts';
import type { Client } from '#src/api/client/client.ts';
import { statusQuery } from '#src/api/status.ts';

/**
 * Refetches the service's state when a call is refused for maintenance, so that the gate can show it. Playback
 * continues, and its reports stay queued.
 */
export function startStatusEffects({ queryClient, api }: { queryClient: QueryClient; api: Client }): void {
  const { queryKey } = statusQuery(api);
  const statusKey = JSON.stringify(queryKey);
  let hasFailed = false;
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.query.queryHash === statusKey && (event.action.type === 'success' || event.action.type === 'error')) {
      // The viewer may see a stored home whose other queries failed while the server was unreachable; repeat those.
      if (event.action.type === 'success' && hasFailed)
        void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      hasFailed = event.action.type === 'error';
    }
    if (event.action.type !== 'error') return;
    const { error } = event.action;
    if (!(error instanceof ApiError) || error.code !== 'MAINTENANCE') return;
    // Many calls of a screen may fail at once; one check is enough.
    void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
  });
}
