import type { Connection } from '#server/db/open.ts';
import { findSummary } from './fold-store.ts';
import type { LiveSummary } from './summary.ts';

/** Figures of the last hour that are older say nothing about now: no worker runs. */
const STALE_MS = 15 * 60_000;

/** The figures of the last hour, unless no worker has counted them for a while. */
export async function findFreshSummary(db: Connection, now: Date): Promise<LiveSummary | undefined> {
  const summary = await findSummary(db, 'now');
  const isFresh = summary !== undefined && now.getTime() - summary.countedAt.getTime() < STALE_MS;
  return isFresh ? (summary.figures as LiveSummary) : undefined;
}
