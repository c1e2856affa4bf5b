import type { PlayLogReport } from '#contract/play-logs.ts';
import { toHms } from '#contract/rules/hms.ts';
import type { PlayReport } from '#src/player/index.ts';

/** Converts a report to the contract's shape, with times as `HH:MM:SS`. */
export const toWireReport = ({ totalPlayTime, playEndOffset, isPlayerExit }: PlayReport): PlayLogReport => ({
  total_play_time: toHms(totalPlayTime),
  play_end_offset: toHms(playEndOffset),
  is_player_exit: isPlayerExit,
});
