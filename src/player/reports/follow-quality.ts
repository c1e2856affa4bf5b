import type { Clock } from '#src/lib/clock.ts';
import type { Playback } from '#src/player/playback-types.ts';
import { failureCodeOf, type PlaybackQuality } from './playback-quality.ts';

/** Time between two writes while an episode is open, in ms: the most that a pulled plug loses. */
const SAVE_EVERY_MS = 30_000;

/** Most failure codes of one playback that an operator needs. */
const MOST_FAILURES = 10;

export interface FollowedQuality {
  readonly playLogId: string;
  readonly quality: PlaybackQuality;
  /** Codes of the failures that the viewer saw. */
  readonly failures: readonly string[];
  /** The viewer has left the player. */
  readonly isDone: boolean;
}

/**
 * Follows a playback and saves its quality: regularly, on each failure, and at its end. A visit with several play logs
 * counts for the last one. A downloaded episode has no quality of a network.
 *
 * @returns ends the following with a last save; idempotent
 */
export function followQuality(
  playback: Pick<Playback, 'getState' | 'subscribe' | 'machine' | 'chronicle'>,
  clock: Pick<Clock, 'every'>,
  save: (followed: FollowedQuality) => void,
): () => void {
  const failures = new Set<string>();
  let playLogId: string | null = null;
  let isDone = false;

  const saveNow = () => {
    if (playLogId !== null)
      save({
        playLogId,
        quality: playback.chronicle.quality(),
        failures: [...failures].slice(0, MOST_FAILURES),
        isDone,
      });
  };
  const followVideo = () => {
    const { video, phase } = playback.getState();
    if (video && !video.offline) playLogId = video.play_log_id;
    if (phase !== 'expired' || failures.has('PLAYBACK_EXPIRED')) return;
    failures.add('PLAYBACK_EXPIRED');
    saveNow();
  };
  const followFailures = () => {
    const { state, error } = playback.machine.getState();
    // Expired addresses are replaced, and the viewer sees nothing.
    if (state !== 'failed' || !error || error.kind === 'forbidden') return;
    const code = failureCodeOf(error);
    if (failures.has(code)) return;
    failures.add(code);
    saveNow();
  };
  const stops = [
    playback.subscribe(followVideo),
    playback.machine.subscribe(followFailures),
    clock.every(SAVE_EVERY_MS, saveNow),
  ];
  followVideo();

  return () => {
    if (isDone) return;
    isDone = true;
    stops.forEach((stop) => stop());
    saveNow();
  };
}
