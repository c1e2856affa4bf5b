import { removeOldCodes } from './accounts/codes-store.ts';
import { removeOldServings } from './ads/store.ts';
import { removeOldDeviceAuthorizations } from './devices/store.ts';
import { removePast } from './limits/store.ts';
import { removeOldMails } from './mail/store.ts';
import type { Clock } from './lib/clock.ts';
import type { Connection } from './db/open.ts';
import { removeOldDownloadGrants } from './playback/downloads-store.ts';

const EVERY_MS = 60 * 60_000;
/** How long what is over can still be told from what never was, and how long the mailbox keeps a mail. */
const DAY_MS = 24 * 3600_000;

async function removeOld(db: Connection, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await removePast(db, now);
  await removeOldMails(db, { now, sentBefore: dayAgo });
  await removeOldCodes(db, dayAgo);
  await removeOldDeviceAuthorizations(db, dayAgo);
  await removeOldDownloadGrants(db, dayAgo);
  await removeOldServings(db, dayAgo);
}

/** Removes what is over, each hour. Every process may do it: what is gone already is no harm. */
export function startHousekeeping(db: Connection, clock: Clock): () => void {
  // A failure here harms nobody; the next hour tries again.
  const timer = setInterval(() => void removeOld(db, clock.now()).catch(() => undefined), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
