import type { Generated, Selectable } from 'kysely';
import type { OpeningRow } from '#contract/playback.ts';
import type { PlatformName } from '#contract/platforms.ts';

/**
 * - `active`: accepts reports.
 * - `superseded`: the same device opened another video; one last report, on leaving, may still arrive.
 * - `left`: the player was closed.
 * - `deactivated`: another device took over.
 * - `expired`: its life or the right to watch ended before the player was closed.
 * - `over`: the profile's daily time or bedtime was reached.
 */
export type PlayLogState = 'active' | 'superseded' | 'left' | 'deactivated' | 'expired' | 'over';

export interface PlayLogsTable {
  account_id: string;
  id: string;
  profile_id: string;
  device_session_id: string;
  episode_id: number;
  item_id: number;
  device: PlatformName;
  state: PlayLogState;
  opened_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  total_play_time: Generated<number>;
  /** Reported offset in seconds; may exceed the episode's length. */
  play_end_offset: Generated<number>;
  is_player_exit: Generated<boolean>;
  reported_at: Date | null;
  /** Id of the device session whose video call ended this play log. */
  gave_way_to: string | null;
  /** Running time of the episode when the play log was opened, in seconds; likewise the start of its outro. */
  running_time: Generated<number>;
  outro_start: number | null;
  /** The row in which the viewer chose the title; null when it is not known. */
  opened_from: OpeningRow | null;
}

/** A grant to download an episode as a file, for one device and profile. */
export interface DownloadGrantsTable {
  account_id: string;
  id: string;
  profile_id: string;
  device_session_id: string;
  episode_id: number;
  item_id: number;
  opened_at: Date;
  expires_at: Date;
  /** Set when the grant was revoked before `expires_at`. */
  ended_at: Date | null;
}

export interface PlaybackOffsetsTable {
  account_id: string;
  profile_id: string;
  episode_id: number;
  item_id: number;
  offset: number;
  is_finished: boolean;
  updated_at: Date;
}

export interface StartAgainRemovalsTable {
  account_id: string;
  profile_id: string;
  item_id: number;
  removed_at: Date;
}

/** Watch time of a profile and episode on one day in Korea, summed over removed play logs. */
interface WatchDaysTable {
  account_id: string;
  profile_id: string;
  /** Day on which the play logs were opened, `YYYY-MM-DD`. */
  day: string;
  episode_id: number;
  item_id: number;
  /** In seconds. */
  play_time: number;
  /** Last instant of watching on this day. */
  watched_at: Date;
}

/** An episode that a profile removed from its history; watching it later adds it again. */
export interface HistoryRemovalsTable {
  account_id: string;
  profile_id: string;
  episode_id: number;
  item_id: number;
  removed_at: Date;
  /** The offset that went with it, so that the removal can be undone; null without one. */
  offset: number | null;
  is_finished: boolean | null;
  updated_at: Date | null;
}

/** Tables of the playback and history. */
export interface TablesOfPlayback {
  play_logs: PlayLogsTable;
  download_grants: DownloadGrantsTable;
  playback_offsets: PlaybackOffsetsTable;
  start_again_removals: StartAgainRemovalsTable;
  watch_days: WatchDaysTable;
  history_removals: HistoryRemovalsTable;
}

export type PlayLogRow = Selectable<PlayLogsTable>;
export type DownloadGrantRow = Selectable<DownloadGrantsTable>;
export type PlaybackOffsetRow = Selectable<PlaybackOffsetsTable>;
