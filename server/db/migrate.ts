import type { Kysely } from 'kysely';
import { Migrator, sql, type Migration } from 'kysely';
import { settings } from './migrations/0001-settings.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { catalogue } from './migrations/0003-catalogue.ts';
import { playback } from './migrations/0004-playback.ts';
import { reviews } from './migrations/0005-reviews.ts';
import { requests } from './migrations/0006-requests.ts';
import { shop } from './migrations/0007-shop.ts';
import { advertisements } from './migrations/0008-advertisements.ts';
import { notifications } from './migrations/0009-notifications.ts';
import { intake } from './migrations/0010-intake.ts';
import { staff } from './migrations/0011-staff.ts';
import { leaving } from './migrations/0012-leaving.ts';
import { quality } from './migrations/0013-quality.ts';
import { linksAndCounts } from './migrations/0014-links-and-counts.ts';
import { namesOfTitles } from './migrations/0015-names-of-titles.ts';
import { chapters } from './migrations/0016-chapters.ts';
import { confirmedSessions } from './migrations/0017-confirmed-sessions.ts';
import { learntTitles } from './migrations/0018-learnt-titles.ts';
import { mediaContents } from './migrations/0019-media-contents.ts';
import { searchInMemory } from './migrations/0020-search-in-memory.ts';
import { metadataBeside } from './migrations/0021-metadata-beside.ts';
import { endsOfTitles } from './migrations/0022-ends-of-titles.ts';
import { openPlatforms } from './migrations/0023-open-platforms.ts';
import { saleTerms } from './migrations/0024-sale-terms.ts';
import { vouchers } from './migrations/0025-vouchers.ts';
import { searchOfPeople } from './migrations/0026-search-of-people.ts';
import { secondFactors } from './migrations/0027-second-factors.ts';
import { viewing } from './migrations/0028-viewing.ts';
import { endsOfPlayLogs } from './migrations/0029-ends-of-play-logs.ts';
import { sales } from './migrations/0030-sales.ts';
import { rowsOfProposals } from './migrations/0031-rows-of-proposals.ts';
import { drawings } from './migrations/0032-drawings.ts';
import { automation } from './migrations/0033-automation.ts';
import { startParts } from './migrations/0034-start-parts.ts';
import { soundsOfTheInbox } from './migrations/0035-sounds-of-the-inbox.ts';
import { leavingTitles } from './migrations/0036-leaving-titles.ts';
import { countries } from './migrations/0037-countries.ts';
import { staffOfAProvider } from './migrations/0038-staff-of-a-provider.ts';
import { trailers } from './migrations/0039-trailers.ts';
import { pagesOfProposals } from './migrations/0040-pages-of-proposals.ts';
import { listsOfTheConsole } from './migrations/0041-lists-of-the-console.ts';
import { writtenReports } from './migrations/0042-written-reports.ts';
import { ordersOfTheConsole } from './migrations/0043-orders-of-the-console.ts';
import { readSubtitles } from './migrations/0044-read-subtitles.ts';
import { salesOfATitle } from './migrations/0045-sales-of-a-title.ts';
import { jobsOfTitles } from './migrations/0046-jobs-of-titles.ts';

/** Migrations in order of their names. They only go forward; never edit a released one. */
export const migrations: Record<string, Migration> = {
  '0001-settings': settings,
  '0002-accounts': accounts,
  '0003-catalogue': catalogue,
  '0004-playback': playback,
  '0005-reviews': reviews,
  '0006-requests': requests,
  '0007-shop': shop,
  '0008-advertisements': advertisements,
  '0009-notifications': notifications,
  '0010-intake': intake,
  '0011-staff': staff,
  '0012-leaving': leaving,
  '0013-quality': quality,
  '0014-links-and-counts': linksAndCounts,
  '0015-names-of-titles': namesOfTitles,
  '0016-chapters': chapters,
  '0017-confirmed-sessions': confirmedSessions,
  '0018-learnt-titles': learntTitles,
  '0019-media-contents': mediaContents,
  '0020-search-in-memory': searchInMemory,
  '0021-metadata-beside': metadataBeside,
  '0022-ends-of-titles': endsOfTitles,
  '0023-open-platforms': openPlatforms,
  '0024-sale-terms': saleTerms,
  '0025-vouchers': vouchers,
  '0026-search-of-people': searchOfPeople,
  '0027-second-factors': secondFactors,
  '0028-viewing': viewing,
  '0029-ends-of-play-logs': endsOfPlayLogs,
  '0030-sales': sales,
  '0031-rows-of-proposals': rowsOfProposals,
  '0032-drawings': drawings,
  '0033-automation': automation,
  '0034-start-parts': startParts,
  '0035-sounds-of-the-inbox': soundsOfTheInbox,
  '0036-leaving-titles': leavingTitles,
  '0037-countries': countries,
  '0038-staff-of-a-provider': staffOfAProvider,
  '0039-trailers': trailers,
  '0040-pages-of-proposals': pagesOfProposals,
  '0041-lists-of-the-console': listsOfTheConsole,
  '0042-written-reports': writtenReports,
  '0043-orders-of-the-console': ordersOfTheConsole,
  '0044-read-subtitles': readSubtitles,
  '0045-sales-of-a-title': salesOfATitle,
  '0046-jobs-of-titles': jobsOfTitles,
};

export interface MigrateOptions {
  /** One transaction for all migrations by default; `none` for engines without transactional DDL. */
  transaction?: 'one' | 'none';
}

const migratorOf = <T>(db: Kysely<T>, { transaction = 'one' }: MigrateOptions = {}) =>
  new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    disableTransactions: transaction === 'none',
  });

/** A newer version has migrated the database. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor(unknown: readonly string[]) {
    super(
      `A newer version of Bora has migrated the database (${unknown.join(', ')}): ` +
        'start that version, or restore a backup from before the upgrade: of the embedded database with ' +
        '"bora restore --replace FILE", of PostgreSQL with its own tools.',
    );
  }
}

/** Whether the database has had other migrations than this version knows. Kysely has no class of its own for that. */
const isCorrupted = (error: unknown) => error instanceof Error && error.message.startsWith('corrupted migrations');

/**
 * Migrates the database to this version's tables, all or nothing. Idempotent.
 *
 * @returns the names of the migrations that ran.
 * @throws NewerDatabaseError
 */
export async function migrate<T>(db: Kysely<T>, options?: MigrateOptions): Promise<string[]> {
  const { error, results = [] } = await migratorOf(db, options).migrateToLatest();
  if (error !== undefined) {
    const unknown = isCorrupted(error) ? unknownMigrations(await executedMigrations(db)) : [];
    throw unknown.length > 0 ? new NewerDatabaseError(unknown) : error;
  }
  return results.map(({ migrationName }) => migrationName);
}

/** The database does not have this version's tables. */
export class NotMigratedError extends Error {
  override readonly name = 'NotMigratedError';
}

/**
 * A server of this version also serves a database that the next version has migrated, during an upgrade.
 *
 * @throws NotMigratedError when `bora migrate` must run first.
 */
export async function checkMigrated<T>(db: Kysely<T>): Promise<void> {
  const missing = (await migratorOf(db).getMigrations()).filter(({ executedAt }) => executedAt === undefined);
  if (missing.length > 0) throw new NotMigratedError(missing.map(({ name }) => name).join(', '));
}

/** @throws NotMigratedError, and NewerDatabaseError when a newer version has migrated the database */
export async function checkSameVersion<T>(db: Kysely<T>): Promise<void> {
  await checkMigrated(db);
  const unknown = unknownMigrations(await executedMigrations(db));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}

/** Names of the migrations that a database has had, in their order. */
export async function executedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Those of the names that this version does not know: the database is of a newer one. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(migrations, name));
