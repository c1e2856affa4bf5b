/** Schedules `work` after `ms`. @returns a function that cancels it. */
export type Later = (work: () => void, ms: number) => () => void;

/** By a timer that does not keep the process alive. */
export const later: Later = (work, ms) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Waits for `work` up to `ms`, without cancelling it. */
export async function settleWithin(ms: number, work: Promise<unknown>, schedule: Later): Promise<void> {
  let cancel: (() => void) | undefined;
  const tooLong = new Promise<void>((resolve) => {
    cancel = schedule(resolve, ms);
  });
  await Promise.race([work, tooLong]);
  cancel?.();
}
