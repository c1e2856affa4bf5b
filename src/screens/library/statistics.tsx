import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ProfileStatistics } from '#contract/statistics.ts';
import { ApiError, isUnreachable } from '#src/api/client/api-error.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { statisticsQuery } from '#src/api/library.ts';
import { FocusGroup, useFocusLeaf } from '#src/focus/index.ts';
import { minutesLabel } from '#src/lib/title-labels.ts';
import { ListEmpty } from '#src/ui/list/list-empty.tsx';
import { ListFailed } from '#src/ui/list/list-failed.tsx';
import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import styles from './charts.module.css';
import { DayChart, daysLabel } from './day-chart.tsx';
import { GenreChart } from './genre-chart.tsx';

/** The profile's viewing time, in total, by genre and by day. */
export function Statistics() {
  const api = useApi();
  const statistics = useQuery(statisticsQuery(api));
  const { data, error } = statistics;
  if (!data && error) {
    return (
      <ListFailed
        focusKey="library/statistics-failed"
        text={error instanceof ApiError ? error.message : '잠시 후 다시 시도해 주세요.'}
        isOffline={isUnreachable(error)}
        isRetrying={statistics.isFetching}
        onRetry={() => void statistics.refetch()}
      />
    );
  }
  if (!data) return <Skeleton />;
  if (data.total_play_time === 0) {
    return <ListEmpty title="아직 본 작품이 없어요" text="작품을 보면 무엇을 얼마나 봤는지 여기서 알려 드려요." />;
  }
  return <Charts statistics={data} />;
}

const watched = (seconds: number) => (seconds === 0 ? '없음' : minutesLabel(seconds));

function Charts({ statistics }: { statistics: ProfileStatistics }) {
  const { total_play_time: total, by_genre: genres, by_day: days } = statistics;
  const facts = [
    { name: '본 시간', value: watched(total) },
    { name: '다 본 회차', value: `${statistics.cnt_episode}개` },
    { name: '작품', value: `${statistics.cnt_item}개` },
    { name: '별점', value: `${statistics.cnt_rating}개` },
    { name: '감상평', value: `${statistics.cnt_short_review}개` },
  ];
  const factsText = facts.map(({ name, value }) => `${name} ${value}`).join(', ');
  const genresText = genres.map(({ genre, play_time: time }) => `${genre} ${watched(time)}`).join(', ');
  return (
    <FocusGroup focusKey="library/statistics" axis="column" className={styles.statistics}>
      <Panel focusKey="library/statistics/facts" label={factsText} className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <span className={styles.number}>{value}</span>
            <span>{name}</span>
          </div>
        ))}
      </Panel>
      <FocusGroup focusKey="library/statistics/charts" axis="row" className={styles.charts}>
        <Panel focusKey="library/statistics/genres" label={`장르별 본 시간. ${genresText}`}>
          <h2 className={styles.caption}>장르별 본 시간</h2>
          <GenreChart genres={genres} />
        </Panel>
        <Panel focusKey="library/statistics/days" label={`날짜별 본 시간. ${daysLabel(days)}`}>
          <h2 className={styles.caption}>최근 28일 동안 본 시간</h2>
          <DayChart days={days} />
        </Panel>
      </FocusGroup>
    </FocusGroup>
  );
}

interface PanelProps {
  readonly focusKey: string;
  /** Text for the voice guide. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Focusable only so that the voice guide can read it; OK does nothing. */
function Panel({ focusKey, label, className = '', children }: PanelProps) {
  const focusProps = useFocusLeaf({ focusKey });
  return (
    <div {...focusProps} role="img" aria-label={label} className={`${styles.panel} ${className}`}>
      {children}
    </div>
  );
}

function Skeleton() {
  return (
    <div className={styles.statistics}>
      <Placeholder focusKey="library/statistics/loading" className={styles.facts} />
      <div className={styles.charts}>
        <div className={styles.panel} />
        <div className={styles.panel} />
      </div>
    </div>
  );
}
