import type { CrashReport } from '#contract/quality.ts';
import type { Connection } from '#server/db/open.ts';
import { batched } from '#server/lib/batched.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import { fingerprintOf, tidyMessage, tidyStack } from './crash-rules.ts';
import { countCrashes, type NewCrash } from './store.ts';

/** An app sends each of its crashes once, and a house may have several sets. */
const CRASHES = { count: 30, windowSeconds: 3600 };

/** Most defects that are stored; strangers may invent them. */
export const MOST_CRASHES = 500;

export interface Crashes {
  /** @throws TOO_MANY_REQUESTS */
  report(address: string, report: CrashReport): Promise<void>;
}

export function createCrashes(options: { db: Connection; clock: Clock; limits: Limits; most?: number }): Crashes {
  const { db, clock, limits, most = MOST_CRASHES } = options;

  // After a bad release every television reports the same defect, and they would wait for each other at its row.
  const count = batched(async (crashes: NewCrash[]) => {
    const byFingerprint = new Map<string, NewCrash>();
    for (const crash of crashes) {
      const cnt = (byFingerprint.get(crash.fingerprint)?.cnt ?? 0) + crash.cnt;
      byFingerprint.set(crash.fingerprint, { ...crash, cnt });
    }
    await countCrashes(db, [...byFingerprint.values()], most);
    return crashes.map(() => undefined);
  });

  return {
    async report(address, { platform, engine, app_version, screen, ...told }) {
      await limits.take([{ key: `crash:${address}`, ...CRASHES }]);
      const message = tidyMessage(told.message);
      const stack = tidyStack(told.stack);
      const now = clock.now();
      await count({
        fingerprint: fingerprintOf({ message, stack }),
        platform,
        engine,
        app_version,
        screen,
        message,
        stack,
        cnt: 1,
        first_at: now,
        last_at: now,
      });
    },
  };
}
