import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import { later, type Later } from '../lib/later.ts';
import { withTimeout } from '../lib/timeout.ts';
import { isUsable, prepareAll, publishDue } from './prepare.ts';

/** Longest time that calls wait for the prepared rows, in ms. An import holds the catalogue's lock for longer. */
const PATIENCE_MS = 2_000;

/** Whether the rows are those of this moment, will soon be, or cannot be because the database refuses writes. */
export type CatchUpState = 'done' | 'late' | 'failed';

export interface CatchUpOptions {
  db: Connection;
  /** Prepares titles, which may exceed a viewer's statement timeout. */
  transact: Transact;
  clock: Clock;
  schedule?: Later | undefined;
  failures: Pick<FailureLog, 'report' | 'works'>;
}

/**
 * Brings the prepared rows up to this moment: publishes what has come out, and prepares what a change by hand or another
 * version of the server left. Usually a worker has published, or it takes milliseconds. Otherwise calls wait for it once, up to
 * a limit, and it goes on while they answer from the rows that there are.
 */
export function createCatchUp({ db, transact, clock, schedule = later, failures }: CatchUpOptions) {
  let isRunning = false;

  const catchUp = async (): Promise<void> => {
    if (!(await isUsable(db))) await prepareAll(transact, () => clock.now());
    await publishDue(db, transact, clock.now());
  };

  return {
    /** Before the first answer, which needs all rows. @throws as the database does. */
    first: catchUp,
    async again(): Promise<CatchUpState> {
      if (isRunning) return 'late';
      isRunning = true;
      let state: CatchUpState = 'late';
      const work = catchUp()
        .then(
          () => {
            state = 'done';
            failures.works('publication');
          },
          (error: unknown) => {
            state = 'failed';
            failures.report('publication', error);
          },
        )
        .finally(() => (isRunning = false));
      await withTimeout(PATIENCE_MS, work, schedule).catch(() => undefined);
      return state;
    },
  };
}
