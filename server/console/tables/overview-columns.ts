import type { OverviewTable } from '#contract/console/exports.ts';
import type { Overview, OverviewPoint, PlaybackQuality } from '#contract/console/overview.ts';
import type { CsvCell, CsvColumn } from '#server/lib/csv.ts';
import { timeCell } from './cells.ts';

const QUALITY: readonly CsvColumn<PlaybackQuality>[] = [
  ['재생', ({ cnt_playback }) => cnt_playback],
  ['실패', ({ cnt_failed }) => cnt_failed],
  ['첫 화면(ms)', ({ startup_p50_ms }) => startup_p50_ms],
  ['느린 5%(ms)', ({ startup_p95_ms }) => startup_p95_ms],
  ['미리 준비 비율', ({ prepared_ratio }) => prepared_ratio],
  ['누름(ms)', ({ start }) => start?.press_ms ?? null],
  ['응답(ms)', ({ start }) => start?.answer_ms ?? null],
  ['앱(ms)', ({ start }) => start?.ours_ms ?? null],
  ['목록 파일(ms)', ({ start }) => start?.manifest_ms ?? null],
  ['첫 조각(ms)', ({ start }) => start?.segment_ms ?? null],
  ['디코딩(ms)', ({ start }) => start?.decode_ms ?? null],
  ['멈춤 비율', ({ rebuffer_ratio }) => rebuffer_ratio],
  ['버린 프레임 비율', ({ dropped_ratio }) => dropped_ratio],
];

const POINTS: readonly CsvColumn<OverviewPoint>[] = [
  ['시각', ({ at }) => timeCell(at)],
  ['재생 시작', ({ cnt_start }) => cnt_start],
  ['시청(초)', ({ play_seconds }) => play_seconds],
  ...QUALITY,
  ['가입', ({ cnt_sign_up }) => cnt_sign_up],
  ['주문', ({ cnt_order }) => cnt_order],
  ['매출(원)', ({ won }) => won],
];

const GROUPS: readonly CsvColumn<Overview['by_engine'][number]>[] = [['이름', ({ name }) => name], ...QUALITY];

const FAILURES: readonly CsvColumn<Overview['failures'][number]>[] = [
  ['코드', ({ code }) => code],
  ['엔진', ({ engine }) => engine],
  ['실패', ({ cnt }) => cnt],
  ['회차', ({ episodes }) => episodes.map(({ name, episode_num }) => `${name} ${episode_num}`).join(', ')],
];

const EPISODES: readonly CsvColumn<Overview['failing_episodes'][number]>[] = [
  ['작품 번호', ({ item_id }) => item_id],
  ['작품', ({ name }) => name],
  ['회차', ({ episode_num }) => episode_num],
  ['실패', ({ cnt }) => cnt],
  ['코드와 엔진', ({ causes }) => causes.map(({ code, engine, cnt }) => `${code} ${engine} ${cnt}`).join(', ')],
];

type Cells = readonly CsvCell[];

interface OverviewRows {
  columns: readonly CsvColumn<Cells>[];
  rowsOf(overview: Overview): Cells[];
}

const tableOf = <Row>(columns: readonly CsvColumn<Row>[], rowsOf: (overview: Overview) => readonly Row[]) => ({
  columns: columns.map(([name], index): CsvColumn<Cells> => [name, (cells) => cells[index] ?? null]),
  rowsOf: (overview: Overview): Cells[] => rowsOf(overview).map((row) => columns.map(([, cell]) => cell(row))),
});

export const OVERVIEW_TABLES: Readonly<Record<OverviewTable, OverviewRows>> = {
  points: tableOf(POINTS, ({ points }) => points),
  engines: tableOf(GROUPS, ({ by_engine }) => by_engine),
  versions: tableOf(GROUPS, ({ by_version }) => by_version),
  renditions: tableOf(GROUPS, ({ by_rendition }) => by_rendition),
  failures: tableOf(FAILURES, ({ failures }) => failures),
  episodes: tableOf(EPISODES, ({ failing_episodes }) => failing_episodes),
};
