import type { QueryClient } from '@tanstack/react-query';
import type { NetworkStatus } from '#platform/platform.ts';
import type { Client } from '#src/api/client/client.ts';
import { getChosenProfile } from '#src/api/profiles.ts';
import { forgetUnshown, forgetViewer } from '#src/api/client/viewer-cache.ts';
import type { SessionState } from '#src/stores/session-store.ts';
import type { Stores } from '#src/stores/stores-context.ts';
import type { Navigation } from '#src/app/visits/navigation.ts';

export interface SessionEffectsOptions {
  readonly api: Client;
  readonly stores: Stores;
  readonly queryClient: QueryClient;
  readonly navigation: Navigation;
  readonly network: NetworkStatus;
  /** Sends the viewer's pending reports. */
  readonly sendReports: () => void;
}

const viewerOf = ({ accountToken, lastProfile, isProfileChosen }: SessionState) =>
  accountToken !== null && isProfileChosen ? (lastProfile?.profile.id ?? null) : null;

/**
 * Clears cached answers and visits when another viewer starts; the same viewer finds them unchanged. Sends pending
 * reports when a viewer starts, and when the network is back.
 */
export function startSessionEffects(options: SessionEffectsOptions): void {
  const { api, stores, queryClient, navigation, network, sendReports } = options;
  const { session } = stores;
  /** The last known profile; it stays while no profile is chosen. */
  let lastProfile = session.getState().lastProfile?.profile;
  let lastViewer = lastProfile?.id ?? null;

  session.subscribe((state, before) => {
    const profile = state.lastProfile?.profile;
    if (profile && profile.id === lastProfile?.id && profile.max_rating !== lastProfile.max_rating) {
      // Answers on earlier visits were filtered for another age limit.
      forgetUnshown(queryClient);
      navigation.forgetAnswers();
    }
    lastProfile = profile ?? lastProfile;
    if (state.accountToken !== before.accountToken) forgetViewer(queryClient);
    const viewer = viewerOf(state);
    if (viewer === null || viewer === viewerOf(before)) return;
    if (viewer !== lastViewer) {
      forgetViewer(queryClient);
      if (lastViewer !== null) navigation.restart();
    }
    lastViewer = viewer;
    sendReports();
  });

  network.subscribe((isOnline) => {
    if (isOnline) sendReports();
  });
  // A profile that starts without the picker was restored from storage and may be outdated.
  if (session.getState().isProfileChosen) {
    getChosenProfile(api)
      .then((profile) => {
        const before = session.getState().lastProfile?.profile;
        session.getState().updateProfile(profile);
        if (before?.id !== profile.id || before.max_rating === profile.max_rating) return;
        // The current screen, perhaps a stored home, was filtered for another age limit.
        forgetViewer(queryClient);
        navigation.restart();
      })
      // The stored profile stays usable; the client has already reported a lost token.
      .catch(() => undefined);
  }
}
