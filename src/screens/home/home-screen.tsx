import { useQuery } from '@tanstack/react-query';
import { useApi } from '#src/api/api-context.ts';
import { homeRowsQuery } from '#src/api/catalogue.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import { FocusGroup, type Place } from '#src/focus/index.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';
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
  const failure = useFailure(rows);
  if (failure) return <QueryFailed query={rows} failure={failure} />;
  const isEmpty = rows.data?.results.every((row) => row.results.length === 0);
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
            isEmpty ? (
              <Message focusKey="home/empty" title="아직 보여 드릴 작품이 없어요" text="잠시 후 다시 확인해 주세요.">
                <Button focusKey={homeKeys.play} label="다시 확인" isPrimary onPress={() => void rows.refetch()} />
              </Message>
            ) : (
              <HomeStage rows={rows.data.results} onOpenItem={onOpenItem} onPlay={onPlay} />
            )
          ) : (
            <StageSkeleton focusKey="home/loading" />
          )}
        </FocusGroup>
      </FocusGroup>
    </Screen>
  );
}
