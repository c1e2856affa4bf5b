import type { ReactElement, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Platform } from '#platform/platform.ts';
import { myAccountQuery } from '#src/api/accounts.ts';
import { homeRowsQuery, WATCHED_KEY } from '#src/api/catalogue.ts';
import { ANSWER_LIMIT_MS, createClient, type Client, type ClientOptions } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import type { PlaybackChoices, PlaybackServices, SpokenPlayer } from '#src/features/playback/playback-context.ts';
import { createFocusEngine, type LargeMeasures } from '#src/focus/index.ts';
import type { Clock } from '#src/lib/clock.ts';
import { createServerClock } from '#src/lib/server-clock.ts';
import {
  createViewerPresence,
  createWritable,
  type OfflineEpisodes,
  type OfflineStore,
  type PendingReports,
  type PlaybackEngine,
} from '#src/player/index.ts';
import { createSessionStore, currentToken } from '#src/stores/session-store.ts';
import { createPaceStore } from '#src/stores/pace-store.ts';
import { createSettingsStore } from '#src/stores/settings-store.ts';
import { saveAddress } from '#src/stores/server-address.ts';
import { createStoredHome } from '#src/stores/stored-home.ts';
import type { Stores } from '#src/stores/stores-context.ts';
import { createToastStore } from '#src/stores/toast-store.ts';
import { App } from './app.tsx';
import { startCrashEffects } from './effects/crash-effects.ts';
import { startDeviceEffects } from './effects/device-effects.ts';
import type { LaterEffects } from './effects/later-effects.ts';
import { startHomeEffects } from './effects/home-effects.ts';
import { startLaunchEffects } from './effects/launch-effects.ts';
import { createNavigation, type NavigationPage } from './visits/navigation.ts';
import { findRoute } from './visits/paths.ts';
import { HomeScreen, LibraryScreen, PlayerScreen, ProfilesScreen, SignInScreen, WayIn } from './visits/screens.ts';
import { createSendReports } from './send-reports.ts';
import { startSessionEffects } from './effects/session-effects.ts';
import { startSettingsEffects } from './effects/settings-effects.ts';
import { startStatusEffects } from './effects/status-effects.ts';

/** Delay of prefetches while a stored home is drawn, in ms. */
const LATER_MS = 1_000;

/** Delay of the visit cache after the start, in ms. */
const COLLECT_AFTER_MS = 3_000;

export interface AppParts {
  readonly platform: Platform;
  readonly page: NavigationPage & Pick<Window, 'addEventListener'>;
  readonly clock: Clock;
  /** Server address; empty when the server also serves the page. */
  readonly apiUrl: string;
  /** Replaces the transport of the client. */
  readonly adapter?: ClientOptions['adapter'];
  /** Replaces the decoder. */
  readonly createEngine?: () => PlaybackEngine;
  /** Replaces the store of downloaded videos. */
  readonly offlineStore?: OfflineStore;
  /** Prefetches the scripts of the first playback. */
  readonly preparePlayback: () => void;
  readonly restart: () => void;
  /** Reloads the page; rejects while its server does not answer. */
  readonly reload: () => Promise<void>;
  /** `major.minor.patch`. */
  readonly version: string;
  /** Changes with the contract of home's rows; a stored home of another one is removed. */
  readonly homeContract: string;
}

export interface CreatedApp {
  readonly element: ReactElement;
  readonly api: Client;
  readonly stores: Stores;
  /** Error handler for React's root. */
  readonly onError: (error: unknown) => void;
  /** Resolves when the first screen can render; an earlier render shows a placeholder. Never rejects. */
  readonly ready: Promise<void>;
}

/** Composition root: creates the services, starts the effects and returns the element to render. */
export function createApp(parts: AppParts): CreatedApp {
  const {
    platform,
    page,
    clock: deviceClock,
    apiUrl,
    adapter,
    createEngine,
    preparePlayback,
    restart,
    reload,
    version,
  } = parts;
  const clock = createServerClock(deviceClock);
  const session = createSessionStore(platform.cookies);
  const stores = {
    session,
    settings: createSettingsStore(platform.storage, session, platform.captions),
    toasts: createToastStore(),
    pace: createPaceStore(),
  };
  const queryClient = createQueryClient();
  const holdMenu = createWritable<ReactNode>(null);
  let large: LargeMeasures | null = null;
  let later: LaterEffects | null = null;
  const followLetters = async () => {
    const { letters } = stores.settings.getState().settings;
    // Without the script, tiles keep their size.
    const script = letters.includes('-') ? await import('#src/ui/large-measures.ts').catch(() => null) : null;
    large = script?.largeMeasuresOf(letters) ?? null;
  };
  stores.settings.subscribe(() => void followLetters());
  const focus = createFocusEngine({
    keys: platform.keys,
    lifecycle: platform.lifecycle,
    clock,
    drawNow: flushSync,
    areKeysSlow: () => stores.settings.getState().settings.slowKeys,
    arePressesSingle: () => stores.settings.getState().settings.singlePresses,
    onHoldChoice: (choice) =>
      // Without its script, OK does what it says.
      void import('./hold-menu.tsx').then(
        ({ drawHoldMenu }) => holdMenu.set(drawHoldMenu(choice, () => holdMenu.set(null))),
        choice.press,
      ),
    largeMeasures: () => large,
    onMove: () => later?.watchPace(),
  });
  const navigation = createNavigation(page, focus.forgetOpening);
  const onError = startCrashEffects({
    page,
    storage: platform.storage,
    clock,
    version,
    screen: () => findRoute(navigation.visit().path)?.name ?? 'unknown',
    onNoted: () => sendTelemetry(),
  });
  const sendTelemetry = () =>
    import('./telemetry.ts').then(
      (telemetry) => telemetry.sendTelemetry({ api, session, platform, clock }),
      // It is sent at the next start.
      () => undefined,
    );

  const api = createClient({
    baseUrl: apiUrl,
    token: () => currentToken(stores.session.getState()),
    onSessionLost: (token) => lostSession(token),
    clock,
    timeoutMs: ANSWER_LIMIT_MS,
    ...(adapter ? { adapter } : {}),
  });

  const lostSession = (token: string) =>
    void import('./lost-session.ts').then(
      ({ createLostSession }) =>
        createLostSession({
          ...stores,
          checkAccount: () => queryClient.fetchQuery({ ...myAccountQuery(api), staleTime: 0 }),
        })(token),
      // The next refused call tries again.
      () => undefined,
    );

  let openedReports: PendingReports | null = null;
  const pendingReports: PlaybackServices['pendingReports'] = (open) =>
    (openedReports ??= open({ api, session, storage: platform.storage, clock: deviceClock }));
  const sendReports = createSendReports(async () => {
    const { startReports } = await import('./reports.ts');
    const onSent = () => void queryClient.invalidateQueries({ queryKey: [WATCHED_KEY] });
    return startReports({ clock, session, pendingReports, onSent });
  });
  startSessionEffects({ api, stores, queryClient, navigation, network: platform.network, sendReports });
  const storedHome = createStoredHome(platform.storage, `${version} ${parts.homeContract}`, deviceClock.instant);
  startHomeEffects({ api, session, queryClient, clock, storedHome });
  startSettingsEffects(stores.settings, stores.pace, document.documentElement);
  startStatusEffects({ queryClient, api });
  startLaunchEffects(platform.launch, navigation, focus.forgetOpening);
  startDeviceEffects(platform, document.documentElement);
  import('./effects/network-effects.ts').then(
    ({ startNetworkEffects }) => startNetworkEffects({ network: platform.network, queryClient, toasts: stores.toasts }),
    // Screens without data still retry by themselves.
    (error: unknown) => console.warn('network effects', error),
  );

  // Prefetch the next screens while the status call is pending.
  const isSignedIn = stores.session.getState().accountToken !== null;
  const isHomeStored = queryClient.getQueryData(homeRowsQuery(api).queryKey) !== undefined;
  const ready = followLetters().then(() => (isHomeStored ? HomeScreen.preload() : undefined));
  // Prefetches must not compete with the pictures of a stored home, which needs no answer.
  const afterPictures = <T,>(load: () => Promise<T>): Promise<T> =>
    isHomeStored ? new Promise((resolve) => clock.after(LATER_MS, () => resolve(load()))) : load();
  for (const screen of isSignedIn ? [ProfilesScreen, HomeScreen] : [WayIn, SignInScreen, ProfilesScreen])
    void afterPictures(screen.preload);
  void afterPictures(() => Promise.resolve(sendReports()));
  clock.after(COLLECT_AFTER_MS, () => {
    void sendTelemetry();
    import('./effects/later-effects.ts').then(
      ({ startLaterEffects }) =>
        (later = startLaterEffects({ api, queryClient, platform, stores, clock, navigation, prepare })),
      // Until the next start, cached answers stay, the set counts as quick, and nothing is prepared.
      (error: unknown) => console.warn('later effects', error),
    );
  });
  const offline = createWritable<OfflineEpisodes | null>(null);
  const prepare = () => {
    void PlayerScreen.preload();
    preparePlayback();
    const episodes = offline.getState();
    if (episodes && !episodes.isEmpty()) void episodes.load();
  };
  const spoken = createWritable<SpokenPlayer | null>(null);
  if (platform.voice ?? platform.homeTiles)
    import('./effects/set-effects.ts').then(
      ({ startSetEffects }) =>
        startSetEffects({ platform, api, stores, queryClient, navigation, focus, clock, spoken }),
      // Voice and tiles are unavailable until the next start.
      (error: unknown) => console.warn('set effects', error),
    );
  const { videoDisk: disk, device, storage } = platform;
  if (disk) {
    const prepareWithoutNetwork = () => {
      void PlayerScreen.preload();
      void LibraryScreen.preload();
      preparePlayback();
    };
    const options = { api, device, disk, storage, clock, session, pendingReports, offlineStore: parts.offlineStore };
    afterPictures(() => import('./offline.ts')).then(
      ({ openOffline }) => offline.set(openOffline({ ...options, prepare: prepareWithoutNetwork })),
      // Downloads are unavailable until the next start.
      (error: unknown) => console.warn('offline episodes', error),
    );
  }

  const element = (
    <App
      platform={platform}
      stores={stores}
      api={api}
      queryClient={queryClient}
      focus={focus}
      holdMenu={holdMenu}
      navigation={navigation}
      playback={{
        clock,
        createEngine,
        prepare,
        takePrepared: (episodeId) => later?.takePrepared(episodeId) ?? null,
        pendingReports,
        offline,
        presence: createViewerPresence(),
        choices: createWritable<PlaybackChoices>({ speed: 1, height: null }),
        spoken,
        version,
      }}
      version={version}
      apiUrl={apiUrl || page.location.origin}
      onServer={(address) => {
        saveAddress(platform.storage, address);
        // Sign out first: a server must not receive the tokens of another one.
        stores.session.getState().signOut();
        restart();
      }}
      onRestart={restart}
      onReload={reload}
    />
  );
  return { element, api, stores, ready, onError };
}
