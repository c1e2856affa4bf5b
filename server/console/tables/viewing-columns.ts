import type { OpenedRow } from '#contract/console/overview.ts';
import { openingRowNames } from '#contract/console/opening-row-names.ts';
import type { Cohort, MissedSearch, ViewedEpisode, ViewedTitle, Viewing } from '#contract/console/viewing.ts';
import type { ReportRow } from '#server/monitoring/viewing/viewing.ts';
import type { CsvColumn } from '#server/lib/csv.ts';

type Sums = Pick<Viewing['total'], 'cnt_start' | 'cnt_view' | 'cnt_finished' | 'play_seconds'>;

const minutesOf = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 60));

/** Empty cells are figures of too few accounts. */
const SUMS: readonly CsvColumn<Sums>[] = [
  ['시작', ({ cnt_start }) => cnt_start],
  ['시청(계정·날)', ({ cnt_view }) => cnt_view],
  ['끝까지', ({ cnt_finished }) => cnt_finished],
  ['분', ({ play_seconds }) => minutesOf(play_seconds)],
];

export const VIEWED_TITLE_COLUMNS: readonly CsvColumn<ViewedTitle>[] = [
  ['작품 번호', ({ title }) => title.id],
  ['작품', ({ title }) => title.name],
  ...SUMS,
  ['그 앞 기간의 시작', ({ cnt_start_before }) => cnt_start_before],
];

export const VIEWING_COLUMNS: readonly CsvColumn<Viewing['points'][number]>[] = [['날짜', ({ at }) => at], ...SUMS];

export const VIEWED_EPISODE_COLUMNS: readonly CsvColumn<ViewedEpisode>[] = [
  ['번호', ({ id }) => id],
  ['회차', ({ episode_num }) => episode_num],
  ['제목', ({ subject }) => subject],
  ...SUMS,
  ...Array.from({ length: 10 }, (_, tenth): CsvColumn<ViewedEpisode> => [
    `${tenth * 10}~${tenth * 10 + 10}%에서 그만둠`,
    ({ left_counts }) => left_counts?.[tenth] ?? null,
  ]),
];

export const MISSED_SEARCH_COLUMNS: readonly CsvColumn<MissedSearch>[] = [
  ['찾은 말', ({ words }) => words],
  ['계정·날', ({ cnt_account }) => cnt_account],
];

export const OPENED_ROW_COLUMNS: readonly CsvColumn<OpenedRow>[] = [
  ['줄', ({ row }) => openingRowNames[row]],
  ['작품 화면', ({ cnt_page }) => cnt_page],
  ['시작', ({ cnt_opened }) => cnt_opened],
  ['10분 넘게 봄', ({ cnt_watched }) => cnt_watched],
];

export const COHORT_COLUMNS: readonly CsvColumn<Pick<Cohort, 'joined'> & Cohort['months'][number]>[] = [
  ['가입한 달', ({ joined }) => joined],
  ['계정', ({ cnt_account }) => cnt_account],
  ['달', ({ month }) => month],
  ['본 계정', ({ cnt_watched }) => cnt_watched],
];

export const REPORT_COLUMNS: readonly CsvColumn<ReportRow>[] = [
  ['작품 번호', ({ id }) => id],
  ['작품', ({ name }) => name],
  ['제작', ({ production }) => production],
  ...SUMS,
];
