import { useQuery } from '@tanstack/react-query';
import { useApi } from '#src/api/client/api-context.ts';
import { homeRowsQuery } from '#src/api/catalogue.ts';
import { NavigationScreen } from '#src/features/navigation/navigation-screen.tsx';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import type { VisitMemory } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/list/message.tsx';
import { StageSkeleton } from '#src/ui/page/stage-skeleton.tsx';
import { StaleNote } from '#src/ui/page/stale-note.tsx';
import { HomeStage, homeKeys } from './home-stage.tsx';

export interface HomeScreenProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

export function HomeScreen({ visit, onOpenItem, onOpenTheme, onPlay }: HomeScreenProps) {
  const api = useApi();
  const rows = useQuery(homeRowsQuery(api));
  const failure = useFailure(rows);
  if (failure) return <QueryFailed query={rows} failure={failure} />;
  const isEmpty = rows.data?.results.every((row) => row.results.length === 0);
  return (
    <NavigationScreen name="home" area="home" visit={visit} initialKey={rows.data ? homeKeys.play : 'home/loading'}>
      {rows.data ? (
        isEmpty ? (
          <Message focusKey="home/empty" title="아직 보여 드릴 작품이 없어요" text="잠시 후 다시 확인해 주세요.">
            <Button focusKey={homeKeys.play} label="다시 확인" isPrimary onPress={() => void rows.refetch()} />
          </Message>
        ) : (
          <HomeStage answered={rows.data.results} onOpenItem={onOpenItem} onOpenTheme={onOpenTheme} onPlay={onPlay} />
        )
      ) : (
        <StageSkeleton focusKey="home/loading" />
      )}
      {rows.data && rows.error && <StaleNote />}
    </NavigationScreen>
  );
}
