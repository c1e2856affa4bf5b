import * as z from 'zod/mini';
import type { ReportStorage } from '#src/player/reports/pending-reports.ts';

const entrySchema = z.object({
  /** When the right to play it ends. */
  expires_at: z.string(),
  /** The last offset in seconds; null when it was not played since its download. */
  offset: z.nullable(z.number()),
});
const indexSchema = z.record(z.string(), entrySchema);

export type OfflineIndexEntry = z.output<typeof entrySchema>;
type Index = z.output<typeof indexSchema>;

/** A small index of the downloads: a device without downloads never waits for the disk. */
export interface OfflineIndex {
  find(profileId: string, episodeId: number): OfflineIndexEntry | undefined;
  isEmpty(): boolean;
  set(profileId: string, episodeId: number, entry: OfflineIndexEntry): void;
  drop(profileId: string, episodeId: number): void;
  clear(): void;
}

const STORAGE_KEY = 'downloads';

export function createOfflineIndex(storage: ReportStorage): OfflineIndex {
  const keyOf = (profileId: string, episodeId: number) => `${profileId} ${episodeId}`;
  const read = (): Index => {
    try {
      return indexSchema.parse(JSON.parse(storage.get(STORAGE_KEY) ?? '{}'));
    } catch {
      // A partial write: reading the videos restores the list.
      return {};
    }
  };
  const write = (index: Index) => {
    if (Object.keys(index).length === 0) storage.remove(STORAGE_KEY);
    else storage.set(STORAGE_KEY, JSON.stringify(index));
  };
  return {
    find: (profileId, episodeId) => read()[keyOf(profileId, episodeId)],
    isEmpty: () => Object.keys(read()).length === 0,
    set: (profileId, episodeId, entry) => write({ ...read(), [keyOf(profileId, episodeId)]: entry }),
    drop(profileId, episodeId) {
      const key = keyOf(profileId, episodeId);
      write(Object.fromEntries(Object.entries(read()).filter(([other]) => other !== key)));
    },
    clear: () => write({}),
  };
}
