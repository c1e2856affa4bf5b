import type { QueryClient } from '@tanstack/react-query';
import { myAccountQuery } from '#src/api/accounts.ts';
import { devicesQuery } from '#src/api/device-sessions.ts';
import type { Client } from '#src/api/client/client.ts';

/**
 * Whether a download may end playback elsewhere: the server opens a play log for it, and an account may be limited to one
 * device at a time. With no other device, nothing is interrupted.
 */
export async function mayEndOtherPlayback(api: Client, queryClient: QueryClient): Promise<boolean> {
  try {
    const { membership } = await queryClient.fetchQuery(myAccountQuery(api));
    if (membership.max_streams > 1) return false;
    const { results } = await queryClient.fetchQuery({ ...devicesQuery(api), staleTime: 0 });
    return results.some((device) => !device.is_current);
  } catch {
    // The download calls the same server and reports the failure.
    return false;
  }
}
