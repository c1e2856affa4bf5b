import { configure, getConfig } from '@testing-library/react';
import { vi } from 'vitest';
import { isServerSlow } from '#tests/support/calls-under-way.ts';

/** One look at a state that has not come, in ms. */
const LOOK_MS = 1_000;
/** After this many looks in which nothing was slow, the state does not come. */
const LOOKS = 8;
/** The longest wait, in ms. */
const LONGEST_MS = 60_000;

// The page's own clock may be a test's.
const now = performance.now.bind(performance);
const later = setTimeout;

/** Whether all scripts that the app loads are there, or are within a moment. */
const areScriptsThere = () =>
  Promise.race([
    vi.dynamicImportSettled().then(() => true),
    new Promise<boolean>((resolve) => later(resolve, LOOK_MS / 4, false)),
  ]);

const IS_PATIENT = Symbol('patient');

/**
 * Lets `waitFor` and `find…` give up after some seconds in which no answer and no script was slow. A failure is told soon,
 * and a busy machine has all the time it needs: while the page draws, it does not look either.
 */
export function waitWhileBusy(): void {
  const { asyncWrapper } = getConfig();
  if (IS_PATIENT in asyncWrapper) return;
  const patient: typeof asyncWrapper = async (wait) => {
    const startedAt = now();
    for (let looks = 0; ;) {
      const lookedAt = now();
      try {
        return await asyncWrapper(wait);
      } catch (error) {
        // Another failure than that the time is up.
        if (now() - lookedAt < LOOK_MS / 2) throw error;
        if (!isServerSlow(lookedAt) && (await areScriptsThere())) looks += 1;
        if (looks === LOOKS || now() - startedAt > LONGEST_MS) throw error;
      }
    }
  };
  configure({ asyncUtilTimeout: LOOK_MS, asyncWrapper: Object.assign(patient, { [IS_PATIENT]: true }) });
}
