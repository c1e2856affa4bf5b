import type { EpisodeDetail } from '#contract/catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Stream, Video } from '#contract/playback.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { createKeptIndex } from './kept-index.ts';
import { createKeptRecord, readKeptRecord, type KeptRecord } from './kept-record.ts';
import { keptVideo } from './kept-video.ts';
import type { PendingReports, ReportStorage } from './pending-reports.ts';
import { createWritable, type Readable } from './readable.ts';
import type { PlayedVideo } from './session-ads.ts';
import type { Storing, VideoVault } from './video-vault.ts';

/*
 * state   | what it means                       | what leads on
 * --------|-------------------------------------|---------------------------------------------------------------
 * storing | on its way to the disk              | whole: kept · cancelled, refused, no room, failed: gone
 * kept    | can be played, network or not       | `expires_at`: expired · removed: gone
 * expired | its right ended; the disk is freed  | told once: gone with the page, or when it is removed
 */
export type KeptState = 'storing' | 'kept' | 'expired';

export interface KeptEpisode {
  readonly profileId: string;
  readonly episode: EpisodeDetail;
  readonly state: KeptState;
  /** Part that is on the disk, 0 to 1, in hundredths. */
  readonly part: number;
  /** Null until the server said it. */
  readonly expiresAt: string | null;
}

/** What became of the wish to keep an episode; `error` is what a call of the server threw. */
export type KeepOutcome =
  | { readonly type: 'kept' | 'cancelled' | 'no-space' | 'protected' }
  | { readonly type: 'failed'; readonly error: unknown };

/** What is played of a kept episode. */
export interface KeptPlay {
  readonly episode: EpisodeDetail;
  /** In place of the streams of the server's answer. */
  readonly streams: readonly Stream[];
  /** The whole answer, for where there is no server. */
  readonly video: PlayedVideo;
}

/** Null until the disk was read. */
export interface KeptEpisodes extends Readable<readonly KeptEpisode[] | null> {
  /** Whether there may be anything on the disk; asks only a few words of it. */
  isEmpty(): boolean;
  /** Reads the disk, once; clears what is over. Never rejects. */
  load(): Promise<void>;
  /** Resolves when it is whole, or will not be. Never rejects. */
  keep(profileId: string, episode: EpisodeDetail): Promise<KeepOutcome>;
  /** Takes it from the disk, or stops it on its way there. */
  remove(profileId: string, episodeId: number): Promise<void>;
  removeAll(): Promise<void>;
  /** What of it plays now; `expired` when it was kept and its time is over. */
  find(profileId: string, episodeId: number): Promise<KeptPlay | 'expired' | undefined>;
  /** Where it was left, in seconds. */
  leaveAt(profileId: string, episodeId: number, offset: number): void;
}

export interface KeptEpisodesOptions {
  readonly vault: VideoVault;
  readonly disk: { freeBytes(): Promise<number | null>; persist(): void };
  readonly storage: ReportStorage;
  readonly clock: Clock;
  readonly pendingReports: Pick<PendingReports, 'list'>;
  /** Whether, and until when, an episode may be kept; its streams last as long, whatever this device plays. */
  readonly requestDownload: (
    episodeId: number,
  ) => Promise<{ size: number; expires_at: string; streams: readonly Stream[] }>;
  readonly requestVideo: (episodeId: number) => Promise<Video>;
  readonly toDataUrl: (url: string) => Promise<string>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  readonly logError: (error: unknown) => void;
}

/** Room that must be free, as a multiple of the file's size: what is stored is cut otherwise, and the disk is not ours alone. */
const ROOM_FACTOR = 1.25;
/** A store that has taken longer was left behind by a page that is gone, in ms; what is younger may be another tab's. */
const ABANDONED_AFTER_MS = 60 * 60_000;
/** The longest that a browser's timer waits, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `storing` is null until the first piece is asked for. */
interface UnderWay {
  isCancelled: boolean;
  storing: Storing | null;
}

interface Entry extends KeptEpisode {
  readonly stored: { readonly uri: string; readonly record: KeptRecord } | null;
}

/** The episodes that are kept on this device: what may be done with them, and when that ends. */
export function createKeptEpisodes(options: KeptEpisodesOptions): KeptEpisodes {
  const { vault, disk, clock, pendingReports, errorCodeOf, logError } = options;
  const index = createKeptIndex(options.storage);
  const entries = createWritable<readonly Entry[] | null>(null);
  /** By profile and episode: what is on its way. */
  const storings = new Map<string, UnderWay>();
  let loading: Promise<void> | null = null;
  let stopTimer: Stop | null = null;

  const keyOf = (profileId: string, episodeId: number) => `${profileId} ${episodeId}`;
  const isOf = (profileId: string, episodeId: number) => (entry: Entry) =>
    entry.profileId === profileId && entry.episode.id === episodeId;
  const all = () => entries.getState() ?? [];
  const isOver = (expiresAt: string) => Date.parse(expiresAt) <= clock.instant();

  const put = (entry: Entry) => {
    const isSame = isOf(entry.profileId, entry.episode.id);
    const place = all().findIndex(isSame);
    entries.set(place < 0 ? [entry, ...all()] : all().map((other) => (isSame(other) ? entry : other)));
  };
  const take = (profileId: string, episodeId: number) => {
    const isIt = isOf(profileId, episodeId);
    entries.set(all().filter((entry) => !isIt(entry)));
  };

  const freeDisk = async ({ profileId, episode, stored }: Entry) => {
    index.drop(profileId, episode.id);
    if (stored) await vault.remove(stored.uri).catch(logError);
  };

  /** Frees the disk of what is over, and waits for the next end. */
  const settleEnds = () => {
    stopTimer?.();
    stopTimer = null;
    const over = all().filter(({ state, expiresAt }) => state === 'kept' && expiresAt !== null && isOver(expiresAt));
    over.forEach((entry) => {
      put({ ...entry, state: 'expired', stored: null });
      void freeDisk(entry);
    });
    const ends = all().flatMap(({ state, expiresAt }) =>
      state === 'kept' && expiresAt !== null ? [Date.parse(expiresAt) - clock.instant()] : [],
    );
    if (ends.length > 0)
      stopTimer = clock.after(Math.min(LONGEST_TIMER_MS, Math.max(0, ...[Math.min(...ends)])), settleEnds);
  };

  const entryOf = (uri: string, record: KeptRecord): Entry => ({
    profileId: record.profile_id,
    episode: record.episode,
    state: 'kept',
    part: 1,
    expiresAt: record.expires_at,
    stored: { uri, record },
  });

  const isAbandoned = (record: unknown) => {
    const keptAt = readKeptRecord(record)?.kept_at;
    return keptAt === undefined || clock.instant() - Date.parse(keptAt) > ABANDONED_AFTER_MS;
  };

  const readDisk = async () => {
    const found: Entry[] = [];
    for (const { uri, record } of await vault.list(isAbandoned)) {
      const read = readKeptRecord(record);
      if (read) found.push(entryOf(uri, read));
      else await vault.remove(uri).catch(logError);
    }
    // What began on its way meanwhile is not on the disk yet.
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

  const store = async (profileId: string, episode: EpisodeDetail, own: UnderWay): Promise<KeepOutcome> => {
    const cancelled: KeepOutcome = { type: 'cancelled' };

    const { size, expires_at: expiresAt, streams } = await options.requestDownload(episode.id);
    const freeBytes = await disk.freeBytes();
    if (freeBytes !== null && freeBytes < size * ROOM_FACTOR) return { type: 'no-space' };
    if (own.isCancelled) return cancelled;
    const video = await options.requestVideo(episode.id);
    // The video's own streams end with its play log, which the next playback on this device closes.
    const stream = streams.find(({ protocol, drm }) => protocol === 'dash' && drm === null);
    if (!stream) return { type: 'protected' };
    const keptAt = new Date(clock.instant()).toISOString();
    const { toDataUrl } = options;
    const record = await createKeptRecord({ profileId, keptAt, expiresAt, episode, video, toDataUrl });
    if (own.isCancelled) return cancelled;

    disk.persist();
    const begun: Entry = { ...entryOf('', record), state: 'storing', part: 0, stored: null };
    put(begun);
    own.storing = vault.store({
      stream,
      record,
      onProgress(part) {
        const shown = Math.floor(part * 100) / 100;
        const now = all().find(isOf(profileId, episode.id));
        if (now?.state === 'storing' && now.part !== shown) put({ ...begun, part: shown });
      },
    });
    const outcome = await own.storing.outcome;
    if (outcome.type !== 'stored') return outcome;
    const whole = entryOf(outcome.video.uri, record);
    // Cancelled as the last piece came: nothing stays behind.
    if (own.isCancelled) {
      await freeDisk(whole);
      return cancelled;
    }
    index.set(profileId, episode.id, { expires_at: expiresAt, offset: null });
    put(whole);
    settleEnds();
    return { type: 'kept' };
  };

  const keep = async (profileId: string, episode: EpisodeDetail): Promise<KeepOutcome> => {
    await load();
    settleEnds();
    const known = all().find(isOf(profileId, episode.id));
    if (known && known.state !== 'expired') return { type: 'kept' };
    put({ profileId, episode, state: 'storing', part: 0, expiresAt: null, stored: null });
    const key = keyOf(profileId, episode.id);
    const own: UnderWay = { isCancelled: false, storing: null };
    storings.set(key, own);
    const outcome = await store(profileId, episode, own).catch((error: unknown): KeepOutcome =>
      // The episode is there, or nobody could have asked for it: what is not found is a file to give away.
      errorCodeOf(error) === 'NOT_FOUND' ? { type: 'protected' } : { type: 'failed', error },
    );
    // Cancelled, it may be on its way anew by now.
    if (storings.get(key) !== own) return outcome;
    storings.delete(key);
    if (outcome.type !== 'kept') take(profileId, episode.id);
    return outcome;
  };

  const remove = async (profileId: string, episodeId: number) => {
    const key = keyOf(profileId, episodeId);
    const underWay = storings.get(key);
    if (underWay) {
      storings.delete(key);
      underWay.isCancelled = true;
      underWay.storing?.cancel();
      // It is gone for the viewer at once; the disk follows.
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
    keep,
    remove,
    async removeAll() {
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
      return keptVideo({
        uri,
        record,
        pending: pendingReports.list().find(({ playLogId }) => playLogId === record.video.play_log_id),
        leftAt: known.offset,
        isKept: (id) => all().some((other) => isOf(profileId, id)(other) && other.state === 'kept'),
      });
    },
    leaveAt(profileId, episodeId, offset) {
      const known = index.find(profileId, episodeId);
      if (known) index.set(profileId, episodeId, { ...known, offset });
    },
  };
}
