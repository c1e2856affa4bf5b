import { useCallback, useMemo, useState, useSyncExternalStore, useEffect, type ReactNode } from 'react';
import { Route, Router, Switch } from 'wouter';
import { useApi } from '#src/api/api-context.ts';
import { signOut } from '#src/api/accounts.ts';
import { useBack } from '#src/focus/index.ts';
import { HomeScreen } from '#src/screens/home/home-screen.tsx';
import { ItemScreen } from '#src/screens/item/item-screen.tsx';
import { PlayerScreen } from '#src/screens/player/player-screen.tsx';
import { useSession, useStores } from '#src/stores/stores-context.ts';
import { HOME_PATH, type Navigation } from './navigation.ts';
import { paths } from './paths.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** The screens behind the gate, by address. Each visit is mounted anew and finds its place again. */
export function Routes({ navigation }: { navigation: Navigation }) {
  const visit = useSyncExternalStore(navigation.subscribe, navigation.visit);
  const actions = useScreenActions(navigation);
  const [isSignOutAsked, setSignOutAsked] = useState(false);

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
  return (
    <Router key={visit.id} hook={useLocation}>
      <Switch>
        <Route path={paths.home.pattern}>
          <HomeScreen
            place={place}
            onOpenItem={actions.openItem}
            onPlay={actions.play}
            onChangeProfile={actions.changeProfile}
            onSignOut={() => setSignOutAsked(true)}
          />
        </Route>
        <Route path={paths.item.pattern}>
          {({ id }) => (
            <WithId text={id} navigation={navigation}>
              {(itemId) => <ItemScreen itemId={itemId} place={place} onPlay={actions.play} onLeave={actions.leave} />}
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
      {isSignOutAsked && <SignOutDialog onCancel={() => setSignOutAsked(false)} onSignOut={actions.signOut} />}
    </Router>
  );
}

function useScreenActions(navigation: Navigation) {
  const api = useApi();
  const { session } = useStores();
  const changeProfile = useSession((state) => state.leaveProfile);
  return useMemo(
    () => ({
      openItem: (itemId: number) => navigation.open(paths.item.to(itemId)),
      play: (episodeId: number) => navigation.open(paths.play.to(episodeId)),
      /** The next episode takes the player's place: Back leads to where watching began. */
      playInstead: (episodeId: number) => navigation.replace(paths.play.to(episodeId)),
      leave() {
        if (!navigation.back()) navigation.replace(HOME_PATH);
      },
      changeProfile,
      signOut() {
        const { accountToken, signOut: endSession } = session.getState();
        // The television is signed out whether the server hears of it or not.
        if (accountToken !== null) void signOut(api, accountToken).catch(() => undefined);
        endSession();
        navigation.restart();
      },
    }),
    [api, navigation, session, changeProfile],
  );
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
