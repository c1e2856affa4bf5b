import { batchedByAccount, type Batching } from '#server/lib/batched-by-account.ts';
import type { Clock } from '#server/lib/clock.ts';
import { DatabaseBusyError } from '#server/lib/database-errors.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { withTimeout } from '#server/lib/timeout.ts';
import { isTrailer } from '#server/providers/media-signer.ts';
import type { GrantKey } from './gate-store.ts';

/**
 * Cache time of a database answer, in ms. Media ends within 10 s after its play log (contract.md, section 8); the rest
 * of that time covers the lookup and a file that is being sent.
 */
const RELY_MS = 4_000;

/**
 * Grace period for an active play log while the database does not answer, in ms: a failover takes a minute or two, and
 * no process can end a play log in that time. Afterwards media fails like every other call.
 */
const RELY_WITHOUT_ANSWER_MS = 120_000;

/**
 * Maximum age of an answer at the start of an outage to be relied on during it, in ms. Another process may have ended
 * the play log after an older answer, and media must end within this time (contract.md, section 8).
 */
const FRESH_MS = 10_000;

/** Maximum time between two failed lookups of one outage, in ms. In a longer one other processes may have had answers. */
const SAME_OUTAGE_MS = 10_000;

/** Lookup timeout, in ms. */
const ANSWER_WITHIN_MS = 2_000;

/** Maximum play logs in one process's cache. */
const MAXIMUM_REMEMBERED = 100_000;

interface Known {
  lives: boolean;
  /** When the lookup with this answer was sent, in ms. */
  answeredAt: number;
  /** When the last lookup was sent, answered or not, in ms. */
  askedAt: number;
  asking: Promise<boolean> | null;
}

/** Whether a play log or a download grant still opens media; synchronous when the cached answer is fresh. */
export type MediaGate = (accountId: string, id: string) => boolean | Promise<boolean>;

export interface MediaGates {
  gate: MediaGate;
  /**
   * Says that this process has ended play logs: it must not rely on older answers about them, least of all in an outage that
   * begins before it asks again.
   */
  end(accountId: string, ids: readonly string[]): void;
}

export interface MediaGateOptions {
  clock: Clock;
  /** @returns the keys that still open media. */
  findLiving(keys: readonly GrantKey[]): Promise<readonly GrantKey[]>;
  /** More than one statement in flight, so that a hanging one does not block the others. */
  batching?: Batching;
  failures: FailureLog;
}

const ONE_BATCH: Batching = { atOnce: 1, isByAccount: false };

const keyOf = ({ account_id, id }: GrantKey) => `${account_id} ${id}`;

interface Outage {
  /** When its first failed lookup was sent, in ms. */
  beganAt: number;
  /** When its last failed lookup was sent, in ms. */
  failedAt: number;
}

/**
 * Looks up each play log every few seconds at most, in batches. An ended play log stays ended, so that answer is cached
 * for good; an active one is looked up again. During an outage, media stays open for the play logs that were known to
 * be active when it began; for others the gate throws (docs/decisions/103-bind-media-to-play-logs.md).
 */
export function createMediaGate({ clock, findLiving, batching = ONE_BATCH, failures }: MediaGateOptions): MediaGates {
  const remembered = new Map<string, Known>();
  let outage: Outage | undefined;

  const ask = batchedByAccount(
    batching,
    async (keys: GrantKey[]) => {
      const living = new Set((await findLiving(keys)).map(keyOf));
      return keys.map((key) => living.has(keyOf(key)));
    },
    ({ account_id: id }) => id,
  );

  /** Absolute difference, because a clock that was set back must not make an answer last longer. */
  const isRecent = (limitMs: number, thenMs: number) => Math.abs(clock.now().getTime() - thenMs) < limitMs;

  const extendOutage = (failedAt: number) => {
    const isSame = outage !== undefined && Math.abs(failedAt - outage.failedAt) < SAME_OUTAGE_MS;
    outage = { beganAt: isSame ? outage!.beganAt : failedAt, failedAt };
  };

  const isReliable = ({ answeredAt }: Known) =>
    outage !== undefined &&
    Math.abs(outage.beganAt - answeredAt) < FRESH_MS &&
    isRecent(RELY_WITHOUT_ANSWER_MS, answeredAt);

  const remember = (key: GrantKey, known: Known) => {
    const name = keyOf(key);
    remembered.delete(name);
    remembered.set(name, known);
    const [oldest] = remembered.size > MAXIMUM_REMEMBERED ? remembered.keys() : [];
    if (oldest !== undefined) remembered.delete(oldest);
  };

  /** An ended play log never opens media again, whatever a look-up says that began before its end. */
  const isEnded = (key: GrantKey) => {
    const known = remembered.get(keyOf(key));
    return known !== undefined && known.answeredAt > 0 && !known.lives;
  };

  const lookUp = async (key: GrantKey, known: Known | undefined): Promise<boolean> => {
    const askedAt = clock.now().getTime();
    try {
      const lives = await withTimeout(ANSWER_WITHIN_MS, ask(key));
      failures.works('media gate');
      outage = undefined;
      if (isEnded(key)) return false;
      remember(key, { lives, answeredAt: askedAt, askedAt, asking: null });
      return lives;
    } catch (error) {
      failures.report('media gate', error);
      extendOutage(askedAt);
      if (isEnded(key)) return false;
      // Tells the caller to retry, whether the database is slow or gone.
      const busy = new DatabaseBusyError('the media gate has no answer', { cause: error });
      // Without an earlier answer the request fails.
      if (!known) {
        remembered.delete(keyOf(key));
        throw busy;
      }
      remember(key, { ...known, askedAt, asking: null });
      if (!isReliable(known)) throw busy;
      return known.lives;
    }
  };

  const gate: MediaGate = (accountId, id) => {
    // Its address has a time of its own, which the caller has checked.
    if (isTrailer({ id })) return true;
    const key = { account_id: accountId, id };
    const known = remembered.get(keyOf(key));
    if (known?.asking) return known.asking;
    if (known && known.answeredAt > 0) {
      if (!known.lives || isRecent(RELY_MS, known.answeredAt)) return known.lives;
      // No other query within RELY_MS of a timeout: the last answer counts.
      if (isRecent(RELY_MS, known.askedAt) && isReliable(known)) return true;
    }
    const asking = lookUp(key, known);
    remember(key, { lives: false, answeredAt: 0, askedAt: 0, ...known, asking });
    return asking;
  };

  return {
    gate,
    end(accountId, ids) {
      const now = clock.now().getTime();
      for (const id of ids)
        remember({ account_id: accountId, id }, { lives: false, answeredAt: now, askedAt: now, asking: null });
    },
  };
}
