import type { Generated } from 'kysely';
import type { PlatformName } from '#contract/platforms.ts';

/** The quality of one playback, as the player reported it. */
export interface PlaybackQualityTable {
  account_id: string;
  play_log_id: string;
  episode_id: number;
  received_at: Date;
  platform: PlatformName;
  /** `Chromium 63`; `other` for unknown ones. */
  engine: string;
  app_version: string;
  /** Null when no frame was shown. */
  startup_ms: number | null;
  /** In ms, in the order of monitoring/quality/start-parts.ts; null when the player did not tell. */
  start_parts: number[] | null;
  is_prepared: boolean | null;
  rebuffer_ms: number;
  cnt_rebuffer: number;
  cnt_dropped: number;
  cnt_decoded: number;
  /** Bits per second. */
  average_bitrate: number;
  cnt_switch: number;
  /** Watched time of the play log when the report came. */
  play_seconds: number;
  errors: string[];
}

/** Sums of the playbacks whose quality was reported in one hour. */
interface QualityHoursTable {
  hour: Date;
  platform: PlatformName;
  engine: string;
  app_version: string;
  /** Band of the average bitrate (quality/renditions.ts). */
  rendition: string;
  cnt_playback: number;
  cnt_started: number;
  cnt_failed: number;
  /** Playbacks that waited at least once. */
  cnt_stalled: number;
  /** Started playbacks by the time to the first frame (monitoring/quality/histogram.ts). */
  startup_counts: number[];
  rebuffer_ms: number;
  play_ms: number;
  cnt_dropped: number;
  cnt_decoded: number;
  cnt_switch: number;
  /** Playbacks that told the parts of their start. */
  cnt_parted: Generated<number>;
  /** Those whose first segments were loaded before the press. */
  cnt_prepared: Generated<number>;
  /** Sums of the parts, in ms; null in rows of an earlier version. */
  start_sums: number[] | null;
}

/** Playbacks that reported a failure code in one hour. */
interface FailureHoursTable {
  hour: Date;
  platform: PlatformName;
  engine: string;
  app_version: string;
  code: string;
  cnt: number;
}

/** The same by episode, without the version of the app. */
interface EpisodeFailureHoursTable {
  hour: Date;
  platform: PlatformName;
  engine: string;
  code: string;
  episode_id: number;
  cnt: number;
}

/** Play logs that were opened in one hour, and the time that was watched with them. */
interface WatchHoursTable {
  hour: Date;
  platform: PlatformName;
  cnt_start: number;
  play_seconds: number;
}

interface SaleHoursTable {
  hour: Date;
  cnt_sign_up: number;
  cnt_order: number;
  won: number;
}

/** Tables of the quality of playback. */
export interface TablesOfQuality {
  playback_quality: PlaybackQualityTable;
  quality_hours: QualityHoursTable;
  failure_hours: FailureHoursTable;
  episode_failure_hours: EpisodeFailureHoursTable;
  watch_hours: WatchHoursTable;
  sale_hours: SaleHoursTable;
}
