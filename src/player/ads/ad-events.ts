import type { AdEvent } from '#contract/ads.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ReportStorage } from '#src/player/reports/pending-reports.ts';
import { isWorthSendingAgain } from '#src/player/reports/report-error.ts';

/** Advertisement events, stored on disk until the server has them. The server counts a repeated event once (contract.md). */
export interface AdEvents {
  /** Stores the event at once and sends it in order. */
  tell(event: AdEvent): void;
  /** Sends stored events in order and stops at the first that gets no answer. Never rejects. */
  sendAll(profileId: string): Promise<void>;
}

export interface AdEventsOptions {
  readonly storage: ReportStorage;
  /** The profile whose token sends new events. */
  readonly profileId: string;
  readonly send: (event: AdEvent) => Promise<unknown>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly logError: (error: unknown) => void;
}

interface StoredEvent {
  readonly profileId: string;
  readonly event: AdEvent;
}

const STORAGE_KEY = 'pendingAdEvents';
/** An hour offline has a few breaks with six events each; the oldest events are dropped. */
const CAPACITY = 60;

export function createAdEvents({ storage, profileId, send, errorCodeOf, logError }: AdEventsOptions): AdEvents {
  let sending: Promise<void> | null = null;

  const write = (events: readonly StoredEvent[]) => {
    if (events.length === 0) storage.remove(STORAGE_KEY);
    else storage.set(STORAGE_KEY, JSON.stringify(events.slice(-CAPACITY)));
  };
  const next = (of: string) => readStored(storage).find((stored) => stored.profileId === of);
  const drop = (sent: StoredEvent) => {
    const text = JSON.stringify(sent);
    write(readStored(storage).filter((stored) => JSON.stringify(stored) !== text));
  };

  const sendInOrder = async (of: string) => {
    for (let first = next(of); first; first = next(of)) {
      try {
        await send(first.event);
      } catch (error) {
        logError(error);
        if (isWorthSendingAgain(errorCodeOf(error))) return;
      }
      drop(first);
    }
  };

  const sendAll = (of: string): Promise<void> => {
    sending ??= sendInOrder(of).then(() => {
      sending = null;
    });
    return sending;
  };

  return {
    tell(event) {
      write([...readStored(storage), { profileId, event }]);
      void sendAll(profileId);
    },
    sendAll,
  };
}

function readStored(storage: ReportStorage): StoredEvent[] {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStoredEvent) : [];
  } catch {
    // A partial write cannot be sent.
    return [];
  }
}

function isStoredEvent(value: unknown): value is StoredEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { profileId, event } = value as Partial<Record<keyof StoredEvent, unknown>>;
  return typeof profileId === 'string' && typeof event === 'object' && event !== null && 'ad_id' in event;
}
