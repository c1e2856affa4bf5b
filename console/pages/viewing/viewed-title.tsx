import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { exportViewedEpisodes } from '#contract/console/exports.ts';
import { getViewedTitle, SMALLEST_GROUP, type ViewedEpisode } from '#contract/console/viewing.ts';
import { call } from '#console/lib/client.ts';
import { orNone, shareText, watchText } from '#console/lib/figures.ts';
import { countText } from '#console/lib/format.ts';
import { addressOf, replaceAddress } from '#console/lib/route.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { Head, QueryNothing } from '#console/ui/page.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { StepChoice, stepOf, ViewingFigures } from './viewing-figures.tsx';

/** The tenth in which most viewers leave, in words; empty without one. */
export function leftText(counts: readonly number[]): string {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...counts);
  if (most === 0) return '';
  const tenth = counts.indexOf(most);
  return `${tenth * 10}~${tenth * 10 + 10}% 사이가 가장 많아요 (${shareText(most / all)})`;
}

/** Where viewers leave, as ten bars; the words beside them say the same. */
function LeftBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <span className="left">
      <svg viewBox="0 0 50 20" width={100} height={40} aria-hidden="true">
        {counts.map((count, tenth) => (
          <rect
            key={tenth}
            x={tenth * 5 + 0.5}
            width={4}
            y={20 - Math.max(0.6, (count / most) * 20)}
            height={Math.max(0.6, (count / most) * 20)}
          />
        ))}
      </svg>
      <span className="note">{leftText(counts)}</span>
    </span>
  );
}

const COLUMNS: readonly Column<ViewedEpisode>[] = [
  {
    name: '회차',
    kind: 'name',
    cell: ({ episode_num, subject, is_small }) => (
      <>
        {episode_num} <span className="muted">{subject}</span>
        {is_small && <span className="note">본 계정이 {SMALLEST_GROUP}개가 안 돼요</span>}
      </>
    ),
  },
  { name: '시작', kind: 'number', cell: ({ cnt_start }) => orNone(cnt_start, countText) },
  { name: '시청', kind: 'number', cell: ({ play_seconds }) => orNone(play_seconds, watchText) },
  {
    name: '끝까지',
    kind: 'number',
    cell: ({ cnt_start: all, cnt_finished: done }) =>
      all === null || done === null || all === 0 ? '—' : shareText(done / all),
  },
  { name: '그만둔 곳', label: true, cell: ({ left_counts }) => left_counts && <LeftBars counts={left_counts} /> },
];

/** What was watched of a title and its episodes. */
export function ViewedTitlePage({ id, query }: { id: string; query: Readonly<Record<string, string>> }) {
  const step = stepOf(query['step']);
  const viewing = useQuery({
    queryKey: ['viewing', 'title', id, step],
    queryFn: ({ signal }) => call(getViewedTitle, { params: { id }, query: { step } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const back = (
    <a className="back" href="#/viewing">
      시청
    </a>
  );
  if (!viewing.data)
    return (
      <>
        <Head title="작품" back={back} />
        <QueryNothing query={viewing} />
      </>
    );
  const { title, episodes } = viewing.data;
  return (
    <>
      <Head title={title.name} back={back}>
        <a className="button" href={`#/titles/${title.id}`}>
          작품 관리
        </a>
        <StepChoice
          step={step}
          onChange={(next) => replaceAddress(addressOf(`/viewing/${id}`, { step: next === 'day' ? undefined : next }))}
        />
      </Head>
      <ViewingFigures viewing={viewing.data} step={step} csv={null} />
      <section aria-labelledby="viewed-episodes">
        <h2 id="viewed-episodes">회차</h2>
        <Table
          label="회차별 시청"
          columns={COLUMNS}
          rows={episodes}
          keyOf={({ id: episodeId }) => episodeId}
          csv={<CsvButton of={exportViewedEpisodes} sent={{ params: { id }, query: { step } }} name="회차별 시청" />}
        />
      </section>
    </>
  );
}
