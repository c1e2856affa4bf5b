/** Stops what was started; idempotent. */
export type Stop = () => void;

/** Time as an argument, so that tests can control it. */
export interface Clock {
  /** Monotonic milliseconds since an arbitrary start; independent of corrections of the television's date. */
  now(): number;
  /** Milliseconds since 1970. May jump: use it for dates and ages, not for durations. */
  instant(): number;
  /** Runs `run` once after `delayMs`. */
  after(delayMs: number, run: () => void): Stop;
  /** Runs `run` every `periodMs`, first after one period. After a suspension it runs late, once. */
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
