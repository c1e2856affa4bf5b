import type { DemoHistory } from '../../server/demo/demo.ts';

type Row<K extends keyof DemoHistory> = DemoHistory[K][number];

/** The server removes reports after two weeks. */
const KEPT_MS = 13 * 24 * 3600_000;

const SETS = [
  { platform: 'tizen', engine: 'Chromium 63' },
  { platform: 'webos', engine: 'Chromium 79' },
  { platform: 'tizen', engine: 'Chromium 94' },
  { platform: 'web', engine: 'Chromium 143' },
] as const;

/** The quality of recent playbacks, for the console's first place: old engines start slower, and one playback fails. */
export function makeQualities(playLogs: readonly Row<'playLogs'>[], now: Date): Row<'qualities'>[] {
  const isRecent = ({ ended_at: at }: Row<'playLogs'>) => at instanceof Date && now.getTime() - at.getTime() < KEPT_MS;
  return playLogs.filter(isRecent).map((log, index): Row<'qualities'> => {
    const age = index % SETS.length;
    const seconds = log.total_play_time ?? 0;
    const hasFailed = index % 29 === 7;
    const waits = index % 5 === 2 ? 1 + (index % 2) : 0;
    return {
      account_id: log.account_id,
      play_log_id: log.id,
      episode_id: log.episode_id,
      received_at: log.ended_at ?? now,
      ...SETS[age]!,
      app_version: index % 3 === 0 ? '0.0.9' : '0.1.0',
      startup_ms: hasFailed ? null : 2600 - age * 500 + ((index * 137) % 700),
      rebuffer_ms: waits * 850,
      cnt_rebuffer: waits,
      cnt_dropped: Math.round(seconds * (age === 0 ? 0.2 : 0.02)),
      cnt_decoded: seconds * 24,
      average_bitrate: hasFailed ? 0 : 1_400_000 + ((index * 613_000) % 4_000_000),
      cnt_switch: index % 4,
      play_seconds: seconds,
      errors: hasFailed ? ['SHAKA_3016'] : [],
    };
  });
}
