import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { HistoryEntry } from '#contract/history.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError, isUnreachable } from '#src/api/client/api-error.ts';
import { historyList, removedHistoryQuery, setRemoved, type RemovedHistory } from '#src/api/history.ts';
import { usePages } from '#src/features/items/use-pages.ts';
import { FocusGroup, FocusWall, type VisitMemory, type WallRow } from '#src/focus/index.ts';
import { minutesLabel } from '#src/lib/title-labels.ts';
import { holdHint, holdSentence } from '#src/lib/hold-hint.ts';
import { memoByKey } from '#src/lib/memo-by-key.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useSettings, useToasts } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { wideGrid } from '#src/ui/list/grid.tsx';
import { GridSkeleton } from '#src/ui/list/grid-skeleton.tsx';
import { ListEmpty } from '#src/ui/list/list-empty.tsx';
import { ListFailed } from '#src/ui/list/list-failed.tsx';
import { CONTENT_X, PAGE_BODY_HEIGHT } from '#src/ui/page/page.tsx';
import { playKey } from '#src/ui/play-key.ts';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import { wideRow } from '#src/ui/page/row-shapes.ts';
import { wallSize } from '#src/ui/page/stage-size.ts';
import { StaleNote } from '#src/ui/page/stale-note.tsx';
import { Tile } from '#src/ui/tile/tile.tsx';
import { dayLabel, daysOf, type HistoryDay } from './history-days.ts';
import styles from './library-screen.module.css';
import { ShelfBody, ShelfTools, TOOLS_HEIGHT } from './shelf-tools.tsx';

export interface HistoryShelfProps {
  readonly visit: VisitMemory;
  readonly onPlay: (episodeId: number) => void;
}

const NOTHING: RemovedHistory = {};
/** Keeps the first day clear of the button above it, in rem. */
const INSET_TOP = 1.5;

const keyOf = ({ date, episode }: HistoryEntry) => `history:${date}:${episode.id}`;

/** The watched part of the episode now; finished ones have no offset. */
const partOf = ({ episode, offset }: HistoryEntry) =>
  episode.is_watched ? 1 : offset > 0 ? offset / episode.running_time : undefined;

const captionOf = ({ episode, play_time: seconds }: HistoryEntry) =>
  `${episode.episode_num} · ${minutesLabel(seconds)} 봤어요`;

/** Watched episodes, a row per day. Holding OK removes an episode; the viewer can undo the last removal. */
export function HistoryShelf({ visit, onPlay }: HistoryShelfProps) {
  const api = useApi();
  const clock = useClock();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  const isSingle = useSettings(({ settings }) => settings.singlePresses);
  const { data: removed = NOTHING } = useQuery(removedHistoryQuery);
  const [last, setLast] = useState<HistoryEntry | null>(null);
  const pages = usePages({ visit, list: historyList(api), keyOf });
  const { data, error, reach } = pages;
  const days = useMemo(() => {
    const isShown = ({ episode: { id }, updated_at: at }: HistoryEntry) => !(at <= (removed[id] ?? ''));
    return daysOf((data ?? []).filter(isShown));
  }, [data, removed]);

  const actions = useMemo(() => {
    const set = (entry: HistoryEntry, isRemoved: boolean) =>
      setRemoved(api, queryClient, entry, isRemoved, (failure) =>
        showToast(
          `${isRemoved ? '지우지' : '되돌리지'} 못했어요. ${failure instanceof ApiError ? failure.message : '다시 시도해 주세요.'}`,
        ),
      );
    return {
      play: ({ episode }: HistoryEntry) => onPlay(episode.id),
      remove(entry: HistoryEntry) {
        set(entry, true);
        setLast(entry);
        showToast('시청 기록에서 지웠어요. 위의 되돌리기를 누르면 다시 나와요.');
      },
      restore: (entry: HistoryEntry) => set(entry, false),
      isSingle,
    };
  }, [api, queryClient, showToast, onPlay, isSingle]);

  const rowOf = useMemo(
    () => memoByKey((_key, title: string, ...entries: readonly HistoryEntry[]) => dayRow(title, entries, actions)),
    [actions],
  );
  const now = clock.instant();
  const rows = days.map((day) => rowOf(day.date, dayLabel(day.date, now), ...day.entries));
  const firsts = new Map(days.map(({ date, first }: HistoryDay) => [date, first]));

  return (
    <>
      <ShelfTools>
        {last && removed[last.episode.id] !== undefined ? (
          <FocusGroup focusKey="library/history-tools" axis="row" className={styles.toolRow}>
            <Button
              focusKey="library/history-undo"
              label={`되돌리기: ${last.item.name} ${last.episode.episode_num}`}
              icon="retry"
              onPress={() => {
                actions.restore(last);
                setLast(null);
              }}
            />
          </FocusGroup>
        ) : (
          <p className={styles.hint}>{holdSentence(isSingle, '기록에서 지워요')}</p>
        )}
      </ShelfTools>
      <ShelfBody>
        {!data && error && (
          <ListFailed
            focusKey="library/history/failed"
            text={error instanceof ApiError ? error.message : '잠시 후 다시 시도해 주세요.'}
            isOffline={isUnreachable(error)}
            isRetrying={pages.isFetching}
            onRetry={() => void pages.refetch()}
          />
        )}
        {!data && !error && <GridSkeleton focusKey="library/history/loading" shape={wideGrid} insetLeft={CONTENT_X} />}
        {data && rows.length === 0 && (
          <ListEmpty title="아직 시청 기록이 없어요" text="본 회차가 날짜별로 여기에 모여요." />
        )}
        {rows.length > 0 && (
          <FocusWall
            focusKey="library/history"
            rows={rows}
            width={wallSize.width}
            insetLeft={CONTENT_X}
            insetTop={INSET_TOP}
            height={PAGE_BODY_HEIGHT - TOOLS_HEIGHT - INSET_TOP}
            onFocusTile={(date, index) => reach((firsts.get(date) ?? 0) + index)}
          />
        )}
        {data && error && <StaleNote />}
      </ShelfBody>
    </>
  );
}

interface DayActions {
  readonly play: (entry: HistoryEntry) => void;
  readonly remove: (entry: HistoryEntry) => void;
  /** Whether OK opens a menu instead of being held. */
  readonly isSingle: boolean;
}

/** The episodes of one day. */
export function dayRow(
  title: string,
  entries: readonly HistoryEntry[],
  { play, remove, isSingle }: DayActions,
): WallRow {
  const at = (index: number, run: (entry: HistoryEntry) => void) => {
    const entry = entries[index];
    if (entry) run(entry);
  };
  const onPress = (index: number) => at(index, play);
  return {
    ...wideRow,
    key: entries[0]?.date ?? '',
    count: entries.length,
    head: <RowTitle text={title} detail={`${entries.length}개`} />,
    tileKey(index) {
      const entry = entries[index];
      return entry ? keyOf(entry) : '';
    },
    tileLabel(index) {
      const entry = entries[index];
      if (!entry) return '';
      const { item, episode } = entry;
      const state = episode.is_watched ? ['다 봤어요'] : [];
      return [title, item.name, episode.episode_num, ...state, holdHint(isSingle, '기록에서 지워요')].join(', ');
    },
    onPress,
    onHold: (index) => at(index, remove),
    holdNames: ['재생', '기록에서 지우기'],
    onKey: playKey(onPress),
    renderTile(index) {
      const entry = entries[index];
      return entry ? (
        <Tile
          name={entry.item.name}
          caption={captionOf(entry)}
          picture={entry.item.images.wide}
          color={entry.item.color}
          isDone={entry.episode.is_watched}
          progress={partOf(entry)}
          isCaptionAlwaysShown
        />
      ) : null;
    },
  };
}
