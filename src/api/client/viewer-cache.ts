import type { QueryClient } from '@tanstack/react-query';
import { settleWhile } from '#src/lib/settle-while.ts';

/** The viewer to whom the cached answers belong. */
const viewers = new WeakMap<QueryClient, object>();

/** An object that identifies the cache's viewer; another viewer gets another object. */
export function viewerOf(queryClient: QueryClient): object {
  const viewer = viewers.get(queryClient) ?? {};
  viewers.set(queryClient, viewer);
  return viewer;
}

/** Returns a check whether the viewer is still the same, for writes whose answers arrive later. */
export function watchViewer(queryClient: QueryClient): () => boolean {
  const viewer = viewerOf(queryClient);
  return () => viewerOf(queryClient) === viewer;
}

/** The outcome of a call for the viewer who made it; the next one must not be told of it. */
export const forViewer = <T>(queryClient: QueryClient, call: Promise<T>): Promise<T> =>
  settleWhile(watchViewer(queryClient), call);

/** Removes answers of screens that are not mounted, and cancels their requests. */
export const forgetUnshown = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== 'status' });

/** Removes all answers except the service's state. Pending writes still reach the server but change no cache. */
export function forgetViewer(queryClient: QueryClient): void {
  viewers.delete(queryClient);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' });
}
