import type { QueryClient } from '@tanstack/react-query';
import { devicesQuery, myAccountQuery } from '#src/api/accounts.ts';
import type { Client } from '#src/api/client.ts';

/**
 * Whether keeping an episode may end what plays elsewhere: the server opens a playback for it, and an account that plays on
 * one device at a time has no second place. Who is signed in nowhere else ends nothing.
 */
export async function mayEndOtherPlayback(api: Client, queryClient: QueryClient): Promise<boolean> {
  try {
    const { membership } = await queryClient.fetchQuery(myAccountQuery(api));
    if (membership.max_streams > 1) return false;
    const { results } = await queryClient.fetchQuery({ ...devicesQuery(api), staleTime: 0 });
    return results.some((device) => !device.is_current);
  } catch {
    // Keeping itself meets the same server, and says what is wrong.
    return false;
  }
}
