import { hashPassword } from '#server/accounts/passwords.ts';
import { insertAccountOnce } from '#server/accounts/store.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact, type Connection } from '#server/db/open.ts';
import { systemRandom } from '#server/lib/random.ts';
import { insertProfile } from '#server/profiles/store.ts';
import { eveningCatalogue } from './catalogue.ts';
import type { PlannedHousehold } from './rules/plan.ts';
import { EVENING_STARTS_AT } from './time.ts';

export const PASSWORD = 'bora-evening-1';

/** Hashing is slow by design, and all households have the same password. */
let passwordHash: Promise<string> | undefined;

export interface Household extends PlannedHousehold {
  accountId: string;
  email: string;
}

const clock = { now: () => new Date(EVENING_STARTS_AT - 60_000) };

export async function importEveningCatalogue(db: Connection, episodeSeconds: number): Promise<void> {
  await importCatalogue({ transact: createTransact(db), clock, allowEmpty: true }, eveningCatalogue(episodeSeconds));
}

/** Creates the accounts, each with a profile per set. */
export async function moveIn(db: Connection, households: readonly PlannedHousehold[]): Promise<Household[]> {
  const password_hash = await (passwordHash ??= hashPassword(PASSWORD));
  const created_at = clock.now();
  const moved: Household[] = [];
  for (const household of households) {
    const account_id = systemRandom.uuid();
    const email = `${household.name}@bora.example`;
    const { plan } = household;
    const row = { email, password_hash, is_email_confirmed: true, plan, membership_expires_at: null, created_at };
    if (!(await insertAccountOnce(db, { ...row, id: account_id }))) throw new Error(`${email} has an account`);
    for (let index = 0; index < household.televisions; index += 1)
      await insertProfile(db, {
        account_id,
        id: systemRandom.uuid(),
        name: `${household.name} ${index}`,
        default_image_id: 1,
        max_rating: '19',
        pin_hash: null,
        is_owner: index === 0,
        created_at: new Date(created_at.getTime() + index),
      });
    moved.push({ ...household, accountId: account_id, email });
  }
  return moved;
}
