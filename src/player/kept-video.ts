import type { KeptPlay } from './kept-episodes.ts';
import type { KeptRecord } from './kept-record.ts';
import type { PendingReport } from './pending-reports.ts';

/** An episode without an ending counts as seen from this part of it on, as on the server (report-rules.ts). */
const SEEN_FROM = 0.95;

export interface KeptVideoParts {
  readonly uri: string;
  readonly record: KeptRecord;
  /** What of its own play log waits to be sent. */
  readonly pending: PendingReport | undefined;
  /** Where it was left since it was kept, in seconds. */
  readonly leftAt: number | null;
  /** Whether another episode can be played without a network too. */
  readonly isKept: (episodeId: number) => boolean;
}

/** Seen to its end, it begins anew. */
function resumeOffsetOf({ episode, video }: KeptRecord, offset: number): number {
  const isSeen = offset >= episode.running_time * SEEN_FROM || offset >= (video.markers.outro?.start ?? Infinity);
  return isSeen ? 0 : offset;
}

/** What plays a kept episode, as the server would say it. */
export function keptVideo({ uri, record, pending, leftAt, isKept }: KeptVideoParts): KeptPlay {
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
      next_episode_id: nextId !== null && isKept(nextId) ? nextId : null,
      kept: { expiresAt, watchedSeconds: pending?.totalPlayTime ?? 0 },
    },
  };
}
