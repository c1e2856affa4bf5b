/** Ends what was started; calling it again does nothing. */
export type Stop = () => void;

/** Time as an argument, so that a test can own it. */
export interface Clock {
  /** Milliseconds since an arbitrary start. Never goes back, also not when the television corrects its date. */
  now(): number;
  /** The present instant in milliseconds since 1970. May jump: for dates and for ages, not for measuring. */
  instant(): number;
  /** Runs `run` once after `delayMs`. */
  after(delayMs: number, run: () => void): Stop;
  /** Runs `run` every `periodMs`, the first time after one period. A suspended television runs it late, once. */
  every(periodMs: number, run: () => void): Stop;
}

/** The clock of the page. */
export const systemClock: Clock = {
  now: () => performance.now(),
  instant: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, run) {
    const timer = setInterval(run, periodMs);
    return () => clearInterval(timer);
  },
};
