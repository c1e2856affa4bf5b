import { PLATFORM_NAMES, type PlatformName } from '#contract/platforms.ts';
import type { Connection } from '#server/db/open.ts';
import {
  countHour,
  countPlaying,
  findSummary,
  foldQuality,
  foldSales,
  foldWatching,
  listFailures,
  saveSummary,
  sumQuality,
} from './fold-store.ts';
import { addSums, qualityOf, NO_SUMS, type LiveSummary, type QualitySums } from './summary.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Time of one statement's hours: the first run must not take hundreds. */
const SLICE_MS = 7 * DAY_MS;

/** The first run counts the play logs of this time. */
const BACKFILL_MS = 28 * DAY_MS;

/** A play log lives for 12 hours, so the watch time of earlier hours still grows. Once an hour these are counted again. */
const STILL_GROWING_MS = 13 * HOUR_MS;

/** A television that plays reports each minute. */
const PLAYING_MS = 2.5 * MINUTE_MS;

/** The last run cannot have been this much later than now, in ms, unless its clock was wrong. */
const IMPLAUSIBLE_MS = HOUR_MS;

const MOST_FAILURES = 20;
/** Engines with their platforms: each is several series of Prometheus. */
const MOST_ENGINES = 20;
/** Episodes with their platforms. */
const MOST_PLAYING = 60;

const hourStart = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Start of the hours to count again, in ms, for a run after one at `lastMs`. */
export function recountFrom(nowMs: number, lastMs: number | null): number {
  if (lastMs === null) return hourStart(nowMs - BACKFILL_MS);
  // A worker with a wrong clock may have left out any hour. All rows of a week are still stored.
  if (lastMs > nowMs + IMPLAUSIBLE_MS) return hourStart(nowMs - SLICE_MS);
  const last = Math.min(lastMs, nowMs);
  const isNewHour = hourStart(last) !== hourStart(nowMs);
  // Includes the hour before: its last rows may have been committed after the previous run.
  const from = isNewHour ? hourStart(last) - STILL_GROWING_MS : hourStart(last) - HOUR_MS;
  return Math.max(from, hourStart(nowMs - BACKFILL_MS));
}

/**
 * Counts what the console and Prometheus show: sums of whole hours, which replace earlier ones, and the last hour. Works
 * through the hours week by week, so that an aborted run is continued by the next one.
 */
export async function foldSummaries(db: Connection, now: Date, signal: AbortSignal): Promise<void> {
  const nowMs = now.getTime();
  const folded = await findSummary(db, 'folded');
  for (let from = recountFrom(nowMs, folded?.countedAt.getTime() ?? null); from <= nowMs; from += SLICE_MS) {
    if (signal.aborted) return;
    // Whole hours: a part would replace the whole.
    const span = { since: new Date(from), until: new Date(Math.min(from + SLICE_MS, hourStart(nowMs) + HOUR_MS)) };
    await foldQuality(db, span);
    await foldWatching(db, span);
    await foldSales(db, span);
    await saveSummary(db, 'folded', new Date(Math.min(span.until.getTime(), nowMs)), {});
  }
  if (!signal.aborted) await countNow(db, now);
}

async function countNow(db: Connection, now: Date): Promise<void> {
  // An end is excluded, and what happened at this instant counts.
  const span = { since: new Date(now.getTime() - HOUR_MS), until: new Date(now.getTime() + 1) };
  const sums = await sumQuality(db, span);
  const figures: LiveSummary = {
    ...(await countHour(db, span)),
    quality: qualityOf(sums.reduce<QualitySums>(addSums, NO_SUMS)),
    by_platform: PLATFORM_NAMES.flatMap((platform) => {
      const own = sums.filter((of) => of.platform === platform);
      return own.length === 0 ? [] : [{ platform, quality: qualityOf(own.reduce<QualitySums>(addSums, NO_SUMS)) }];
    }),
    by_engine: sums
      .slice(0, MOST_ENGINES)
      .map(({ platform, engine, ...own }) => ({ platform, engine, quality: qualityOf(own) })),
    failures: await listFailures(db, span, MOST_FAILURES),
    ...(await countPlayingNow(db, now)),
  };
  await saveSummary(db, 'now', now, figures);
}

async function countPlayingNow(db: Connection, now: Date): Promise<Pick<LiveSummary, 'playing' | 'cnt_playing'>> {
  const playing = await countPlaying(db, now, new Date(now.getTime() - PLAYING_MS));
  const cnt_playing: Record<PlatformName, number> = { tizen: 0, webos: 0, web: 0 };
  for (const { platform, cnt } of playing) cnt_playing[platform] += cnt;
  return { cnt_playing, playing: playing.slice(0, MOST_PLAYING) };
}
