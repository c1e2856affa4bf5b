import type { EpisodeDetail } from '#contract/catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Stream, Video } from '#contract/playback.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { createOfflineIndex } from './offline-index.ts';
import { createOfflineRecord, readOfflineRecord, type OfflineRecord } from './offline-record.ts';
import { offlineVideo, type OfflinePlay } from './offline-video.ts';
import type { PendingReports, ReportStorage } from '#src/player/reports/pending-reports.ts';
import { createWritable, type Readable } from '#src/player/readable.ts';
import type { Storing, OfflineStore } from './offline-store.ts';

/*
 * state       | meaning                              | transitions
 * ------------|--------------------------------------|----------------------------------------------------------
 * downloading | being stored on the disk             | complete: downloaded · cancelled, refused, full, failed: gone
 * downloaded  | playable with or without a network   | `expires_at`: expired · removed: gone
 * expired     | its right ended; the disk is freed   | reported once: gone with the page, or when removed
 */
export type OfflineState = 'downloading' | 'downloaded' | 'expired';

export interface OfflineEpisode {
  readonly profileId: string;
  readonly episode: EpisodeDetail;
  readonly state: OfflineState;
  /** Stored share, 0 to 1, in hundredths. */
  readonly part: number;
  /** Null until the server has answered. */
  readonly expiresAt: string | null;
}

/** The outcome of a download; `error` is what a call of the server threw. */
export type DownloadOutcome =
  | { readonly type: 'downloaded' | 'already-downloaded' | 'cancelled' | 'no-space' | 'protected' }
  | { readonly type: 'failed'; readonly error: unknown };

/** Null until the disk was read. */
export interface OfflineEpisodes extends Readable<readonly OfflineEpisode[] | null> {
  /** Whether the disk is certainly empty; reads a small index only. */
  isEmpty(): boolean;
  /** Reads the disk once and removes expired downloads. Never rejects. */
  load(): Promise<void>;
  /**
   * Resolves when the download ends; joins a running one. Never rejects.
   *
   * @param subtitleKey of the language whose picture subtitles come along.
   */
  download(profileId: string, episode: EpisodeDetail, subtitleKey?: string | null): Promise<DownloadOutcome>;
  /** Removes a download or cancels a running one. */
  remove(profileId: string, episodeId: number): Promise<void>;
  removeAll(): Promise<void>;
  /** How to play a download; `expired` after `expires_at`. */
  find(profileId: string, episodeId: number): Promise<OfflinePlay | 'expired' | undefined>;
  /** Stores the offset of a download, in seconds. */
  leaveAt(profileId: string, episodeId: number, offset: number): void;
}

export interface OfflineEpisodesOptions {
  readonly offlineStore: OfflineStore;
  readonly disk: { freeBytes(): Promise<number | null>; persist(): void };
  readonly storage: ReportStorage;
  readonly clock: Clock;
  readonly pendingReports: Pick<PendingReports, 'list'>;
  /** Whether, and until when, an episode may be downloaded. Its streams do not depend on other playbacks of the device. */
  readonly requestDownload: (
    episodeId: number,
  ) => Promise<{ size: number; expires_at: string; streams: readonly Stream[] }>;
  readonly requestVideoToStore: (episodeId: number) => Promise<Video>;
  readonly toDataUrl: (url: string) => Promise<string>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly logError: (error: unknown) => void;
}

/** Required free space as a multiple of the file's size: a full disk would truncate the download, and others use it too. */
const ROOM_FACTOR = 1.25;
/** A store older than this was left behind by a closed page, in ms; a younger one may belong to another tab. */
const ABANDONED_AFTER_MS = 60 * 60_000;
/** Maximum delay of a browser's timer, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface UnderWay {
  isCancelled: boolean;
  /** Set as soon as the download has begun. */
  outcome: Promise<DownloadOutcome> | null;
  /** Null until the first segment is requested. */
  storing: Storing | null;
}

interface Entry extends OfflineEpisode {
  readonly stored: { readonly uri: string; readonly record: OfflineRecord } | null;
}

/** The downloaded episodes of this device: download, play, remove, expire. */
export function createOfflineEpisodes(options: OfflineEpisodesOptions): OfflineEpisodes {
  const { offlineStore, disk, clock, pendingReports, errorCodeOf, logError } = options;
  const index = createOfflineIndex(options.storage);
  const entries = createWritable<readonly Entry[] | null>(null);
  /** Running downloads by profile and episode. */
  const storings = new Map<string, UnderWay>();
  /** Counts removals of everything: a download that waits for the disk ends with them. */
  let removals = 0;
  let loading: Promise<void> | null = null;
  let stopTimer: Stop | null = null;

  const keyOf = (profileId: string, episodeId: number) => `${profileId} ${episodeId}`;
  const isOf = (profileId: string, episodeId: number) => (entry: Entry) =>
    entry.profileId === profileId && entry.episode.id === episodeId;
  const all = () => entries.getState() ?? [];
  const isOver = (expiresAt: string) => Date.parse(expiresAt) <= clock.instant();

  const put = (entry: Entry) => {
    const isSame = isOf(entry.profileId, entry.episode.id);
    const index = all().findIndex(isSame);
    entries.set(index < 0 ? [entry, ...all()] : all().map((other) => (isSame(other) ? entry : other)));
  };
  const take = (profileId: string, episodeId: number) => {
    const isIt = isOf(profileId, episodeId);
    entries.set(all().filter((entry) => !isIt(entry)));
  };

  const freeDisk = async ({ profileId, episode, stored }: Entry) => {
    index.drop(profileId, episode.id);
    if (stored) await offlineStore.remove(stored.uri).catch(logError);
  };

  /** Frees the disk space of expired downloads, and waits for the next expiry. */
  const settleEnds = () => {
    stopTimer?.();
    stopTimer = null;
    const over = all().filter(
      ({ state, expiresAt }) => state === 'downloaded' && expiresAt !== null && isOver(expiresAt),
    );
    over.forEach((entry) => {
      put({ ...entry, state: 'expired', stored: null });
      void freeDisk(entry);
    });
    const ends = all().flatMap(({ state, expiresAt }) =>
      state === 'downloaded' && expiresAt !== null ? [Date.parse(expiresAt) - clock.instant()] : [],
    );
    if (ends.length > 0)
      stopTimer = clock.after(Math.min(LONGEST_TIMER_MS, Math.max(0, ...[Math.min(...ends)])), settleEnds);
  };

  const entryOf = (uri: string, record: OfflineRecord): Entry => ({
    profileId: record.profile_id,
    episode: record.episode,
    state: 'downloaded',
    part: 1,
    expiresAt: record.expires_at,
    stored: { uri, record },
  });

  const isAbandoned = (record: unknown) => {
    const downloadedAt = readOfflineRecord(record)?.downloaded_at;
    return downloadedAt === undefined || clock.instant() - Date.parse(downloadedAt) > ABANDONED_AFTER_MS;
  };

  const readDisk = async () => {
    const found: Entry[] = [];
    for (const { uri, record } of await offlineStore.list(isAbandoned)) {
      const read = readOfflineRecord(record);
      if (read) found.push(entryOf(uri, read));
      else await offlineStore.remove(uri).catch(logError);
    }
    // Downloads that started during the read are not on the disk yet.
    const isKnown = (entry: Entry) => all().some(isOf(entry.profileId, entry.episode.id));
    entries.set([...all(), ...found.filter((entry) => !isKnown(entry))]);
    found.forEach(({ profileId, episode, expiresAt }) => {
      if (!index.find(profileId, episode.id))
        index.set(profileId, episode.id, { expires_at: expiresAt ?? '', offset: null });
    });
    settleEnds();
  };

  const load = (): Promise<void> => {
    loading ??= readDisk().catch((error: unknown) => {
      logError(error);
      loading = null;
      if (entries.getState() === null) entries.set([]);
    });
    return loading;
  };

  const store = async (
    profileId: string,
    episode: EpisodeDetail,
    subtitleKey: string | null,
    own: UnderWay,
  ): Promise<DownloadOutcome> => {
    const cancelled: DownloadOutcome = { type: 'cancelled' };

    const { size, expires_at: expiresAt, streams } = await options.requestDownload(episode.id);
    const freeBytes = await disk.freeBytes();
    if (freeBytes !== null && freeBytes < size * ROOM_FACTOR) return { type: 'no-space' };
    if (own.isCancelled) return cancelled;
    const video = await options.requestVideoToStore(episode.id);
    // The video's own streams end with its play log, which the next playback on this device ends.
    const stream = streams.find(({ protocol, drm }) => protocol === 'dash' && drm === null);
    if (!stream) return { type: 'protected' };
    const downloadedAt = new Date(clock.instant()).toISOString();
    const { toDataUrl } = options;
    const record = await createOfflineRecord({
      ...{ profileId, downloadedAt, expiresAt, episode, video, subtitleKey, toDataUrl },
    });
    if (own.isCancelled) return cancelled;

    disk.persist();
    const begun: Entry = { ...entryOf('', record), state: 'downloading', part: 0, stored: null };
    put(begun);
    own.storing = offlineStore.store({
      stream,
      record,
      onProgress(part) {
        const shown = Math.floor(part * 100) / 100;
        const now = all().find(isOf(profileId, episode.id));
        if (now?.state === 'downloading' && now.part !== shown) put({ ...begun, part: shown });
      },
    });
    const outcome = await own.storing.outcome;
    if (outcome.type !== 'stored') return outcome;
    // Cancelled while the last segment arrived: remove it. The index may have an entry of a newer download.
    if (own.isCancelled) {
      await offlineStore.remove(outcome.video.uri).catch(logError);
      return cancelled;
    }
    index.set(profileId, episode.id, { expires_at: expiresAt, offset: null });
    put(entryOf(outcome.video.uri, record));
    settleEnds();
    return { type: 'downloaded' };
  };

  const download: OfflineEpisodes['download'] = async (profileId, episode, subtitleKey = null) => {
    const removal = removals;
    await load();
    if (removals !== removal) return { type: 'cancelled' };
    settleEnds();
    const key = keyOf(profileId, episode.id);
    const underWay = storings.get(key)?.outcome;
    if (underWay) return underWay;
    if (all().find(isOf(profileId, episode.id))?.state === 'downloaded') return { type: 'already-downloaded' };
    put({ profileId, episode, state: 'downloading', part: 0, expiresAt: null, stored: null });
    const own: UnderWay = { isCancelled: false, outcome: null, storing: null };
    storings.set(key, own);
    own.outcome = store(profileId, episode, subtitleKey, own)
      .catch((error: unknown): DownloadOutcome =>
        // The viewer can see the episode, so NOT_FOUND means that it has no file for downloads.
        errorCodeOf(error) === 'NOT_FOUND' ? { type: 'protected' } : { type: 'failed', error },
      )
      // The viewer does not wait for the failure of a download that they cancelled.
      .then((outcome): DownloadOutcome => (own.isCancelled ? { type: 'cancelled' } : outcome));
    const outcome = await own.outcome;
    // After a cancellation, a new download may already be running.
    if (storings.get(key) !== own) return outcome;
    storings.delete(key);
    if (outcome.type !== 'downloaded') take(profileId, episode.id);
    return outcome;
  };

  const remove = async (profileId: string, episodeId: number) => {
    const key = keyOf(profileId, episodeId);
    const underWay = storings.get(key);
    if (underWay) {
      storings.delete(key);
      underWay.isCancelled = true;
      underWay.storing?.cancel();
      // Removed from the list at once; the disk follows.
      return take(profileId, episodeId);
    }
    const entry = all().find(isOf(profileId, episodeId));
    if (!entry) return;
    take(profileId, episodeId);
    await freeDisk(entry);
    settleEnds();
  };

  return {
    getState: entries.getState,
    subscribe: entries.subscribe,
    isEmpty: index.isEmpty,
    load,
    download,
    remove,
    async removeAll() {
      removals += 1;
      if (entries.getState() === null && index.isEmpty()) return;
      await load();
      await Promise.all(all().map(({ profileId, episode }) => remove(profileId, episode.id)));
      index.clear();
    },
    async find(profileId, episodeId) {
      const known = index.find(profileId, episodeId);
      if (!known) {
        const entry = all().find(isOf(profileId, episodeId));
        return entry?.state === 'expired' ? 'expired' : undefined;
      }
      await load();
      settleEnds();
      const entry = all().find(isOf(profileId, episodeId));
      if (!entry?.stored) return isOver(known.expires_at) ? 'expired' : undefined;
      const { uri, record } = entry.stored;
      return offlineVideo({
        uri,
        record,
        pending: pendingReports.list().find(({ playLogId }) => playLogId === record.video.play_log_id),
        leftAt: known.offset,
        isDownloaded: (id) => all().some((other) => isOf(profileId, id)(other) && other.state === 'downloaded'),
      });
    },
    leaveAt(profileId, episodeId, offset) {
      const known = index.find(profileId, episodeId);
      if (known) index.set(profileId, episodeId, { ...known, offset });
    },
  };
}
