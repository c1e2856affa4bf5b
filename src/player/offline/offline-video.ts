import type { EpisodeDetail } from '#contract/catalogue.ts';
import type { Stream } from '#contract/playback.ts';
import type { OfflineRecord } from './offline-record.ts';
import type { PendingReport } from '#src/player/reports/pending-reports.ts';
import type { PlayedVideo } from '#src/player/ads/playback-ads.ts';

/** An episode without an ending marker counts as finished from this share on, as on the server (report-rules.ts). */
const SEEN_FROM = 0.95;

/** How to play a downloaded episode. */
export interface OfflinePlay {
  readonly episode: EpisodeDetail;
  /** Replace the streams of the server's answer. */
  readonly streams: readonly Stream[];
  /** The whole answer, for playback without the server. */
  readonly video: PlayedVideo;
}

export interface OfflineVideoParts {
  readonly uri: string;
  readonly record: OfflineRecord;
  /** The unsent report of its own play log. */
  readonly pending: PendingReport | undefined;
  /** The last offset since its download, in seconds. */
  readonly leftAt: number | null;
  /** Whether another episode is downloaded too. */
  readonly isDownloaded: (episodeId: number) => boolean;
}

/** A finished episode starts over. */
function resumeOffsetOf({ episode, video }: OfflineRecord, offset: number): number {
  const isSeen = offset >= episode.running_time * SEEN_FROM || offset >= (video.markers.outro?.start ?? Infinity);
  return isSeen ? 0 : offset;
}

/** A downloaded episode in the shape of the video call's answer. */
export function offlineVideo({ uri, record, pending, leftAt, isDownloaded }: OfflineVideoParts): OfflinePlay {
  const { episode, video, expires_at: expiresAt } = record;
  const { next_episode_id: nextId } = video;
  const streams = [{ protocol: 'dash', url: uri, drm: null }] as const;
  return {
    episode,
    streams,
    video: {
      ...video,
      streams: [...streams],
      resume_offset: resumeOffsetOf(record, pending?.playEndOffset ?? leftAt ?? video.resume_offset),
      next_episode_id: nextId !== null && isDownloaded(nextId) ? nextId : null,
      offline: { expiresAt, watchedSeconds: pending?.totalPlayTime ?? 0 },
    },
  };
}
