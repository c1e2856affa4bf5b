import * as z from 'zod/mini';
import type { ReportStorage } from './pending-reports.ts';

const entrySchema = z.object({
  /** When the right to play it ends. */
  expires_at: z.string(),
  /** Where it was last left, in seconds; null when it was not played since it was kept. */
  offset: z.nullable(z.number()),
});
const indexSchema = z.record(z.string(), entrySchema);

export type KeptIndexEntry = z.output<typeof entrySchema>;
type Index = z.output<typeof indexSchema>;

/** What is kept, by a few words: so that nobody who keeps nothing waits for the disk that holds the videos. */
export interface KeptIndex {
  find(profileId: string, episodeId: number): KeptIndexEntry | undefined;
  isEmpty(): boolean;
  set(profileId: string, episodeId: number, entry: KeptIndexEntry): void;
  drop(profileId: string, episodeId: number): void;
  clear(): void;
}

const STORAGE_KEY = 'keptEpisodes';

export function createKeptIndex(storage: ReportStorage): KeptIndex {
  const keyOf = (profileId: string, episodeId: number) => `${profileId} ${episodeId}`;
  const read = (): Index => {
    try {
      return indexSchema.parse(JSON.parse(storage.get(STORAGE_KEY) ?? '{}'));
    } catch {
      // Half a write: the videos themselves are listed when somebody looks for them.
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
