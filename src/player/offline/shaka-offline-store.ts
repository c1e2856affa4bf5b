import type shaka from 'shaka-player';
import { PlaybackError } from '#src/player/playback-error.ts';
import { refuseForeignAnswers } from '#src/player/engine/foreign-answers.ts';
import { mimeTypeOf } from '#src/player/engine/shaka-configuration.ts';
import { toPlaybackError } from '#src/player/engine/shaka-error.ts';
import { loadShakaScript } from '#src/player/engine/shaka-script.ts';
import { tracksToDownload } from './tracks-to-download.ts';
import type { StoredVideo, StoreOutcome, OfflineStore } from './offline-store.ts';

/* Shaka's codes of a store that ends early (node_modules/shaka-player/lib/util/error.js). */
const OPERATION_ABORTED = 7001;
const INDEXED_DB_ERROR = 9001;
const STORAGE_LIMIT_REACHED = 9014;

export interface ShakaOfflineStoreOptions {
  /** Codec families, best first. */
  readonly preferredVideoCodecs: readonly string[];
  /** Address of Shaka's script, as for the engine. */
  readonly scriptUrl?: string;
}

const unsupported = () =>
  new PlaybackError('no offline storage here', {
    kind: 'unsupported',
    severity: 'critical',
    category: 'storage',
    code: 0,
  });

const toStored = ({ offlineUri, size, appMetadata }: shaka.extern.StoredContent): StoredVideo[] =>
  offlineUri === null ? [] : [{ uri: offlineUri, sizeBytes: size, record: appMetadata }];

function outcomeOf(error: PlaybackError): StoreOutcome {
  if (error.code === OPERATION_ABORTED) return { type: 'cancelled' };
  // A failed write means a full disk; the database stores nothing else of ours that could fail.
  if (error.code === STORAGE_LIMIT_REACHED || error.code === INDEXED_DB_ERROR) return { type: 'no-space' };
  return { type: 'failed', error };
}

/** Shaka's offline storage, in the page's IndexedDB. */
export function createShakaOfflineStore({ preferredVideoCodecs, scriptUrl }: ShakaOfflineStoreOptions): OfflineStore {
  const openStorage = async (): Promise<shaka.offline.Storage> => {
    await loadShakaScript(scriptUrl);
    const library = window.shaka;
    if (!library?.offline.Storage.support()) throw unsupported();
    return new library.offline.Storage();
  };

  /** Uses one storage instance per operation: its downloads end with it. */
  const withStorage = async <T>(run: (storage: shaka.offline.Storage) => Promise<T>): Promise<T> => {
    let storage: shaka.offline.Storage | null = null;
    try {
      storage = await openStorage();
      return await run(storage);
    } catch (error) {
      throw toPlaybackError(error);
    } finally {
      // Ignore destroy() failures.
      storage?.destroy().catch(() => undefined);
    }
  };

  return {
    list: (isAbandoned) =>
      withStorage(async (storage) => {
        const contents = await storage.list();
        for (const { isIncomplete, offlineUri, appMetadata } of contents) {
          if (isIncomplete && offlineUri !== null && isAbandoned(appMetadata)) await storage.remove(offlineUri);
        }
        return contents.filter(({ isIncomplete }) => !isIncomplete).flatMap(toStored);
      }),
    store({ stream, record, onProgress }) {
      let isCancelled = false;
      let abort: () => void = () => undefined;
      const storing = withStorage(async (storage): Promise<StoreOutcome> => {
        if (isCancelled) return { type: 'cancelled' };
        storage.configure({
          offline: {
            usePersistentLicense: false,
            trackSelectionCallback: (tracks: shaka.extern.TrackList) =>
              Promise.resolve(tracksToDownload(tracks, preferredVideoCodecs)),
            progressCallback: (_content: unknown, part: number) => onProgress(part),
          },
        });
        refuseForeignAnswers(storage.getNetworkingEngine());
        const operation = storage.store(stream.url, record, mimeTypeOf(stream));
        abort = () => void operation.abort().catch(() => undefined);
        const [video] = toStored(await operation.promise);
        return video ? { type: 'stored', video } : { type: 'failed', error: unsupported() };
      });
      return {
        outcome: storing.catch((error: unknown) => outcomeOf(toPlaybackError(error))),
        cancel() {
          isCancelled = true;
          abort();
        },
      };
    },
    remove: (uri) => withStorage(async (storage) => void (await storage.remove(uri))),
  };
}
