import type { Migration } from 'kysely';
import { run } from './run.ts';

/** A signed-in owner gets a separate e-mail code, which strangers who request codes cannot invalidate. */
export const codesOfOwners: Migration = {
  up: (db) =>
    run(db, [
      `alter table email_codes add column is_for_owner boolean not null default false`,
      `alter table email_codes alter column is_for_owner drop default`,
      `alter table email_codes drop constraint email_codes_pkey`,
      `alter table email_codes add primary key (email, is_for_owner)`,
    ]),
};
