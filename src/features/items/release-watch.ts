import type { Release } from '#contract/releases.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { retryAfterMs } from '#src/lib/retry-after.ts';
import { releaseMoment, SPREAD_MS, spreadOf } from './release-moment.ts';

/** Longest timer, in ms: answers correct the clock, and the plan follows within this time. */
const LONGEST_MS = 60_000;
/** The first wait after a failure, or when the release is not out yet by the server's clock, in ms; then twice as long. */
const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Titles per call (contract/releases.ts). */
const MOST_IDS = 50;

export interface ReleaseWatchOptions {
  readonly clock: Clock;
  /** See `releaseMoment`. */
  readonly key: () => string;
  readonly ask: (itemIds: readonly number[]) => Promise<readonly Release[]>;
  /** An episode came out, or its release moved. */
  readonly onAnswer: (release: Release, hasChanged: boolean) => void;
}

/** Asks once about all shown titles whose next release has come. */
export interface ReleaseWatch {
  /** A label shows the release of a title; the returned function ends it. */
  watch(itemId: number, at: string): Stop;
}

interface Watched {
  at: string;
  labels: number;
  tries: number;
  /** When to ask, in ms since 1970. */
  dueMs: number;
}

export function createReleaseWatch({ clock, key, ask, onAnswer }: ReleaseWatchOptions): ReleaseWatch {
  const watched = new Map<number, Watched>();
  let stop: Stop | undefined;
  let isAsking = false;

  /** A release that was missed, by a set that slept, is asked for after the spread too: many sets wake up together. */
  const dueFor = (at: string) => {
    const dueMs = releaseMoment(Date.parse(at), key());
    return dueMs + SPREAD_MS < clock.instant() ? clock.instant() + spreadOf(key()) : dueMs;
  };

  const plan = () => {
    stop?.();
    stop = undefined;
    if (isAsking || watched.size === 0) return;
    // The server's date may have become known since a title was added.
    for (const one of watched.values()) if (Date.parse(one.at) > clock.instant()) one.dueMs = dueFor(one.at);
    const firstMs = Math.min(...Array.from(watched.values(), ({ dueMs }) => dueMs));
    stop = clock.after(Math.min(LONGEST_MS, Math.max(0, firstMs - clock.instant())), check);
  };

  const follow = (one: Watched, at: string | null, itemId: number) => {
    if (at === null) return void watched.delete(itemId);
    if (at !== one.at) Object.assign(one, { at, tries: 0, dueMs: dueFor(at) });
    else postpone(one);
  };

  const postpone = (one: Watched, error?: unknown) => {
    const pauseMs = Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** one.tries);
    one.dueMs = clock.instant() + Math.max(pauseMs, retryAfterMs(error));
    one.tries += 1;
  };

  function check() {
    const nowMs = clock.instant();
    const hasSlept = Array.from(watched.values()).filter(({ dueMs }) => dueMs + SPREAD_MS < nowMs);
    if (hasSlept.length > 0) {
      hasSlept.forEach((one) => (one.dueMs = nowMs + spreadOf(key())));
      return plan();
    }
    const due = Array.from(watched.entries()).filter(([, { dueMs }]) => dueMs <= nowMs);
    const ids = due.slice(0, MOST_IDS).map(([id]) => id);
    if (ids.length === 0) return plan();
    isAsking = true;
    ask(ids)
      .then(
        (releases) => {
          for (const id of ids) {
            const one = watched.get(id);
            const release = releases.find(({ item_id: itemId }) => itemId === id);
            const before = one?.at;
            if (one) follow(one, release?.next_release?.at ?? null, id);
            if (release) onAnswer(release, release.next_release?.at !== before);
          }
        },
        (error: unknown) => {
          for (const id of ids) {
            const one = watched.get(id);
            if (one) postpone(one, error);
          }
        },
      )
      .finally(() => {
        isAsking = false;
        plan();
      });
  }

  return {
    watch(itemId, at) {
      const known = watched.get(itemId);
      if (known) {
        known.labels += 1;
        if (known.at !== at) Object.assign(known, { at, tries: 0, dueMs: dueFor(at) });
      } else watched.set(itemId, { at, labels: 1, tries: 0, dueMs: dueFor(at) });
      plan();
      return () => {
        const one = watched.get(itemId);
        if (!one) return;
        one.labels -= 1;
        if (one.labels > 0) return;
        watched.delete(itemId);
        plan();
      };
    },
  };
}
