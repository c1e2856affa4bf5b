import { useEffect, useRef, useState } from 'react';

/** How long OK is pressed until it counts as held, in ms: longer than any press, shorter than patience. */
const HOLD_MS = 450;
/** Time between two acts while it stays held, in ms: slow enough to let go in time. */
const AGAIN_EVERY_MS = 400;

export interface HeldPressOptions {
  /** Answers whether holding on does more. */
  readonly onHold: () => boolean;
  readonly onHoldAgain: () => void;
}

/** Tells a held OK by its own time: sets repeat a held key each in its own way, or not at all. */
export function useHeldPress(options: HeldPressOptions): { begin(): void; release(): void } {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [timers] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      latest.current.onHoldAgain();
      timer = setTimeout(again, AGAIN_EVERY_MS);
    };
    const release = () => clearTimeout(timer);
    return {
      begin() {
        release();
        timer = setTimeout(() => {
          if (latest.current.onHold()) timer = setTimeout(again, AGAIN_EVERY_MS);
        }, HOLD_MS);
      },
      release,
    };
  });
  useEffect(() => timers.release, [timers]);
  return timers;
}
