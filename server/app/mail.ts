import { createMakeInvitation } from '../accounts/joining/invitations.ts';
import { createMakeReset } from '../accounts/make-reset.ts';
import { createCheckClock } from '../db/right-clock.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../mail/outbox.ts';
import type { Core } from './core.ts';

type MailCore = Pick<Core, 'app' | 'db' | 'transact' | 'clock' | 'random' | 'publicUrl' | 'limits' | 'failures'>;

/** The outbox of a process of any role, while its server runs. */
export function createMail(
  { app, db, transact, clock, random, publicUrl, limits, failures }: MailCore,
  options: Pick<OutboxOptions, 'delivery' | 'isSender' | 'lookEveryMs'>,
): Outbox {
  const makeReset = createMakeReset({ clock, random, limits });
  const makeInvitation = createMakeInvitation({ clock, random });
  const outbox = createOutbox({
    ...options,
    db,
    transact,
    clock,
    checkClock: createCheckClock(db, clock),
    random,
    publicUrl,
    findContent: (tx, { kind, recipient }) =>
      kind === 'invitation' ? makeInvitation(tx, recipient) : makeReset(tx, recipient),
    log: app.log,
    failures,
  });
  app.addHook('onReady', async () => outbox.wake());
  app.addHook('onClose', () => outbox.stop());
  return outbox;
}
