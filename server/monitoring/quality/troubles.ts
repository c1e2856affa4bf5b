import type { Trouble } from '#contract/console/overview.ts';
import type { LastHour } from './summary.ts';

/** Fewer playbacks say nothing about a share. */
const FEWEST_PLAYBACKS = 20;

/** Limits of what viewers accept; the alerts in docs/operations/watch.md use the same numbers. */
export const LIMITS = { failedShare: 0.02, rebufferRatio: 0.01, startupP95Ms: 5000 };

/** Lists the figures of the last hour that exceed their limits, worst first. */
export function findTroubles({ quality, failures, worstEpisode, crashes }: TroublesOf): Trouble[] {
  const { cnt_playback: playbacks, cnt_failed: failed, rebuffer_ratio: ratio, startup_p95_ms: p95 } = quality;
  const isCounted = playbacks >= FEWEST_PLAYBACKS;
  const found: { trouble: Trouble; times: number }[] = [];
  const check = (kind: 'failures' | 'rebuffering' | 'startup', value: number | null, limit: number, detail = '') => {
    if (isCounted && value !== null && value > limit)
      found.push({ trouble: { kind, value, limit, detail }, times: value / limit });
  };
  const most = failures[0];
  const causes = [
    ...(most ? [most.code, most.engine] : []),
    ...(worstEpisode ? [`${worstEpisode.name} ${worstEpisode.episode_num}`] : []),
  ];
  check('failures', failed / Math.max(1, playbacks), LIMITS.failedShare, causes.join(' · '));
  check('rebuffering', ratio, LIMITS.rebufferRatio);
  check('startup', p95, LIMITS.startupP95Ms);
  found.sort((one, other) => other.times - one.times);
  return [
    ...found.map(({ trouble }) => trouble),
    ...crashes.map(({ message, cnt }) => ({ kind: 'crash' as const, value: cnt, limit: 0, detail: message })),
  ];
}

interface TroublesOf extends LastHour {
  /** The episode that failed most often with the most frequent failure. */
  worstEpisode?: { name: string; episode_num: string } | undefined;
  /** Defects of the app that nobody had met before the last hour. */
  crashes: readonly { message: string; cnt: number }[];
}
