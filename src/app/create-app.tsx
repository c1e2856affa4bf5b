import type { ReactElement } from 'react';
import type { Platform } from '#platform/platform.ts';
import { createClient, type Client, type ClientOptions } from '#src/api/client.ts';
import { reportPlayLog } from '#src/api/playback.ts';
import { createQueryClient } from '#src/api/query-client.ts';
import { errorCodeOf } from '#src/features/playback/playback-failure.ts';
import { toWireReport } from '#src/features/playback/report.ts';
import { createFocusEngine } from '#src/focus/index.ts';
import type { Clock } from '#src/lib/clock.ts';
import { createPendingReports, type PlaybackEngine } from '#src/player/index.ts';
import { createSessionStore, currentToken } from '#src/stores/session-store.ts';
import type { Stores } from '#src/stores/stores-context.ts';
import { createToastStore } from '#src/stores/toast-store.ts';
import { App } from './app.tsx';
import { createNavigation, type NavigationPage } from './navigation.ts';
import { startNetworkEffects } from './network-effects.ts';
import { startSessionEffects } from './session-effects.ts';

export interface AppParts {
  readonly platform: Platform;
  readonly page: NavigationPage;
  readonly clock: Clock;
  /** Address of the server; empty when it also serves the page. */
  readonly apiUrl: string;
  /** Replaces the transport of the client. */
  readonly adapter?: ClientOptions['adapter'];
  readonly createEngine: () => PlaybackEngine;
  /** Loads what the first play needs, so that it starts sooner. */
  readonly preparePlayback: () => void;
  /** `major.minor.patch`. */
  readonly version: string;
}

/** The app put together from what it runs on: what is not drawn is made and started, what is drawn is returned. */
export function createApp(parts: AppParts): { element: ReactElement; api: Client; stores: Stores } {
  const { platform, page, clock, apiUrl, adapter, createEngine, preparePlayback, version } = parts;
  const stores = { session: createSessionStore(platform.cookies), toasts: createToastStore() };
  const queryClient = createQueryClient();
  const navigation = createNavigation(page);

  const api = createClient({
    baseUrl: apiUrl,
    token: () => currentToken(stores.session.getState()),
    onSessionLost(token) {
      // Several calls may fail at once; only the first finds the session still there.
      const { accountToken, lastProfile, signOut } = stores.session.getState();
      if (token !== accountToken && token !== lastProfile?.token) return;
      signOut();
      stores.toasts.getState().show('로그인이 만료되었어요. 다시 로그인해 주세요.');
    },
    ...(adapter ? { adapter } : {}),
  });

  const pendingReports = createPendingReports({
    storage: platform.storage,
    clock,
    report: (playLogId, report) =>
      reportPlayLog(api, playLogId, toWireReport(report), stores.session.getState().lastProfile?.token),
    errorCodeOf,
    logError: (error) => console.warn('pending report', error),
  });

  startSessionEffects({ stores, queryClient, navigation, pendingReports });
  startNetworkEffects({ network: platform.network, queryClient, toasts: stores.toasts });

  const element = (
    <App
      platform={platform}
      stores={stores}
      api={api}
      queryClient={queryClient}
      focus={createFocusEngine({ keys: platform.keys, now: clock.now })}
      navigation={navigation}
      playback={{ clock, createEngine, prepare: preparePlayback, pendingReports }}
      version={version}
    />
  );
  return { element, api, stores };
}
