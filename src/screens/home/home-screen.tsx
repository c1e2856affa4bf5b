import { useQuery } from '@tanstack/react-query';
import { useApi } from '#src/api/api-context.ts';
import { homeRowsQuery } from '#src/api/catalogue.ts';
import { QueryFailed } from '#src/features/failures/query-failed.tsx';
import { FocusGroup, type Place } from '#src/focus/index.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { Screen } from '#src/ui/screen.tsx';
import { SideNavigation } from '#src/ui/side-navigation.tsx';
import { StageSkeleton } from '#src/ui/stage-skeleton.tsx';
import { HomeStage, homeKeys } from './home-stage.tsx';

export interface HomeScreenProps {
  readonly place: Place;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
  readonly onChangeProfile: () => void;
  readonly onSignOut: () => void;
}

export function HomeScreen({ place, onOpenItem, onPlay, onChangeProfile, onSignOut }: HomeScreenProps) {
  const api = useApi();
  const rows = useQuery(homeRowsQuery(api));
  const profile = useSession((session) => session.lastProfile?.profile);
  if (rows.error && !rows.data) return <QueryFailed query={rows} place={place} />;
  return (
    <Screen name="home" initialKey={rows.data ? homeKeys.play : 'home/loading'} place={place}>
      <FocusGroup focusKey="home" axis="row" preferredKey="home/content">
        <SideNavigation
          entries={[
            {
              focusKey: 'navigation/profile',
              label: '프로필 바꾸기',
              icon: 'user',
              picture: profile?.image_url,
              onPress: onChangeProfile,
            },
            { focusKey: 'navigation/home', label: '홈', icon: 'home', isCurrent: true, onPress: () => undefined },
            { focusKey: 'navigation/sign-out', label: '로그아웃', icon: 'leave', onPress: onSignOut },
          ]}
        />
        <FocusGroup focusKey="home/content" axis="column">
          {rows.data ? (
            <HomeStage rows={rows.data.results} onOpenItem={onOpenItem} onPlay={onPlay} />
          ) : (
            <StageSkeleton focusKey="home/loading" />
          )}
        </FocusGroup>
      </FocusGroup>
    </Screen>
  );
}
