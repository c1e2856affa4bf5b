import 'abortcontroller-polyfill/dist/polyfill-patch-fetch';
import { createRoot } from 'react-dom/client';
import { choosePlatform } from '#platform/index.ts';
import { createClient } from '#src/api/client.ts';
import { reportPlayLog } from '#src/api/playback.ts';
import { createQueryClient } from '#src/api/query-client.ts';
import { App } from '#src/app/app.tsx';
import { createNavigation } from '#src/app/navigation.ts';
import { startNetworkEffects } from '#src/app/network-effects.ts';
import { startSessionEffects } from '#src/app/session-effects.ts';
import { errorCodeOf } from '#src/features/playback/playback-failure.ts';
import { toWireReport } from '#src/features/playback/report.ts';
import { createFocusEngine } from '#src/focus/index.ts';
import { systemClock } from '#src/lib/clock.ts';
import { createPendingReports, createShakaEngine, loadShakaScript } from '#src/player/index.ts';
import { createSessionStore, currentToken } from '#src/stores/session-store.ts';
import { createToastStore } from '#src/stores/toast-store.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';

/** Address of the server; empty when it also serves this page. */
const API_URL = import.meta.env.VITE_API_URL ?? '';

const platform = choosePlatform(window);
const stores = { session: createSessionStore(platform.cookies), toasts: createToastStore() };
const queryClient = createQueryClient();
const navigation = createNavigation(window);

const api = createClient({
  baseUrl: API_URL,
  token: () => currentToken(stores.session.getState()),
  onSessionLost(token) {
    // Several calls may fail at once; only the first finds the session still there.
    const { accountToken, lastProfile, signOut } = stores.session.getState();
    if (token !== accountToken && token !== lastProfile?.token) return;
    signOut();
    stores.toasts.getState().show('로그인이 만료되었어요. 다시 로그인해 주세요.');
  },
});

const pendingReports = createPendingReports({
  storage: platform.storage,
  clock: systemClock,
  report: (playLogId, report) =>
    reportPlayLog(api, playLogId, toWireReport(report), stores.session.getState().lastProfile?.token),
  errorCodeOf,
  logError: (error) => console.warn('pending report', error),
});

startSessionEffects({ stores, queryClient, navigation, pendingReports });
startNetworkEffects({ network: platform.network, queryClient, toasts: stores.toasts });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <App
    platform={platform}
    stores={stores}
    api={api}
    queryClient={queryClient}
    focus={createFocusEngine({ keys: platform.keys, now: systemClock.now })}
    navigation={navigation}
    playback={{
      clock: systemClock,
      createEngine: () => createShakaEngine({ clock: systemClock }),
      // The player asks for it again, and says so when it does not come.
      prepare: () => void loadShakaScript().catch(() => undefined),
      pendingReports,
    }}
    version={__APP_VERSION__}
  />,
);
