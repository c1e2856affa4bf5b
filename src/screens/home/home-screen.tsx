import { useQuery } from '@tanstack/react-query';
import { useApi } from '#src/api/api-context.ts';
import { homeRowsQuery } from '#src/api/catalogue.ts';
import { BrowseScreen } from '#src/features/navigation/browse-screen.tsx';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import type { Place } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';
import { StageSkeleton } from '#src/ui/stage-skeleton.tsx';
import { StaleNote } from '#src/ui/stale-note.tsx';
import { HomeStage, homeKeys } from './home-stage.tsx';

export interface HomeScreenProps {
  readonly place: Place;
  readonly onOpenItem: (itemId: number) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

export function HomeScreen({ place, onOpenItem, onOpenTheme, onPlay }: HomeScreenProps) {
  const api = useApi();
  const rows = useQuery(homeRowsQuery(api));
  const failure = useFailure(rows);
  if (failure) return <QueryFailed query={rows} failure={failure} />;
  const isEmpty = rows.data?.results.every((row) => row.results.length === 0);
  return (
    <BrowseScreen name="home" area="home" place={place} initialKey={rows.data ? homeKeys.play : 'home/loading'}>
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
    </BrowseScreen>
  );
}
