import type { PlatformName } from '#contract/platforms.ts';
import type { OperatedCrash, Overview, OverviewNow, OverviewPoint, OverviewRange } from '#contract/console/overview.ts';
import type { Connection } from '#server/db/open.ts';
import type { CrashRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { MissingError } from '#server/lib/refused-error.ts';
import { findEpisodesOf, findFailingEpisodes } from './failing-episodes.ts';
import type { FindTroubles } from './find-troubles.ts';
import { findSummary } from './fold-store.ts';
import { findFreshSummary } from './fresh-summary.ts';
import {
  listEpisodeFailures,
  listEpisodeNames,
  listFailureSums,
  listQualityGroups,
  listQualityPoints,
  listSalePoints,
  listWatchPoints,
  type Shown,
} from './overview-store.ts';
import type { ResolveStack } from './source-maps.ts';
import { countCrashRows, findCrash, listCrashes } from './store.ts';
import { addSums, qualityOf, NO_SUMS, type LiveSummary, type QualitySums } from './summary.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Korea is nine hours ahead, all year. */
const KOREA_MS = 9 * HOUR_MS;

const RANGES: Record<OverviewRange, { step: Shown['step']; count: number }> = {
  day: { step: 'hour', count: 24 },
  week: { step: 'hour', count: 7 * 24 },
  month: { step: 'day', count: 28 },
};

const MOST_GROUPS = 20;
const MOST_FAILURES = 30;
/** Most frequent failures by episode from which the tables are made. */
const MOST_EPISODE_FAILURES = 1_000;
const MOST_FAILING = 20;
const MOST_CAUSES = 5;
/** Episodes that are named beside a code. */
const MOST_NAMED = 3;
const MOST_TITLES = 10;

/** Starts of the points of a range, the last one with `nowMs`, in ms. */
export function pointsOf(range: OverviewRange, nowMs: number): number[] {
  const { step, count } = RANGES[range];
  const stepMs = step === 'hour' ? HOUR_MS : DAY_MS;
  const shiftMs = step === 'hour' ? 0 : KOREA_MS;
  const lastMs = Math.floor((nowMs + shiftMs) / stepMs) * stepMs - shiftMs;
  return Array.from({ length: count }, (_, index) => lastMs - (count - 1 - index) * stepMs);
}

const presentCrash = ({ stack: _, first_at, last_at, ...crash }: CrashRow): OperatedCrash => ({
  ...crash,
  first_at: first_at.toISOString(),
  last_at: last_at.toISOString(),
});

export interface Overviews {
  findNow(): Promise<OverviewNow>;
  find(asked: { range: OverviewRange; platform?: PlatformName | undefined }): Promise<Overview>;
  listCrashes(page: { limit: number; offset: number }): Promise<{ count: number; results: OperatedCrash[] }>;
  /** @throws MissingError */
  showCrash(fingerprint: string): Promise<OperatedCrash & { stack: string[]; is_resolved: boolean }>;
}

export function createOverviews(options: {
  db: Connection;
  clock: Clock;
  findTroubles: FindTroubles;
  resolveStack: ResolveStack;
}): Overviews {
  const { db, clock, findTroubles, resolveStack } = options;

  /** The most played titles, over all platforms. */
  const titlesOf = async (playing: LiveSummary['playing']) => {
    const counts = new Map<number, number>();
    for (const { episode_id: id, cnt } of playing) counts.set(id, (counts.get(id) ?? 0) + cnt);
    const names = await listEpisodeNames(db, [...counts.keys()]);
    return names
      .map(({ id, ...title }) => ({ ...title, count: counts.get(id)! }))
      .sort((one, other) => other.count - one.count || one.item_id - other.item_id)
      .slice(0, MOST_TITLES);
  };

  /** @returns the names of episodes by id; those that were removed have none. */
  const findNames = async (ids: readonly number[]) => {
    const names = await listEpisodeNames(db, [...new Set(ids)]);
    return new Map(names.map(({ id, ...name }) => [id, name]));
  };

  const named = <T extends { episode_id: number }>(found: readonly T[], names: Awaited<ReturnType<typeof findNames>>) =>
    found.flatMap(({ episode_id: id, ...rest }) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ ...rest, ...name }];
    });

  /** Failures with the episodes that they happened to. */
  const findFailures = async (shown: Shown) => {
    const sums = await listFailureSums(db, shown, MOST_FAILURES);
    const all = await listEpisodeFailures(db, shown, MOST_EPISODE_FAILURES);
    const failing = findFailingEpisodes(all, { mostEpisodes: MOST_FAILING, mostCauses: MOST_CAUSES });
    const failures = sums.map((sum) => ({ ...sum, episodes: findEpisodesOf(all, sum, MOST_NAMED) }));
    const shownEpisodes = [...failing, ...failures.flatMap(({ episodes }) => episodes)];
    const names = await findNames(shownEpisodes.map(({ episode_id: id }) => id));
    return {
      failures: failures.map(({ episodes, ...sum }) => ({ ...sum, episodes: named(episodes, names) })),
      failing_episodes: named(failing, names),
    };
  };

  return {
    async findNow() {
      const summary = await findSummary(db, 'now');
      const figures = await findFreshSummary(db, clock.now());
      const quality = figures?.quality ?? qualityOf(NO_SUMS);
      const failures = figures?.failures ?? [];
      const playing = Object.entries(figures?.cnt_playing ?? {}) as [PlatformName, number][];
      return {
        counted_at: summary?.countedAt.toISOString() ?? null,
        troubles: await findTroubles(),
        playing: {
          count: playing.reduce((sum, [, count]) => sum + count, 0),
          by_platform: playing.map(([platform, count]) => ({ platform, count })),
          titles: await titlesOf(figures?.playing ?? []),
        },
        hour: {
          cnt_start: figures?.cnt_start ?? 0,
          ...quality,
          failures: failures.map(({ code, engine, cnt }) => ({ code, engine, cnt })),
        },
      };
    },

    async find({ range, platform }) {
      const starts = pointsOf(range, clock.now().getTime());
      const { step } = RANGES[range];
      const stepMs = step === 'hour' ? HOUR_MS : DAY_MS;
      const shown: Shown = { since: new Date(starts[0]!), until: new Date(starts.at(-1)! + stepMs), platform, step };
      const byTime = <T extends { at: Date }>(rows: readonly T[]) =>
        new Map(rows.map((row) => [row.at.getTime(), row]));
      const qualities = byTime(await listQualityPoints(db, shown));
      const watched = byTime(await listWatchPoints(db, shown));
      const sales = byTime(await listSalePoints(db, shown));
      const group = async (by: Parameters<typeof listQualityGroups>[2]) =>
        (await listQualityGroups(db, shown, by, MOST_GROUPS)).map(({ name, ...own }) => ({ name, ...qualityOf(own) }));

      const all = [...qualities.values()].reduce<QualitySums>(addSums, NO_SUMS);
      const points = starts.map((ms): OverviewPoint => {
        const watch = watched.get(ms);
        const sale = sales.get(ms);
        return {
          at: new Date(ms).toISOString(),
          cnt_start: watch?.cnt_start ?? 0,
          play_seconds: watch?.play_seconds ?? 0,
          ...qualityOf(qualities.get(ms) ?? NO_SUMS),
          cnt_sign_up: sale?.cnt_sign_up ?? 0,
          cnt_order: sale?.cnt_order ?? 0,
          won: sale?.won ?? 0,
        };
      });
      const sum = (value: (point: OverviewPoint) => number) => points.reduce((so, point) => so + value(point), 0);
      return {
        folded_at: (await findSummary(db, 'folded'))?.countedAt.toISOString() ?? null,
        points,
        total: {
          cnt_start: sum((point) => point.cnt_start),
          play_seconds: sum((point) => point.play_seconds),
          ...qualityOf(all),
          cnt_sign_up: sum((point) => point.cnt_sign_up),
          cnt_order: sum((point) => point.cnt_order),
          won: sum((point) => point.won),
        },
        by_engine: await group('engine'),
        by_version: await group('app_version'),
        by_rendition: await group('rendition'),
        ...(await findFailures(shown)),
      };
    },

    async listCrashes(page) {
      return { count: await countCrashRows(db), results: (await listCrashes(db, page)).map(presentCrash) };
    },

    async showCrash(fingerprint) {
      const crash = await findCrash(db, fingerprint);
      if (!crash)
        throw new MissingError('The crash is not stored any more.', '없는 오류예요. 그사이 지워졌을 수 있어요.');
      const stack = await resolveStack(crash.app_version, crash.stack);
      return { ...presentCrash(crash), stack, is_resolved: stack.join('\n') !== crash.stack };
    },
  };
}
