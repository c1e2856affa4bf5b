import type { AdEvent } from '#contract/ads.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ReportStorage } from './pending-reports.ts';
import { isWorthSendingAgain } from './report-error.ts';

/** What became of advertisements, kept on disk until the server has it; told twice, it counts once (contract.md). */
export interface AdEvents {
  /** Keeps it at once and sends it when its turn comes. */
  tell(event: AdEvent): void;
  /** Sends what is left, in order; stops at the first that gets no answer. Never rejects. */
  sendAll(profileId: string): Promise<void>;
}

export interface AdEventsOptions {
  readonly storage: ReportStorage;
  /** Whose token sends what is told now. */
  readonly profileId: string;
  readonly send: (event: AdEvent) => Promise<unknown>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly logError: (error: unknown) => void;
}

interface Kept {
  readonly profileId: string;
  readonly event: AdEvent;
}

const STORAGE_KEY = 'pendingAdEvents';
/** An hour without a network has a few breaks with six events each; the oldest go. */
const CAPACITY = 60;

export function createAdEvents({ storage, profileId, send, errorCodeOf, logError }: AdEventsOptions): AdEvents {
  let sending: Promise<void> | null = null;

  const write = (kept: readonly Kept[]) => {
    if (kept.length === 0) storage.remove(STORAGE_KEY);
    else storage.set(STORAGE_KEY, JSON.stringify(kept.slice(-CAPACITY)));
  };
  const next = (of: string) => readKept(storage).find((kept) => kept.profileId === of);
  const drop = (sent: Kept) => {
    const text = JSON.stringify(sent);
    write(readKept(storage).filter((kept) => JSON.stringify(kept) !== text));
  };

  const sendInOrder = async (of: string) => {
    for (let kept = next(of); kept; kept = next(of)) {
      try {
        await send(kept.event);
      } catch (error) {
        logError(error);
        if (isWorthSendingAgain(errorCodeOf(error))) return;
      }
      drop(kept);
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
      write([...readKept(storage), { profileId, event }]);
      void sendAll(profileId);
    },
    sendAll,
  };
}

function readKept(storage: ReportStorage): Kept[] {
  try {
    const stored: unknown = JSON.parse(storage.get(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    // Half a write: what cannot be read cannot be told.
    return [];
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { profileId, event } = value as Partial<Record<keyof Kept, unknown>>;
  return typeof profileId === 'string' && typeof event === 'object' && event !== null && 'ad_id' in event;
}
