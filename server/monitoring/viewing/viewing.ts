import {
  SMALLEST_GROUP,
  viewingDevices,
  viewingPlans,
  type Cohort,
  type MissedSearch,
  type ViewedEpisode,
  type ViewedTitle,
  type ViewedTitleFigures,
  type ViewedTitleQuery,
  type Viewing,
  type ViewingStep,
} from '#contract/console/viewing.ts';
import type { OpenedRow, OverviewRange } from '#contract/console/overview.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { lastDays } from '#server/lib/korean-days.ts';
import { koreanDate } from '#server/lib/korean-time.ts';
import { MissingError } from '#server/lib/refused-error.ts';
import { findSummary } from '../quality/fold-store.ts';
import {
  findTitleName,
  listCohortMonths,
  listDays,
  listEpisodeSums,
  listMissedWords,
  listMonth,
  listRowSums,
  listTitleSums,
  type DayRow,
} from './list-store.ts';
import { SPAN_DAYS } from './fold.ts';
import { stepOf, stepsUntil } from './periods.ts';

const SEARCH_DAYS = 28;
/** The whole service among the titles of `title_days`. */
const SERVICE = 0;

interface Page {
  limit: number;
  offset: number;
}

type Sums = Pick<DayRow, 'cnt_start' | 'cnt_view' | 'cnt_finished' | 'play_seconds'>;
type ShownSums = { [K in keyof Sums]: number | null };

/** A line of the licensors' report. */
export interface ReportRow extends Sums {
  id: number | null;
  name: string;
  production: string | null;
}

export interface Viewings {
  listTitles(query: ViewedTitleQuery): Promise<{ count: number; results: ViewedTitle[] }>;
  find(step: ViewingStep): Promise<Viewing>;
  /** @throws MissingError */
  showTitle(id: number, step: ViewingStep): Promise<ViewedTitleFigures>;
  listMissed(page: Page): Promise<{ count: number; results: MissedSearch[] }>;
  /** The rows in which viewers chose titles; those of too few accounts are left out. */
  listRows(range: OverviewRange): Promise<{ count: number; results: OpenedRow[] }>;
  listCohorts(): Promise<{ count: number; results: Cohort[] }>;
  /** Titles of a month, `2026-11`. Those that too few accounts watched are one line together. */
  report(month: string): Promise<ReportRow[]>;
}

const NO_SUMS: Sums = { cnt_start: 0, cnt_view: 0, cnt_finished: 0, play_seconds: 0 };
const HIDDEN: ShownSums = { cnt_start: null, cnt_view: null, cnt_finished: null, play_seconds: null };

const addSums = (one: Sums, other: Sums): Sums => ({
  cnt_start: one.cnt_start + other.cnt_start,
  cnt_view: one.cnt_view + other.cnt_view,
  cnt_finished: one.cnt_finished + other.cnt_finished,
  play_seconds: one.play_seconds + other.play_seconds,
});

/** Whether figures would tell what single accounts watch. Nothing is known of nobody. */
const isSmall = (accounts: number, starts: number) => starts > 0 && accounts < SMALLEST_GROUP;

const sumsOf = ({ cnt_start, cnt_view, cnt_finished, play_seconds }: Sums): Sums => ({
  cnt_start,
  cnt_view,
  cnt_finished,
  play_seconds,
});

const addArrays = (rows: readonly DayRow[], name: 'hour_starts' | `${'device' | 'plan'}_${'starts' | 'seconds'}`) =>
  rows.reduce<number[]>((sum, row) => row[name].map((value, index) => value + (sum[index] ?? 0)), []);

/** @param isWhole of the whole service, whose figures are shown however small it is */
function presentDays(rows: readonly DayRow[], steps: readonly string[], step: ViewingStep, isWhole: boolean) {
  const hide = <T extends Sums>(sums: T) =>
    !isWhole && isSmall(sums.cnt_view, sums.cnt_start) ? HIDDEN : sumsOf(sums);
  const total = hide(rows.reduce<Sums>(addSums, NO_SUMS));
  // Where the total is hidden, its parts are hidden too: together they would tell it.
  const hideStarts = (starts: number) =>
    total.cnt_start === null || (!isWhole && starts > 0 && starts < SMALLEST_GROUP) ? null : starts;
  const byStep = groupBy(rows, ({ day }) => stepOf(day, step));
  const splitOf = (kind: 'device' | 'plan', names: readonly string[]) => {
    const [starts, seconds] = [addArrays(rows, `${kind}_starts`), addArrays(rows, `${kind}_seconds`)];
    return names.map((name, index) => {
      const cnt_start = hideStarts(starts[index] ?? 0);
      return { name, cnt_start, play_seconds: cnt_start === null ? null : Math.round(seconds[index] ?? 0) };
    });
  };
  const hours = addArrays(rows, 'hour_starts');
  return {
    points: steps.map((at) => ({ at, ...hide((byStep.get(at) ?? []).reduce<Sums>(addSums, NO_SUMS)) })),
    total,
    by_device: splitOf('device', viewingDevices),
    by_plan: splitOf('plan', viewingPlans),
    by_hour: Array.from({ length: 24 }, (_, hour) => hideStarts(hours[hour] ?? 0)),
  };
}

/** The rows in which viewers chose titles, for the console and the metrics. */
export const findOpenedRows = (db: Connection, now: Date, range: OverviewRange): Promise<OpenedRow[]> =>
  listRowSums(db, lastDays(now, SPAN_DAYS[range])[0]!, SMALLEST_GROUP);

export function createViewings(options: { db: Connection; clock: Clock; artUrl(path: string): string }): Viewings {
  const { db, clock, artUrl } = options;

  const countedAt = async () => (await findSummary(db, 'viewing'))?.countedAt.toISOString() ?? null;
  const present = async (itemId: number, step: ViewingStep): Promise<Viewing> => {
    const steps = stepsUntil(clock.now(), step);
    const rows = await listDays(db, itemId, steps[0]!);
    return { counted_at: await countedAt(), ...presentDays(rows, steps, step, itemId === SERVICE) };
  };

  return {
    async listTitles(query) {
      const { count, rows } = await listTitleSums(db, query, query);
      return {
        count,
        results: rows.map(({ item_id: id, name, poster, cnt_viewer, cnt_start_before, ...sums }) => {
          const is_small = isSmall(cnt_viewer, sums.cnt_start);
          return {
            title: { id, name, poster: artUrl(poster) },
            is_small,
            ...(is_small ? HIDDEN : sumsOf(sums)),
            cnt_start_before: is_small ? null : cnt_start_before,
          };
        }),
      };
    },

    find: (step) => present(SERVICE, step),

    async showTitle(id, step) {
      const title = await findTitleName(db, id);
      if (!title) throw new MissingError(`There is no title ${id}.`, '없는 작품이에요.');
      const viewing = await present(id, step);
      const episodes = await listEpisodeSums(db, id, viewing.points[0]!.at);
      return {
        title: { id, name: title.name, poster: artUrl(title.poster) },
        ...viewing,
        episodes: episodes.map(
          ({ id: episodeId, order, episode_num, subject, left_counts, ...sums }): ViewedEpisode => {
            const is_small = isSmall(sums.cnt_view, sums.cnt_start);
            const shown = is_small ? HIDDEN : sumsOf(sums);
            return {
              ...{ id: episodeId, order, episode_num, subject, is_small },
              ...shown,
              left_counts: is_small ? null : left_counts,
            };
          },
        ),
      };
    },

    listMissed: (page) =>
      listMissedWords(db, { ...page, from: lastDays(clock.now(), SEARCH_DAYS)[0]!, least: SMALLEST_GROUP }),

    async listRows(range) {
      const results = await findOpenedRows(db, clock.now(), range);
      return { count: results.length, results };
    },

    async listCohorts() {
      const [year, month] = koreanDate(clock.now()).split('-');
      const rows = await listCohortMonths(db, `${Number(year) - 1}-${month}`);
      const hide = (cnt: number, all: number) => (all > 0 && all < SMALLEST_GROUP ? null : cnt);
      const results = [...groupBy(rows, ({ joined }) => joined)].map(([joined, months]): Cohort => {
        const all = months.at(-1)!.cnt_account;
        return {
          joined,
          cnt_account: hide(all, all),
          months: months.map(({ month: at, cnt_account, cnt_watched }) => ({
            month: at,
            cnt_account: hide(cnt_account, cnt_account),
            cnt_watched: hide(cnt_watched, cnt_account),
          })),
        };
      });
      return { count: results.length, results };
    },

    async report(month) {
      const rows = await listMonth(db, month);
      const few = rows.filter(({ cnt_view }) => cnt_view < SMALLEST_GROUP);
      const shown = rows
        .filter(({ cnt_view }) => cnt_view >= SMALLEST_GROUP)
        .map(({ item_id: id, name, production, ...sums }): ReportRow => ({
          id,
          name: name ?? '없어진 작품',
          production,
          ...sums,
        }));
      if (few.length === 0) return shown;
      const together = few.reduce<Sums>((sum, row) => addSums(sum, row), NO_SUMS);
      return [
        ...shown,
        { id: null, name: `시청이 ${SMALLEST_GROUP}번 안 되는 작품 ${few.length}개`, production: null, ...together },
      ];
    },
  };
}
