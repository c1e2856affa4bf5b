import { useCallback, useMemo, useSyncExternalStore, useEffect, type ReactNode } from 'react';
import { Route, Router, Switch } from 'wouter';
import { useQueryClient } from '@tanstack/react-query';
import { episodeQuery } from '#src/api/catalogue.ts';
import { useApi } from '#src/api/api-context.ts';
import { signOut } from '#src/api/accounts.ts';
import { MainNavigationProvider, type MainActions } from '#src/features/navigation/main-navigation.tsx';
import { useBack } from '#src/focus/index.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { HOME_PATH, type Navigation } from './navigation.ts';
import { paths } from './paths.ts';
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

  const useLocation = useMemo(
    () => (): [string, (path: string) => void] => [visit.path, navigation.open],
    [visit.path, navigation],
  );
  const { place } = visit;
  /** What every screen of the catalogue gets. */
  const browsing = { place, onOpenItem: actions.openItem, onPlay: actions.play };
  return (
    <Router key={visit.id} hook={useLocation}>
      <MainNavigationProvider value={actions.main}>
        <Switch>
          <Route path={paths.home.pattern}>
            <HomeScreen {...browsing} onOpenTheme={actions.openTheme} />
          </Route>
          <Route path={paths.weekday.pattern}>
            <WeekdayScreen {...browsing} />
          </Route>
          <Route path={paths.themes.pattern}>
            <ThemesScreen place={place} onOpenTheme={actions.openTheme} onBrowse={actions.browse} />
          </Route>
          <Route path={paths.theme.pattern}>
            {({ id }) => (
              <WithId text={id} navigation={navigation}>
                {(themeId) => <ThemeScreen themeId={themeId} {...browsing} />}
              </WithId>
            )}
          </Route>
          <Route path={paths.browse.pattern}>
            <GenreScreen {...browsing} />
          </Route>
          <Route path={paths.search.pattern}>
            <SearchScreen {...browsing} />
          </Route>
          <Route path={paths.library.pattern}>
            <LibraryScreen {...browsing} />
          </Route>
          <Route path={paths.settings.pattern}>
            <SettingsScreen
              place={place}
              version={version}
              apiUrl={apiUrl}
              onChangePassword={actions.changePassword}
              onChangeServer={actions.changeServer}
              onEditProfile={actions.editProfile}
              onSignOut={actions.signOut}
            />
          </Route>
          <Route path={paths.server.pattern}>
            <ServerAddressScreen place={place} address={apiUrl} onChange={onServer} onLeave={actions.leave} />
          </Route>
          <Route path={paths.password.pattern}>
            <ChangePasswordScreen place={place} onLeave={actions.leave} />
          </Route>
          <Route path={paths.newProfile.pattern}>
            <ProfileEditScreen profileId={null} place={place} onLeave={actions.leave} />
          </Route>
          <Route path={paths.profile.pattern}>
            {({ id }) => <ProfileEditScreen profileId={id} place={place} onLeave={actions.leave} />}
          </Route>
          <Route path={paths.item.pattern}>
            {({ id }) => (
              <WithId text={id} navigation={navigation}>
                {(itemId) => (
                  <ItemScreen
                    itemId={itemId}
                    place={place}
                    onPlay={actions.play}
                    onOpenItem={actions.openItem}
                    onOpenTheme={actions.openTheme}
                    onOpenReviews={actions.openReviews}
                    onLeave={actions.leave}
                  />
                )}
              </WithId>
            )}
          </Route>
          <Route path={paths.reviews.pattern}>
            {({ id }) => (
              <WithId text={id} navigation={navigation}>
                {(itemId) => <ReviewsScreen itemId={itemId} place={place} onLeave={actions.leave} />}
              </WithId>
            )}
          </Route>
          <Route path={paths.play.pattern}>
            {({ id }) => (
              <WithId text={id} navigation={navigation}>
                {(episodeId) => (
                  <PlayerScreen
                    episodeId={episodeId}
                    place={place}
                    onPlay={actions.playInstead}
                    onAway={actions.showItemOf}
                    onLeave={actions.leave}
                  />
                )}
              </WithId>
            )}
          </Route>
          <Route>
            <Unknown navigation={navigation} />
          </Route>
        </Switch>
      </MainNavigationProvider>
    </Router>
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

interface WithIdProps {
  readonly text: string;
  readonly navigation: Navigation;
  readonly children: (id: number) => ReactNode;
}

/** The number in an address, or home when there is none. */
function WithId({ text, navigation, children }: WithIdProps) {
  return /^[1-9]\d{0,9}$/.test(text) ? children(Number(text)) : <Unknown navigation={navigation} />;
}

/** An address that leads nowhere leads home. */
function Unknown({ navigation }: { navigation: Navigation }) {
  useEffect(() => navigation.replace(HOME_PATH), [navigation]);
  return null;
}
