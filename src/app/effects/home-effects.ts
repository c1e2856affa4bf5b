import type { QueryClient } from '@tanstack/react-query';
import { homeRowsQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { homeOwnerOf, type StoredHome } from '#src/stores/stored-home.ts';
import type { SessionState, SessionStore } from '#src/stores/session-store.ts';

/** Delay of the write, in ms: writing to the disk blocks the page, so home and its pictures come first. */
const WRITE_AFTER_MS = 2_000;

export interface HomeEffectsOptions {
  readonly api: Client;
  readonly session: SessionStore;
  readonly queryClient: QueryClient;
  readonly clock: Clock;
  readonly storedHome: StoredHome;
}

const isWatching = ({ accountToken, isProfileChosen }: SessionState) => accountToken !== null && isProfileChosen;

/**
 * Restores a profile's last home as a stale answer: it is drawn at once and revalidated in the background. Stores new
 * answers, and then asks for the number of unread notifications; removes the stored home on sign-out, on a switch of profiles, and on a change of the age limit.
 *
 * Start it after the effect that clears the answers of another viewer.
 */
export function startHomeEffects({ api, session, queryClient, clock, storedHome }: HomeEffectsOptions): void {
  const { queryKey } = homeRowsQuery(api);
  let stopWriting: Stop = () => undefined;

  const fill = (state: SessionState) => {
    const owner = homeOwnerOf(state);
    if (owner === null || !isWatching(state) || queryClient.getQueryData(queryKey)) return;
    const rows = storedHome.read(owner);
    if (rows) queryClient.setQueryData(queryKey, { results: rows }, { updatedAt: 0 });
  };

  const first = session.getState();
  if (homeOwnerOf(first) === null) storedHome.remove();
  fill(first);

  session.subscribe((state, before) => {
    const isOther = homeOwnerOf(state) !== homeOwnerOf(before);
    if (isOther || !isWatching(state)) stopWriting();
    // At a start there is no previous owner; reading the stored home checks its owner.
    if (isOther && homeOwnerOf(before) !== null) storedHome.remove();
    if (isWatching(state) && !isWatching(before)) fill(state);
  });

  const home = JSON.stringify(queryKey);
  queryClient.getQueryCache().subscribe((event) => {
    // Manual updates come from `fill`, not from the server.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (event.query.queryHash !== home) return;
    const owner = homeOwnerOf(session.getState());
    stopWriting();
    if (owner === null) return;
    stopWriting = clock.after(WRITE_AFTER_MS, () => {
      const answer = queryClient.getQueryData(queryKey);
      if (answer) storedHome.write(owner, answer.results);
      // Loads with the call: the number of unread notifications is not part of the start.
      void import('#src/api/notifications.ts').then(
        (notifications) => notifications.refreshUnread(api, queryClient),
        () => undefined,
      );
    });
  });
}
