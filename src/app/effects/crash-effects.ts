import type { KeyValueStorage } from '#platform/platform.ts';
import type { Clock } from '#src/lib/clock.ts';

/** Delay of the prefetch, in ms, so that it does not compete with the first screen's pictures. */
const AFTER_START_MS = 3_000;

/** Maximum number of stored crashes per run: a repeating failure must not wear out the disk. */
const MOST_NOTED = 20;

export interface CrashEffectsOptions {
  readonly page: Pick<Window, 'addEventListener'>;
  readonly storage: KeyValueStorage;
  readonly clock: Clock;
  readonly version: string;
  /** Name of the route that is shown. */
  readonly screen: () => string;
  /** Called when a crash is stored. */
  readonly onNoted: () => unknown;
}

const loadLog = () => import('#src/stores/crash-log.ts');

/**
 * Stores uncaught errors for the diagnostics: from rendering, handlers and promises. The log is a separate script, loaded
 * before the first crash, because the network may be gone by then.
 *
 * @returns the error handler for React's root, for caught and uncaught errors
 */
export function startCrashEffects({
  page,
  storage,
  clock,
  version,
  screen,
  onNoted,
}: CrashEffectsOptions): (error: unknown) => void {
  let left = MOST_NOTED;
  const note = (error: unknown) => {
    if (left === 0) return;
    left -= 1;
    const report = { error, at: clock.instant(), version, screen: screen() };
    // If the script does not load, the crash is not stored; the browser's console shows it.
    loadLog().then(
      ({ noteCrash }) => {
        noteCrash(storage, report);
        onNoted();
      },
      () => undefined,
    );
  };
  page.addEventListener('error', ({ error, message }) => note(error ?? message));
  page.addEventListener('unhandledrejection', ({ reason }) => note(reason));
  clock.after(AFTER_START_MS, () => void loadLog().catch(() => undefined));
  return (error) => {
    console.error(error);
    note(error);
  };
}
