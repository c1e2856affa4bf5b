/** Seconds before the daily time or the bedtime ends the playback, at which a notice appears. */
const TELLS_BEFORE_SECONDS = 300;
/** The server lets viewers finish the last part of an episode (server/profiles/watch-time.ts), in seconds. */
const FINISHES_WITHIN_SECONDS = 120;

/**
 * Tells the viewer once per playback that the time is nearly over.
 *
 * @returns to be called with what is left by each answer of the server, in seconds; undefined without a limit.
 */
export function createWatchTimeNotice({
  remaining,
  show,
}: {
  /** Remaining time of the episode, in seconds. */
  remaining: () => number;
  show: (text: string) => void;
}): (secondsLeft: number | undefined) => void {
  let isTold = false;
  return (secondsLeft) => {
    if (isTold || secondsLeft === undefined || secondsLeft > TELLS_BEFORE_SECONDS) return;
    isTold = true;
    if (remaining() <= secondsLeft + FINISHES_WITHIN_SECONDS) show('이 화까지만 볼 수 있어요.');
    else show(`앞으로 ${Math.max(1, Math.ceil(secondsLeft / 60))}분 동안 볼 수 있어요.`);
  };
}
