import { ERRORS, type Lock, type Locker } from '@tus/server';

interface Held {
  released: Promise<void>;
  release(): void;
  askForRelease(): Promise<void> | void;
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const refuse = () => reject(ERRORS.ERR_LOCK_TIMEOUT as unknown as Error);
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });

/**
 * One request at a time for each upload. A newer one asks the older one to end: its connection may be dead. The library's own
 * locks keep the processor busy while a request waits.
 *
 * @param timeoutSignal ends the wait of a request.
 */
export function createUploadLocks(timeoutSignal: () => AbortSignal = () => AbortSignal.timeout(10_000)): Locker {
  const locks = new Map<string, Held>();
  return {
    newLock(id): Lock {
      let own: Held | undefined;
      return {
        async lock(stopSignal, requestRelease) {
          const over = Promise.race([aborted(stopSignal), aborted(timeoutSignal())]);
          over.catch(() => undefined);
          for (let held = locks.get(id); held !== undefined; held = locks.get(id)) {
            await held.askForRelease();
            await Promise.race([held.released, over]);
          }
          let release: () => void = () => undefined;
          const released = new Promise<void>((resolve) => (release = resolve));
          own = { released, release, askForRelease: requestRelease };
          locks.set(id, own);
        },
        unlock() {
          if (own !== undefined && locks.get(id) === own) locks.delete(id);
          own?.release();
          own = undefined;
          return Promise.resolve();
        },
      };
    },
  };
}
