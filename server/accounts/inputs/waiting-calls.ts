import { ServiceError } from '#server/lib/fail.ts';
import type { Later } from '#server/lib/later.ts';

/** Longest wait of a call, in ms: below the app's limit of 12 s for any answer, and below every proxy's. */
export const WAIT_MS = 8_000;
/**
 * Time between two looks at the table, in ms, where other processes write too. One statement for all waiting calls of
 * the process; PostgreSQL's LISTEN would need a connection of its own past every pooler (docs/decisions/194).
 */
export const LOOK_EVERY_MS = 200;
/** A failed look is repeated after this, in ms. */
const LOOK_AGAIN_MS = 1_000;
/** A caller over a bound may ask again after this many seconds. */
const RETRY_AFTER_SECONDS = 2;

export interface WaitingBounds {
  inProcess: number;
  ofAddress: number;
  ofInput: number;
}

const BOUNDS: WaitingBounds = { inProcess: 4000, ofAddress: 64, ofInput: 8 };

export interface WaitingCalls {
  /**
   * Resolves when the input may have changed since `revision`, after the longest wait, or when the server closes.
   * @throws TOO_MANY_REQUESTS beyond a bound
   */
  wait(input: { codeHash: string; revision: number; address: string }): Promise<void>;
  /** Wakes the calls that wait for an input. */
  wake(codeHash: string): void;
  /** Wakes all, and lets no later call wait. */
  close(): void;
}

export interface WaitingCallsOptions {
  later: Later;
  /** Revisions by code, without inputs that ended; absent where only this process writes. */
  listRevisions?: ((codeHashes: readonly string[]) => Promise<ReadonlyMap<string, number>>) | undefined;
  onLookFailed: (error: unknown) => void;
  bounds?: WaitingBounds;
}

interface Waiting {
  readonly revision: number;
  readonly end: () => void;
}

/** Calls that wait for a change of their input. Each has one timer, whatever happens in between. */
export function createWaitingCalls(options: WaitingCallsOptions): WaitingCalls {
  const { later, listRevisions, onLookFailed, bounds = BOUNDS } = options;
  const byInput = new Map<string, Set<Waiting>>();
  const byAddress = new Map<string, number>();
  let count = 0;
  let isClosed = false;
  let isLooking = false;

  const wake = (codeHash: string, isChanged: (revision: number) => boolean = () => true) => {
    for (const each of [...(byInput.get(codeHash) ?? [])]) if (isChanged(each.revision)) each.end();
  };

  const look = (list: NonNullable<typeof listRevisions>) => {
    const asked = [...byInput.keys()];
    if (asked.length === 0 || isClosed) {
      isLooking = false;
      return;
    }
    list(asked).then(
      (revisions) => {
        for (const codeHash of asked) {
          const current = revisions.get(codeHash);
          wake(codeHash, (revision) => current === undefined || current > revision);
        }
        later(() => look(list), LOOK_EVERY_MS);
      },
      (error: unknown) => {
        onLookFailed(error);
        later(() => look(list), LOOK_AGAIN_MS);
      },
    );
  };
  const startLooking = () => {
    if (!listRevisions || isLooking) return;
    isLooking = true;
    later(() => look(listRevisions), LOOK_EVERY_MS);
  };

  return {
    wait({ codeHash, revision, address }) {
      if (isClosed) return Promise.resolve();
      const ofInput = byInput.get(codeHash) ?? new Set<Waiting>();
      const ofAddress = byAddress.get(address) ?? 0;
      if (count >= bounds.inProcess || ofAddress >= bounds.ofAddress || ofInput.size >= bounds.ofInput)
        return Promise.reject(new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      return new Promise((resolve) => {
        const waiting: Waiting = {
          revision,
          end() {
            cancel();
            ofInput.delete(waiting);
            if (ofInput.size === 0) byInput.delete(codeHash);
            const left = (byAddress.get(address) ?? 1) - 1;
            if (left > 0) byAddress.set(address, left);
            else byAddress.delete(address);
            count -= 1;
            resolve();
          },
        };
        const cancel = later(waiting.end, WAIT_MS);
        ofInput.add(waiting);
        byInput.set(codeHash, ofInput);
        byAddress.set(address, ofAddress + 1);
        count += 1;
        startLooking();
      });
    },
    wake: (codeHash) => wake(codeHash),
    close() {
      isClosed = true;
      for (const codeHash of [...byInput.keys()]) wake(codeHash);
    },
  };
}
