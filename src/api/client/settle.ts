import type { QueryClient } from '@tanstack/react-query';
import { createSettling, type Settler, type SettlerOptions } from '#src/lib/settler.ts';
import type { Client } from './client.ts';
import { viewerOf, watchViewer } from './viewer-cache.ts';

export interface WriteOptions<V> extends Omit<SettlerOptions<V>, 'send'> {
  /** Sends the value with the client of the viewer who changed it; resolves with the confirmed value. */
  readonly send: (api: Client, value: V) => Promise<V>;
}

/**
 * Settlers by name, bound to a viewer and their token: pending writes are sent for the viewer who made them, also after a
 * switch, and neither change the cache nor show messages for the next viewer.
 */
export function createWrites<V>() {
  const settle = createSettling<V>();
  return (api: Client, queryClient: QueryClient, name: string, agreed: V, options: WriteOptions<V>): Settler<V> => {
    const { send, isSame, show, onFailure } = options;
    const own = api.asNow();
    const isStillThere = watchViewer(queryClient);
    return settle(viewerOf(queryClient), name, agreed, {
      isSame,
      send: (value) => send(own, value),
      show: (value) => isStillThere() && show(value),
      onFailure: (error) => isStillThere() && onFailure(error),
    });
  };
}
