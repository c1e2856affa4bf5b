import type { ReactElement } from 'react';
import type { Platform } from '#platform/platform.ts';
import { myAccountQuery } from '#src/api/accounts.ts';
import { createClient, type Client, type ClientOptions } from '#src/api/client.ts';
import { reportPlayLog } from '#src/api/play-reports.ts';
import { createQueryClient } from '#src/api/query-client.ts';
import type { PlaybackChoices } from '#src/features/playback/playback-context.ts';
import { errorCodeOf } from '#src/features/playback/playback-failure.ts';
import { toWireReport } from '#src/features/playback/report.ts';
import { createFocusEngine } from '#src/focus/index.ts';
import type { Clock } from '#src/lib/clock.ts';
import {
  createPendingReports,
  createViewerPresence,
  createWritable,
  type KeptEpisodes,
  type PlaybackEngine,
  type VideoVault,
} from '#src/player/index.ts';
import { createSessionStore, currentToken } from '#src/stores/session-store.ts';
import { createPaceStore } from '#src/stores/pace-store.ts';
import { createSettingsStore } from '#src/stores/settings-store.ts';
import { keepAddress } from '#src/stores/server-address.ts';
import type { Stores } from '#src/stores/stores-context.ts';
import { createToastStore } from '#src/stores/toast-store.ts';
import { App } from './app.tsx';
import { createLostSession } from './lost-session.ts';
import { startDeviceEffects } from './device-effects.ts';
import { startLaunchEffects } from './launch-effects.ts';
import { createNavigation, type NavigationPage } from './navigation.ts';
import { startNetworkEffects } from './network-effects.ts';
import { createPaceWatch } from './pace-watch.ts';
import { HomeScreen, LibraryScreen, PlayerScreen, ProfilesScreen, SignInScreen, WayIn } from './screens.ts';
import { startSessionEffects } from './session-effects.ts';
import { startSettingsEffects } from './settings-effects.ts';
import { startStatusEffects } from './status-effects.ts';

export interface AppParts {
  readonly platform: Platform;
  readonly page: NavigationPage;
  readonly clock: Clock;
  /** Address of the server; empty when it also serves the page. */
  readonly apiUrl: string;
  /** Replaces the transport of the client. */
  readonly adapter?: ClientOptions['adapter'];
  /** Replaces the decoder. */
  readonly createEngine?: () => PlaybackEngine;
  /** Replaces the disk that videos are kept on. */
  readonly vault?: VideoVault;
  /** Loads what the first play needs, so that it starts sooner. */
  readonly preparePlayback: () => void;
  /** Starts the app anew. */
  readonly restart: () => void;
  /** `major.minor.patch`. */
  readonly version: string;
}

/** The app put together from what it runs on: what is not drawn is made and started, what is drawn is returned. */
export function createApp(parts: AppParts): { element: ReactElement; api: Client; stores: Stores } {
  const { platform, page, clock, apiUrl, adapter, createEngine, preparePlayback, restart, version } = parts;
  const session = createSessionStore(platform.cookies);
  const stores = {
    session,
    settings: createSettingsStore(platform.storage, session),
    toasts: createToastStore(),
    pace: createPaceStore(),
  };
  const queryClient = createQueryClient();
  const navigation = createNavigation(page);

  const api = createClient({
    baseUrl: apiUrl,
    token: () => currentToken(stores.session.getState()),
    onSessionLost: (token) => lostSession(token),
    ...(adapter ? { adapter } : {}),
  });

  const lostSession = createLostSession({
    ...stores,
    checkAccount: () => queryClient.fetchQuery({ ...myAccountQuery(api), staleTime: 0 }),
  });

  const pendingReports = createPendingReports({
    storage: platform.storage,
    clock,
    report(playLogId, report, profileId) {
      const { lastProfile } = stores.session.getState();
      // Somebody else watches by now; with their token the server would not know the play log.
      if (lastProfile?.profile.id !== profileId) return Promise.reject(new Error('not the profile that watched'));
      return reportPlayLog(api, playLogId, toWireReport(report), lastProfile.token);
    },
    errorCodeOf,
    logError: (error) => console.warn('pending report', error),
  });

  startSessionEffects({ api, stores, queryClient, navigation, network: platform.network, pendingReports });
  startSettingsEffects(stores.settings, stores.pace, document.documentElement);
  startStatusEffects({ queryClient, api });
  startLaunchEffects(platform.launch, navigation);
  startDeviceEffects(platform, queryClient, document.documentElement);
  startNetworkEffects({ network: platform.network, queryClient, toasts: stores.toasts });

  // While the server is asked how it is: what comes next.
  const isSignedIn = stores.session.getState().accountToken !== null;
  for (const screen of isSignedIn ? [ProfilesScreen, HomeScreen] : [WayIn, SignInScreen, ProfilesScreen])
    screen.preload();
  const kept = createWritable<KeptEpisodes | null>(null);
  const prepare = () => {
    PlayerScreen.preload();
    preparePlayback();
    const episodes = kept.getState();
    if (episodes && !episodes.isEmpty()) void episodes.load();
  };
  const { videoDisk: disk, device, storage } = platform;
  if (disk) {
    const prepareWithoutNetwork = () => {
      PlayerScreen.preload();
      LibraryScreen.preload();
      preparePlayback();
    };
    const options = { api, device, disk, storage, clock, session, pendingReports, vault: parts.vault };
    import('./kept.ts').then(
      ({ openKept }) => kept.set(openKept({ ...options, prepare: prepareWithoutNetwork })),
      // Nothing can be kept then until the next start.
      (error: unknown) => console.warn('kept episodes', error),
    );
  }

  const element = (
    <App
      platform={platform}
      stores={stores}
      api={api}
      queryClient={queryClient}
      focus={createFocusEngine({
        keys: platform.keys,
        now: clock.now,
        onMove: createPaceWatch({ onMeasured: (pace) => stores.pace.setState({ pace }) }),
      })}
      navigation={navigation}
      playback={{
        clock,
        createEngine,
        prepare,
        pendingReports,
        kept,
        presence: createViewerPresence(),
        choices: createWritable<PlaybackChoices>({ speed: 1, height: null }),
      }}
      version={version}
      apiUrl={apiUrl || page.location.origin}
      onServer={(address) => {
        keepAddress(platform.storage, address);
        // No server is told another one's tokens.
        stores.session.getState().signOut();
        restart();
      }}
    />
  );
  return { element, api, stores };
}
