import type { QueryClient } from '@tanstack/react-query';
import type { NetworkStatus } from '#platform/platform.ts';
import type { PendingReports } from '#src/player/index.ts';
import { WATCHED_KEY } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client.ts';
import { getChosenProfile } from '#src/api/profiles.ts';
import type { SessionState } from '#src/stores/session-store.ts';
import type { Stores } from '#src/stores/stores-context.ts';
import type { Navigation } from './navigation.ts';

export interface SessionEffectsOptions {
  readonly api: Client;
  readonly stores: Stores;
  readonly queryClient: QueryClient;
  readonly navigation: Navigation;
  readonly network: NetworkStatus;
  readonly pendingReports: PendingReports;
}

const viewerOf = ({ accountToken, lastProfile, isProfileChosen }: SessionState) =>
  accountToken !== null && isProfileChosen ? (lastProfile?.profile.id ?? null) : null;

/**
 * What follows when the viewer changes: another viewer finds nothing of the one before, the same one finds everything
 * where it was; and what an earlier page could not report is reported.
 */
export function startSessionEffects(options: SessionEffectsOptions): void {
  const { api, stores, queryClient, navigation, network, pendingReports } = options;
  const { session } = stores;
  let lastViewer = session.getState().lastProfile?.profile.id ?? null;

  const sendPending = async (profileId: string) => {
    if (pendingReports.list().length === 0) return;
    await pendingReports.sendAll(profileId);
    await queryClient.invalidateQueries({ queryKey: [WATCHED_KEY] });
  };

  session.subscribe((state, before) => {
    if (state.accountToken !== before.accountToken) queryClient.removeQueries({ predicate: isPersonal });
    const viewer = viewerOf(state);
    if (viewer === null || viewer === viewerOf(before)) return;
    if (viewer !== lastViewer) {
      queryClient.removeQueries({ predicate: isPersonal });
      if (lastViewer !== null) navigation.restart();
    }
    lastViewer = viewer;
    void sendPending(viewer);
  });

  if (lastViewer !== null) void sendPending(lastViewer);
  // What was watched without a network.
  network.subscribe((isOnline) => {
    const viewer = viewerOf(session.getState());
    if (isOnline && viewer !== null) void sendPending(viewer);
  });
  // Who is never asked goes on as they were saved: the name and the picture may be others by now.
  if (session.getState().isProfileChosen) {
    getChosenProfile(api)
      .then((profile) => session.getState().updateProfile(profile))
      // What is saved still serves; a token that is gone was told already.
      .catch(() => undefined);
  }
}

/** Everything but how the service is. */
const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'status';
