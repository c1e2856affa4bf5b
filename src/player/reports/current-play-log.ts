import type { ReportStorage } from './pending-reports.ts';

const STORAGE_KEY = 'currentPlayLog';

/** The play log that this device opened last, in the storage that all windows of a browser share. */
export interface CurrentPlayLog {
  claim(playLogId: string): void;
  /** Does nothing when another play log has been claimed since. */
  release(playLogId: string): void;
  /** Whether another window has opened a play log since, which supersedes this one on the server. */
  isTakenFrom(playLogId: string): boolean;
}

export function createCurrentPlayLog(storage: ReportStorage): CurrentPlayLog {
  return {
    claim: (playLogId) => storage.set(STORAGE_KEY, playLogId),
    release(playLogId) {
      if (storage.get(STORAGE_KEY) === playLogId) storage.remove(STORAGE_KEY);
    },
    isTakenFrom(playLogId) {
      const current = storage.get(STORAGE_KEY);
      return current !== null && current !== playLogId;
    },
  };
}
