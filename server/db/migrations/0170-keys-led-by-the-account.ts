import { sql, type Migration } from 'kysely';
import { accountKeys, columnsOf, dropInvalidIndex, indexStatement } from '../account-keys.ts';
import { run } from './run.ts';

/**
 * The account leads the keys of what profiles did, so that all rows of an account can be on one shard. Takes over what
 * `prepareAccountKeys` has done, and does the rest.
 */
export const keysLedByTheAccount: Migration = {
  up: async (db) => {
    for (const one of accountKeys) {
      const { table, index } = one;
      await run(db, [
        `alter table ${table} add column if not exists account_id uuid`,
        `update ${table} set account_id = profiles.account_id from profiles
          where ${table}.account_id is null and profiles.id = ${table}.profile_id`,
      ]);
      // Nobody can reach the rows of a profile that is gone; its ratings leave the sums, as at a removal, in one statement:
      // without a transaction, a repeated migration must not subtract twice.
      if (table === 'ratings')
        await sql`with removed as (
            delete from ratings where account_id is null returning item_id, score
          ), gone as (
            select item_id, count(*)::int as cnt, sum(score) as score from removed group by item_id
          )
          update item_figures set cnt_rating = cnt_rating - gone.cnt, sum_rating = sum_rating - gone.score
          from gone where gone.item_id = item_figures.item_id`.execute(db);
      await dropInvalidIndex(db, index);
      await run(db, [
        `delete from ${table} where account_id is null`,
        indexStatement({ index, table, columns: columnsOf(one), isUnique: true }),
        `alter table ${table} drop constraint if exists ${table}_pkey`,
        `alter table ${table} add constraint ${table}_pkey primary key using index ${index}`,
      ]);
    }
    await run(db, [
      `create index if not exists playback_offsets_by_title on playback_offsets (account_id, profile_id, item_id)`,
      `drop index if exists playback_offsets_of_item`,
      // A profile's watch history, which names its account too.
      `create index if not exists play_logs_by_profile on play_logs (account_id, profile_id, opened_at)`,
      `drop index if exists play_logs_of_profile`,
    ]);
  },
};
