import { QueryObserver, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { signOut } from '#src/api/accounts.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { forgetViewer } from '#src/api/client/viewer-cache.ts';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';
import { MainNavigationProvider, type MainActions } from '#src/features/navigation/main-navigation.tsx';
import { forgetVisitMemory, useBack, type VisitMemory } from '#src/focus/index.ts';
import { CrashScreen, type WayOn } from '#src/screens/error/service-screen.tsx';
import type { SessionStore } from '#src/stores/session-store.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { stopPictures } from '#src/ui/tile/stop-pictures.ts';
import { ErrorBoundary } from '#src/app/error-boundary.tsx';
import { HOME_PATH, type Navigation, type Visit } from './navigation.ts';
import { findRoute, paths, type RouteId, type RouteName } from './paths.ts';
import {
  BrowseScreen,
  ChangePasswordScreen,
  HomeScreen,
  ItemScreen,
  LibraryScreen,
  MembershipScreen,
  NotificationsScreen,
  PlayerScreen,
  ProfileEditScreen,
  ReviewsScreen,
  SearchScreen,
  SettingsScreen,
  ThemeScreen,
  ThemesScreen,
  WeekdayScreen,
  ServerAddressScreen,
} from './screens.ts';
import { createVisitNavigation, type VisitNavigation } from './visit-navigation.ts';

export interface RoutesProps {
  readonly navigation: Navigation;
  readonly version: string;
  readonly apiUrl: string;
  /** Changes the server; null restores the address of the build. */
  readonly onServer: (address: string | null) => void;
  readonly onRestart: () => void;
}

/** Delay of the prefetch, in ms, so that it does not compete with the first screen's pictures. */
const PRELOAD_AFTER_MS = 1500;

/** Retries of a crashed screen; after them, the crash screen offers only a restart and Back. */
const MOST_TRIES = 2;

/** The screens after entry, by address. */
export function Routes(props: RoutesProps) {
  const { navigation } = props;
  const visit = useSyncExternalStore(navigation.subscribe, navigation.visit);

  useEffect(() => {
    const timer = setTimeout(() => void ItemScreen.preload(), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  useBack(
    useCallback(() => {
      if (navigation.back()) return true;
      if (navigation.visit().path === HOME_PATH) return false;
      navigation.replace(HOME_PATH);
      return true;
    }, [navigation]),
  );
  // A visit never shares state with the one before it, even on the same screen.
  return <VisitScreen key={visit.id} visit={visit} {...props} />;
}

/** One visit of a screen, with an error boundary of its own. It restores its state from the visit's memory on mount. */
function VisitScreen({ visit, navigation, version, apiUrl, onServer, onRestart }: RoutesProps & { visit: Visit }) {
  const api = useApi();
  const { session } = useStores();
  const queryClient = useQueryClient();
  const { prepare } = usePlaybackServices();
  const [visitNavigation] = useState(() => createVisitNavigation(navigation));
  useLayoutEffect(() => visitNavigation.show(), [visitNavigation]);
  const actions = useMemo(
    () =>
      createActions({ api, session, queryClient, navigation: visitNavigation, restart: navigation.restart, prepare }),
    [api, session, queryClient, navigation, visitNavigation, prepare],
  );
  const route = findRoute(visit.path);
  const drawCrash = (retry: () => void, tries: number) => {
    const tryAgain = () => {
      // The screen's memory may have caused the crash, so drop it first; on the second try, also drop the cache.
      forgetVisitMemory(visit.memory);
      if (tries > 0) forgetViewer(queryClient);
      retry();
    };
    const ways: WayOn[] = [
      tries < MOST_TRIES ? ['retry', '다시 시도', tryAgain] : ['restart', '앱 다시 시작', onRestart],
    ];
    if (visit.path !== HOME_PATH) ways.push(['back', '뒤로', actions.leave]);
    return <CrashScreen ways={ways} />;
  };
  return (
    <MainNavigationProvider value={actions.main}>
      <ErrorBoundary draw={drawCrash}>
        {route ? (
          draw(route, { visit: visit.memory, way: visit.way, actions, version, apiUrl, onServer })
        ) : (
          <Unknown {...actions} />
        )}
      </ErrorBoundary>
    </MainNavigationProvider>
  );
}

/** Arguments of every screen. */
interface Scene extends Pick<RoutesProps, 'version' | 'apiUrl' | 'onServer'> {
  readonly visit: VisitMemory;
  readonly way: Visit['way'];
  readonly actions: Actions;
}

/** Props of every catalogue screen. */
const browsing = ({ visit, actions }: Scene) => ({ visit, onOpenItem: actions.openItem, onPlay: actions.play });
const leaving = ({ visit, actions }: Scene) => ({ visit, onLeave: actions.leave });

const settings = ({ visit, actions, version, apiUrl }: Scene, first?: 'devices') => (
  <SettingsScreen
    visit={visit}
    first={first}
    version={version}
    apiUrl={apiUrl}
    onChangePassword={actions.changePassword}
    onMembership={actions.membership}
    onChangeServer={actions.changeServer}
    onEditProfile={actions.editProfile}
    onSignOut={actions.signOut}
  />
);

const screens: { readonly [N in RouteName]: (scene: Scene, id: RouteId<N>) => ReactNode } = {
  home: (scene) => <HomeScreen {...browsing(scene)} onOpenTheme={scene.actions.openTheme} />,
  weekday: (scene) => <WeekdayScreen {...browsing(scene)} />,
  themes: ({ visit, actions }) => (
    <ThemesScreen visit={visit} onOpenTheme={actions.openTheme} onBrowse={actions.browse} />
  ),
  theme: (scene, id) => <ThemeScreen themeId={id} {...browsing(scene)} />,
  browse: (scene) => <BrowseScreen {...browsing(scene)} />,
  search: (scene) => <SearchScreen {...browsing(scene)} />,
  library: (scene) => <LibraryScreen {...browsing(scene)} />,
  notifications: (scene) => <NotificationsScreen {...browsing(scene)} onMembership={scene.actions.membership} />,
  settings: (scene) => settings(scene),
  devices: (scene) => settings(scene, 'devices'),
  server: (scene) => <ServerAddressScreen {...leaving(scene)} address={scene.apiUrl} onChange={scene.onServer} />,
  membership: (scene) => (
    <MembershipScreen
      {...browsing(scene)}
      {...leaving(scene)}
      onDevices={scene.actions.devices}
      onSettings={scene.actions.settings}
      onBrowse={scene.actions.browse}
    />
  ),
  password: (scene) => <ChangePasswordScreen {...leaving(scene)} />,
  newProfile: (scene) => <ProfileEditScreen {...leaving(scene)} profileId={null} />,
  profile: (scene, id) => <ProfileEditScreen {...leaving(scene)} profileId={id} />,
  item: (scene, id) => (
    <ItemScreen
      itemId={id}
      way={scene.way}
      {...browsing(scene)}
      onOpenTheme={scene.actions.openTheme}
      onOpenReviews={scene.actions.openReviews}
      onLeave={scene.actions.leave}
    />
  ),
  reviews: (scene, id) => <ReviewsScreen itemId={id} {...leaving(scene)} />,
  play: (scene, id) => (
    <PlayerScreen
      episodeId={id}
      {...leaving(scene)}
      way={scene.way}
      onPlay={scene.actions.playInstead}
      onOpenItem={scene.actions.openAfter}
      onAway={scene.actions.showItemOf}
    />
  ),
};

const draw = <N extends RouteName>({ name, id }: { name: N; id: RouteId<N> }, scene: Scene) => screens[name](scene, id);

interface ActionParts {
  readonly api: Client;
  readonly session: SessionStore;
  readonly queryClient: QueryClient;
  readonly navigation: VisitNavigation;
  readonly restart: () => void;
  /** Loads the scripts of the player. */
  readonly prepare: () => void;
}

type Actions = ReturnType<typeof createActions>;

/** Asks for what the next screen shows. Without an observer of its own, the screen that is left would abort it. */
function askAhead(queryClient: QueryClient, query: ReturnType<typeof episodeQuery>): void {
  const observer = new QueryObserver(queryClient, query);
  const stop = observer.subscribe(({ isFetching }) => (isFetching ? undefined : stop()));
  if (!observer.getCurrentResult().isFetching) stop();
}

/** Navigation and sign-out, bound to one visit. */
function createActions({ api, session, queryClient, navigation, restart, prepare }: ActionParts) {
  const open = (path: string) => () => navigation.open(path);
  const own = session.getState().accountToken;
  const { leave } = navigation;
  const main: MainActions = {
    profile: () => session.getState().leaveProfile(),
    home: navigation.restart,
    search: open(paths.search.to()),
    weekday: open(paths.weekday.to()),
    themes: open(paths.themes.to()),
    library: open(paths.library.to()),
    notifications: open(paths.notifications.to()),
    settings: open(paths.settings.to()),
  };
  return {
    main,
    leave,
    goHome: () => navigation.replace(HOME_PATH),
    openTheme: (themeId: number) => navigation.open(paths.theme.to(themeId)),
    browse: open(paths.browse.to()),
    openItem: (itemId: number) => navigation.open(paths.item.to(itemId)),
    openReviews: (itemId: number) => navigation.open(paths.reviews.to(itemId)),
    play(episodeId: number) {
      // The pictures of another screen are its own.
      if (!navigation.isHere()) return;
      stopPictures();
      // All at once, not one after the other.
      prepare();
      askAhead(queryClient, episodeQuery(api, episodeId));
      navigation.open(paths.play.to(episodeId));
    },
    /** After a long absence, shows the title's page instead of the player. */
    showItemOf: (episodeId: number) =>
      queryClient.fetchQuery(episodeQuery(api, episodeId)).then(
        ({ item }) => navigation.replace(paths.item.to(item.id)),
        () => leave(),
      ),
    /** The next episode replaces the player, so that Back returns to the screen that started playback. */
    playInstead: (episodeId: number) => navigation.replace(paths.play.to(episodeId)),
    /** A title proposed after the last episode replaces the player, so that Back returns to the title before. */
    openAfter: (itemId: number) => navigation.replace(paths.item.to(itemId), 'after'),
    changeServer: open(paths.server.to()),
    changePassword: open(paths.password.to()),
    settings: open(paths.settings.to()),
    devices: open(paths.devices.to()),
    membership: open(paths.membership.to()),
    /** @param profileId null creates a profile */
    editProfile: (profileId: string | null) =>
      navigation.open(profileId === null ? paths.newProfile.to() : paths.profile.to(profileId)),
    signOut() {
      const { accountToken, signOut: endSession } = session.getState();
      // A late answer to this visit must not sign out the account that is signed in by then.
      if (accountToken !== own) return;
      // Sign out locally even when the call fails.
      if (accountToken !== null) void signOut(api, accountToken).catch(() => undefined);
      endSession();
      restart();
    },
  };
}

/** Redirects an unknown address to home. */
function Unknown({ goHome }: Pick<Actions, 'goHome'>) {
  useEffect(goHome, [goHome]);
  return null;
}
