import { removeOldCodes } from './accounts/codes-store.ts';
import { removeIdleSessions } from './accounts/session-life-store.ts';
import { idleSince } from './accounts/sessions.ts';
import { removeOldServings } from './ads/store.ts';
import { forgetOldOrigins, removeOldDeviceAuthorizations } from './devices/store.ts';
import { removePast } from './limits/store.ts';
import { removeOldMails } from './mail/store.ts';
import type { Clock } from './lib/clock.ts';
import type { FailureLog } from './lib/failure-log.ts';
import type { Connection } from './db/open.ts';
import { removeOldDownloadGrants } from './playback/downloads-store.ts';

const EVERY_MS = 60 * 60_000;
/** How long what is over can still be told from what never was, and how long the mailbox keeps a mail. */
const DAY_MS = 24 * 3600_000;
/** Devices that one statement removes: their tokens go with them, and others wait for the locks. */
const BATCH = 500;

async function removeOld(db: Connection, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await removePast(db, now);
  await removeOldMails(db, { now, sentBefore: dayAgo });
  await removeOldCodes(db, dayAgo);
  await forgetOldOrigins(db, now);
  await removeOldDeviceAuthorizations(db, dayAgo);
  while ((await removeIdleSessions(db, { before: idleSince(now), limit: BATCH })) === BATCH);
  await removeOldDownloadGrants(db, dayAgo);
  await removeOldServings(db, dayAgo);
}

/** Removes what is over, each hour. Every process may do it: what is gone already is no harm. */
export function startHousekeeping(db: Connection, clock: Clock, failures: FailureLog): () => void {
  const run = () =>
    removeOld(db, clock.now()).then(
      () => failures.works('housekeeping'),
      (error: unknown) => failures.report('housekeeping', error),
    );
  const timer = setInterval(() => void run(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
