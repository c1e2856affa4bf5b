import { createInputs } from '#server/accounts/inputs/inputs.ts';
import { mountInputs } from '#server/accounts/inputs/routes.ts';
import { listRevisions } from '#server/accounts/inputs/store.ts';
import { createWaitingCalls } from '#server/accounts/inputs/waiting-calls.ts';
import { later } from '../lib/later.ts';
import type { Mount } from '../http/mount.ts';
import type { Core } from './core.ts';

/** Text fields of televisions that phones write into. */
export function mountInputCalls(core: Core, mount: Mount) {
  const { app, database, db, transact, clock, random, publicUrl, limits, failures } = core;
  const waiting = createWaitingCalls({
    later,
    // Only this process writes to an embedded database.
    ...(database.engine === 'postgres' && { listRevisions: (codes: readonly string[]) => listRevisions(db, codes) }),
    onLookFailed: (error) => failures.report('inputs of phones', error),
  });
  // Before the server waits for calls that it is answering.
  app.addHook('preClose', () => waiting.close());
  const inputs = createInputs({ db, transact, clock, random, limits, waiting });
  mountInputs(mount, { inputs, publicUrl });
  return inputs;
}
