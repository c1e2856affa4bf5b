import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { RefusedError } from '../lib/refused-error.ts';
import { makeDue } from './store.ts';

export function createJobOperations({
  transact,
  clock,
  record,
}: {
  transact: Transact;
  clock: Clock;
  record: RecordChange;
}) {
  return {
    /** Asks for a run soon; the next worker that looks begins it. While it runs, nothing more happens. */
    run: (name: string) =>
      transact(async (tx) => {
        if (!(await makeDue(tx, name, clock.now()))) throw new RefusedError('No worker has run yet: start one first.');
        await record(tx, { action: 'service.run-job', subject: null, before: null, after: { job: name } });
        return { job: name };
      }),
  };
}

export type JobOperations = ReturnType<typeof createJobOperations>;
