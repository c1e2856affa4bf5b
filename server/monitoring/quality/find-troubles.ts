import type { Trouble } from '#contract/console/overview.ts';
import type { ServiceHealth } from '#contract/console/service.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Readiness } from '#server/monitoring/health/readiness.ts';
import { findServiceTroubles } from '#server/monitoring/status/service-troubles.ts';
import { findFreshSummary } from './fresh-summary.ts';
import { listEpisodeNames } from './overview-store.ts';
import { listCrashes } from './store.ts';
import { qualityOf, NO_SUMS } from './summary.ts';
import { findTroubles } from './troubles.ts';

const HOUR_MS = 3600_000;
const MOST_CRASHES = 5;
const MOST_CRASHES_READ = 50;

/** All that is wrong now, what viewers meet first: one state for the console, the metrics and those who are told. */
export type FindTroubles = () => Promise<Trouble[]>;

export function createFindTroubles(options: {
  db: Connection;
  clock: Clock;
  readiness(): Promise<Readiness>;
  findHealth(): Promise<ServiceHealth>;
}): FindTroubles {
  const { db, clock, readiness, findHealth } = options;
  return async () => {
    const { database } = await readiness();
    // Nothing else can be asked.
    if (database === 'no answer') return [{ kind: 'database', value: 0, limit: 0, detail: database }];
    const now = clock.now();
    const figures = await findFreshSummary(db, now);
    const since = new Date(now.getTime() - HOUR_MS);
    const crashes = (await listCrashes(db, { limit: MOST_CRASHES_READ, offset: 0, since })).filter(
      ({ first_at }) => first_at > since,
    );
    const failures = figures?.failures ?? [];
    const worst = failures[0]?.episode_id;
    return [
      ...findTroubles({
        quality: figures?.quality ?? qualityOf(NO_SUMS),
        failures,
        worstEpisode: worst === undefined ? undefined : (await listEpisodeNames(db, [worst]))[0],
        crashes: crashes.slice(0, MOST_CRASHES),
      }),
      ...findServiceTroubles(await findHealth()),
    ];
  };
}
