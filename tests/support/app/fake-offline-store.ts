import type { StoredVideo, StoreOutcome, StoreRequest, OfflineStore } from '#src/player/index.ts';
import { hold } from '#tests/support/held.ts';

export interface FakeOfflineStore extends OfflineStore {
  /** The contents of the disk; survives a restart of the app. */
  readonly disk: Map<string, StoredVideo>;
  readonly asked: readonly StoreRequest[];
  /** Completes the most recent store request. */
  finish(outcome?: 'whole' | StoreOutcome): void;
}

/** An in-memory disk whose downloads the test completes. */
export function createFakeOfflineStore(): FakeOfflineStore {
  const disk = new Map<string, StoredVideo>();
  const asked: StoreRequest[] = [];
  let end: (outcome: StoreOutcome) => void = () => undefined;
  return {
    disk,
    asked,
    finish(outcome = 'whole') {
      if (outcome !== 'whole') return end(outcome);
      const uri = `offline:manifest/${asked.length}`;
      const video = { uri, sizeBytes: 1_000, record: structuredClone(asked[asked.length - 1]?.record) };
      disk.set(uri, video);
      end({ type: 'stored', video });
    },
    list: () => Promise.resolve(Array.from(disk.values())),
    store(request) {
      asked.push(request);
      const close = hold('download');
      const outcome = new Promise<StoreOutcome>((resolve) => {
        end = (how) => {
          close();
          resolve(how);
        };
      });
      return { outcome, cancel: () => end({ type: 'cancelled' }) };
    },
    remove(uri) {
      disk.delete(uri);
      return Promise.resolve();
    },
  };
}
