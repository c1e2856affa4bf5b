import type { StoredVideo, StoreOutcome, StoreRequest, VideoVault } from '#src/player/index.ts';

export interface FakeVault extends VideoVault {
  /** What lies on the disk; it outlives whoever asks. */
  readonly disk: Map<string, StoredVideo>;
  readonly asked: readonly StoreRequest[];
  /** Ends the store that was asked for last. */
  finish(outcome?: 'whole' | StoreOutcome): void;
}

/** A disk for videos in memory, whose downloads are the test's. */
export function createFakeVault(): FakeVault {
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
      const outcome = new Promise<StoreOutcome>((resolve) => (end = resolve));
      return { outcome, cancel: () => end({ type: 'cancelled' }) };
    },
    remove(uri) {
      disk.delete(uri);
      return Promise.resolve();
    },
  };
}
