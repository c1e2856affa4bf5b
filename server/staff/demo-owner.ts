import { hashPassword } from '../accounts/index.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { deleteDemoStaff, findStaff, insertStaff } from './store.ts';

/** Printed by a start in development; signs in without a code. */
export const DEMO_OWNER = { email: 'owner@bora.example', password: 'bora-owner-1' } as const;

/** Adds the demo owner, whose password is public. */
export async function addDemoOwner(options: {
  db: Connection;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
}): Promise<void> {
  const { db, clock, random } = options;
  if (await findStaff(db, { email: DEMO_OWNER.email })) return;
  await insertStaff(db, {
    id: random.uuid(),
    email: DEMO_OWNER.email,
    role: 'owner',
    is_demo: true,
    password_hash: await hashPassword(DEMO_OWNER.password),
    totp_secret: null,
    totp_last_step: null,
    recovery_hashes: [],
    link_hash: null,
    link_totp_secret: null,
    link_expires_at: null,
    link_browser_hash: null,
    link_opened_at: null,
    provider_subject: null,
    created_at: clock.now(),
  });
}

/** Removes the demo owner of a start in development, with its sessions. */
export const removeDemoOwner = (db: Connection): Promise<void> => deleteDemoStaff(db);
