import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { settingsAndLimits } from './migrations/0001-settings-and-limits.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { catalogue } from './migrations/0003-catalogue.ts';
import { playback } from './migrations/0004-playback.ts';
import { wishesAndRequests } from './migrations/0010-wishes-and-requests.ts';
import { outbox } from './migrations/0020-outbox.ts';
import { codes } from './migrations/0021-codes.ts';
import { deviceAuthorizations } from './migrations/0022-device-authorizations.ts';
import { shortReviews } from './migrations/0030-short-reviews.ts';
import { shop } from './migrations/0031-shop.ts';
import { advertisements } from './migrations/0032-advertisements.ts';

/** In order of their names. Migrations only go forward, and one that was released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-settings-and-limits': settingsAndLimits,
  '0002-accounts': accounts,
  '0003-catalogue': catalogue,
  '0004-playback': playback,
  '0010-wishes-and-requests': wishesAndRequests,
  '0020-outbox': outbox,
  '0021-codes': codes,
  '0022-device-authorizations': deviceAuthorizations,
  '0030-short-reviews': shortReviews,
  '0031-shop': shop,
  '0032-advertisements': advertisements,
};

/** Brings the database to this version's tables, all or nothing; does nothing when it is there already. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
