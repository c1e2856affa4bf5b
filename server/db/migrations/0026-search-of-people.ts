import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Finds accounts by a part of the address or of a profile's name: pairs of neighbouring letters, in lower case. A function, because an index
 * needs an expression, and `pg_trgm` is an extension.
 */
export const searchOfPeople: Migration = {
  up: (db) =>
    run(db, [
      `create or replace function letter_pairs(value text) returns text[]
        language sql immutable strict parallel safe
        as $$ select coalesce(array_agg(distinct substr(lower(value), place, 2)), '{}')
          from generate_series(1, char_length(value) - 1) as place $$`,
      `create index if not exists account_emails_by_part on account_emails using gin (letter_pairs(email))`,
      `create index if not exists profiles_by_part_of_name on profiles using gin (letter_pairs(name))`,
    ]),
};
