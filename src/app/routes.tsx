import { useCallback, useMemo, useSyncExternalStore, useEffect, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { episodeQuery } from '#src/api/catalogue.ts';
import { useApi } from '#src/api/api-context.ts';
import { signOut } from '#src/api/accounts.ts';
import { MainNavigationProvider, type MainActions } from '#src/features/navigation/main-navigation.tsx';
import { useBack } from '#src/focus/index.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { HOME_PATH, type Navigation } from './navigation.ts';
import { findRoute, paths, type RouteName } from './paths.ts';
import {
  ChangePasswordScreen,
  GenreScreen,
  HomeScreen,
  ItemScreen,
  LibraryScreen,
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

export interface RoutesProps {
  readonly navigation: Navigation;
  readonly version: string;
  readonly apiUrl: string;
  /** Another server; null for the one that the app was built with. */
  readonly onServer: (address: string | null) => void;
}

/** The first screen has had its pictures by then, in ms. */
const PRELOAD_AFTER_MS = 1500;

/** The screens behind the gate, by address. Each visit is mounted anew and finds its place again. */
export function Routes({ navigation, version, apiUrl, onServer }: RoutesProps) {
  const visit = useSyncExternalStore(navigation.subscribe, navigation.visit);
  const actions = useScreenActions(navigation);

  useEffect(() => {
    const timer = setTimeout(ItemScreen.preload, PRELOAD_AFTER_MS);
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

  const { place } = visit;
  /** What every screen of the catalogue gets. */
  const browsing = { place, onOpenItem: actions.openItem, onPlay: actions.play };
  const unknown = <Unknown navigation={navigation} />;
  const withNumber = (draw: (id: number) => ReactNode) => (id: string) =>
    /^[1-9]\d{0,9}$/.test(id) ? draw(Number(id)) : unknown;
  const screens: Record<RouteName, (id: string) => ReactNode> = {
    home: () => <HomeScreen {...browsing} onOpenTheme={actions.openTheme} />,
    weekday: () => <WeekdayScreen {...browsing} />,
    themes: () => <ThemesScreen place={place} onOpenTheme={actions.openTheme} onBrowse={actions.browse} />,
    theme: withNumber((id) => <ThemeScreen themeId={id} {...browsing} />),
    browse: () => <GenreScreen {...browsing} />,
    search: () => <SearchScreen {...browsing} />,
    library: () => <LibraryScreen {...browsing} />,
    settings: () => (
      <SettingsScreen
        place={place}
        version={version}
        apiUrl={apiUrl}
        onChangePassword={actions.changePassword}
        onChangeServer={actions.changeServer}
        onEditProfile={actions.editProfile}
        onSignOut={actions.signOut}
      />
    ),
    server: () => <ServerAddressScreen place={place} address={apiUrl} onChange={onServer} onLeave={actions.leave} />,
    password: () => <ChangePasswordScreen place={place} onLeave={actions.leave} />,
    newProfile: () => <ProfileEditScreen profileId={null} place={place} onLeave={actions.leave} />,
    profile: (id) => <ProfileEditScreen profileId={id} place={place} onLeave={actions.leave} />,
    item: withNumber((id) => (
      <ItemScreen
        itemId={id}
        place={place}
        onPlay={actions.play}
        onOpenItem={actions.openItem}
        onOpenTheme={actions.openTheme}
        onOpenReviews={actions.openReviews}
        onLeave={actions.leave}
      />
    )),
    reviews: withNumber((id) => <ReviewsScreen itemId={id} place={place} onLeave={actions.leave} />),
    play: withNumber((id) => (
      <PlayerScreen
        episodeId={id}
        place={place}
        onPlay={actions.playInstead}
        onAway={actions.showItemOf}
        onLeave={actions.leave}
      />
    )),
  };
  const route = findRoute(visit.path);
  return (
    // A visit never shares state with the one before it, even on the same screen.
    <MainNavigationProvider key={visit.id} value={actions.main}>
      {route ? screens[route.name](route.id) : unknown}
    </MainNavigationProvider>
  );
}

function useScreenActions(navigation: Navigation) {
  const api = useApi();
  const { session } = useStores();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const open = (path: string) => () => navigation.open(path);
    const leave = () => {
      if (!navigation.back()) navigation.replace(HOME_PATH);
    };
    const main: MainActions = {
      profile: () => session.getState().leaveProfile(),
      home: navigation.home,
      search: open(paths.search.to()),
      weekday: open(paths.weekday.to()),
      themes: open(paths.themes.to()),
      library: open(paths.library.to()),
      settings: open(paths.settings.to()),
    };
    return {
      main,
      leave,
      openTheme: (themeId: number) => navigation.open(paths.theme.to(themeId)),
      browse: open(paths.browse.to()),
      openItem: (itemId: number) => navigation.open(paths.item.to(itemId)),
      openReviews: (itemId: number) => navigation.open(paths.reviews.to(itemId)),
      play: (episodeId: number) => navigation.open(paths.play.to(episodeId)),
      /** After a long time away: what was watched, to be gone on with from its page. */
      showItemOf: (episodeId: number) =>
        queryClient.fetchQuery(episodeQuery(api, episodeId)).then(
          ({ item }) => navigation.replace(paths.item.to(item.id)),
          () => leave(),
        ),
      /** The next episode takes the player's place: Back leads to where watching began. */
      playInstead: (episodeId: number) => navigation.replace(paths.play.to(episodeId)),
      changeServer: open(paths.server.to()),
      changePassword: open(paths.password.to()),
      /** @param profileId null makes a new one. */
      editProfile: (profileId: string | null) =>
        navigation.open(profileId === null ? paths.newProfile.to() : paths.profile.to(profileId)),
      signOut() {
        const { accountToken, signOut: endSession } = session.getState();
        // The television is signed out whether the server hears of it or not.
        if (accountToken !== null) void signOut(api, accountToken).catch(() => undefined);
        endSession();
        navigation.restart();
      },
    };
  }, [api, navigation, queryClient, session]);
}

/** An address that leads nowhere leads home. */
function Unknown({ navigation }: { navigation: Navigation }) {
  useEffect(() => navigation.replace(HOME_PATH), [navigation]);
  return null;
}
