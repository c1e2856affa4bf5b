import type { QueryClient } from '@tanstack/react-query';
import type { NetworkStatus, Unsubscribe } from '#platform/platform.ts';
import type { ToastStore } from '#src/stores/toast-store.ts';

export interface NetworkEffectsOptions {
  readonly network: NetworkStatus;
  readonly queryClient: QueryClient;
  readonly toasts: ToastStore;
}

/**
 * Shows a message when the network is lost, and repeats failed requests when it is back. The television's event is only a
 * hint: playback and shown screens continue, and a screen without data retries by itself.
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
