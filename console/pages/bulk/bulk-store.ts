import { useSyncExternalStore } from 'react';
import type { BulkOutcome } from './run-bulk.ts';

/** What the last change of many titles did, until the next one or until it is put away. */
export interface LastBulk {
  /** `내렸어요.` */
  done: string;
  outcome: BulkOutcome;
}

let last: LastBulk | null = null;
const listeners = new Set<() => void>();

/** Outlives the list: the titles are looked at before the change is taken back. */
export function setLastBulk(next: LastBulk | null): void {
  last = next;
  listeners.forEach((tell) => tell());
}

export const useLastBulk = (): LastBulk | null =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => last,
  );
