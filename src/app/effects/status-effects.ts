import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/api/client/api-error.ts';
import type { Client } from '#src/api/client/client.ts';
import { statusQuery } from '#src/api/status.ts';

/**
 * Refetches the service's state when a call is refused for maintenance, so that the entry can show it. Playback
 * continues, and its reports stay queued.
 */
export function startStatusEffects({ queryClient, api }: { queryClient: QueryClient; api: Client }): void {
  const { queryKey } = statusQuery(api);
  const statusKey = JSON.stringify(queryKey);
  let hasFailed = false;
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    const isStatus = query.queryHash === statusKey;
    if (isStatus && action.type === 'success') {
      // The viewer may see a stored home whose other queries failed while the server was unreachable; repeat those.
      if (hasFailed) void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      hasFailed = false;
    }
    if (action.type !== 'error') return;
    hasFailed ||= isStatus;
    const { error } = action;
    if (!(error instanceof ApiError) || error.code !== 'MAINTENANCE') return;
    // Many calls of a screen may fail at once; one check is enough.
    void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
  });
}
