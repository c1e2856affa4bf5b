import type { QueryClient } from '@tanstack/react-query';
import type { NetworkStatus, Unsubscribe } from '#platform/platform.ts';
import type { ToastStore } from '#src/stores/toast-store.ts';

export interface NetworkEffectsOptions {
  readonly network: NetworkStatus;
  readonly queryClient: QueryClient;
  readonly toasts: ToastStore;
}

/**
 * Says when the network goes, and when it is back asks again for what failed. The television's word is only a hint: what
 * plays or is shown goes on, and a screen without data tries again by itself.
 */
export function startNetworkEffects({ network, queryClient, toasts }: NetworkEffectsOptions): Unsubscribe {
  let wasOnline = network.isOnline();
  return network.subscribe((isOnline) => {
    if (isOnline === wasOnline) return;
    wasOnline = isOnline;
    const { show } = toasts.getState();
    if (isOnline) {
      show('다시 연결됐어요.');
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    } else {
      show('네트워크 연결이 끊겼어요. 연결되면 알려 드릴게요.');
    }
  });
}
