import { removePast } from './limits/store.ts';
import type { Clock } from './lib/clock.ts';
import type { Connection } from './db/open.ts';

const EVERY_MS = 60 * 60_000;

/** Removes what is over, each hour. Every process may do it: what is gone already is no harm. */
export function startHousekeeping(db: Connection, clock: Clock): () => void {
  // A failure here harms nobody; the next hour tries again.
  const timer = setInterval(() => void removePast(db, clock.now()).catch(() => undefined), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
