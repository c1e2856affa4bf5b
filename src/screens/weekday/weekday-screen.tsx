import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError, isUnreachable } from '#src/api/client/api-error.ts';
import { weekQuery } from '#src/api/week.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { useFailure } from '#src/features/failures/query-failed.tsx';
import { NavigationScreen } from '#src/features/navigation/navigation-screen.tsx';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { koreanDay } from '#src/lib/korean-day.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { ListFailed } from '#src/ui/list/list-failed.tsx';
import { StaleNote } from '#src/ui/page/stale-note.tsx';
import { NextRelease } from './next-release.tsx';
import { WeekColumns } from './week-columns.tsx';
import { WeekSkeleton } from './week-skeleton.tsx';
import { firstEntry, weekAround } from './week.ts';
import styles from './week.module.css';

export interface WeekdayScreenProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

const LOADING_KEY = 'weekday/loading';

/** The week around today: what came out and what will, by day and hour. */
export function WeekdayScreen({ visit, onOpenItem, onPlay }: WeekdayScreenProps) {
  const api = useApi();
  const clock = useClock();
  const playItem = usePlayItem(onPlay, onOpenItem);
  const week = useQuery(weekQuery(api));
  const failure = useFailure(week);
  // Read once per visit, so that midnight does not move the days under the viewer.
  const [today] = useVisitState(visit, 'today', koreanDay(clock.instant()));
  const titles = week.data?.results;
  const days = useMemo(() => titles && weekAround(titles, today, clock.instant()), [titles, today, clock]);
  const firstKey = useMemo(() => (days ? firstEntry(days, clock.instant()) : LOADING_KEY), [days, clock]);
  return (
    <NavigationScreen name="weekday" area="weekday" visit={visit} initialKey={firstKey}>
      <div className={styles.title}>
        <h1>요일별</h1>
        <p className={styles.legend}>
          <Icon name={laterIcons.heartFilled} size={1.5} />
          내가 보는 작품
        </p>
      </div>
      {titles && <NextRelease titles={titles} />}
      {titles && days ? (
        <WeekColumns
          visit={visit}
          days={days}
          titles={titles}
          firstKey={firstKey}
          onOpenItem={onOpenItem}
          onPlayItem={playItem}
        />
      ) : failure ? (
        <div className={styles.failed}>
          <ListFailed
            focusKey="weekday/failed"
            text={failure instanceof ApiError ? failure.message : '잠시 후 다시 시도해 주세요.'}
            isOffline={isUnreachable(failure)}
            isRetrying={week.isFetching}
            onRetry={() => void week.refetch()}
          />
        </div>
      ) : (
        <WeekSkeleton focusKey={LOADING_KEY} />
      )}
      {titles && week.error && <StaleNote />}
    </NavigationScreen>
  );
}
