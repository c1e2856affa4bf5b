/** Schedules `work` after `ms`. @returns a function that cancels it. */
export type Later = (work: () => void, ms: number) => () => void;

/** By a timer that does not keep the process alive. */
export const later: Later = (work, ms) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
