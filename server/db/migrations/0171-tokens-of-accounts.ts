import type { Migration } from 'kysely';
import { dropInvalidIndex, indexStatement, tokenIndexes } from '../account-keys.ts';
import { run } from './run.ts';

/**
 * Tokens say whose they are, so the account leads their key. Two tables stay on one machine, because their rows are
 * found by other secrets; they must not refer to accounts, which are spread. Both end by themselves within a day.
 */
export const tokensOfAccounts: Migration = {
  up: async (db) => {
    const [unique, byHash] = tokenIndexes;
    await dropInvalidIndex(db, unique.index);
    await dropInvalidIndex(db, byHash.index);
    await run(db, [
      indexStatement(unique),
      // For tokens of earlier versions, and for look-ups of several accounts at once.
      indexStatement(byHash),
      `alter table tokens drop constraint if exists tokens_pkey`,
      `alter table tokens add constraint tokens_pkey primary key using index ${unique.index}`,
      `alter table password_resets drop constraint if exists password_resets_account_id_fkey`,
      `alter table device_authorizations drop constraint if exists device_authorizations_account_id_fkey`,
    ]);
  },
};
