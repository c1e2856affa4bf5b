import type { Kysely } from 'kysely';
import { Migrator, sql, type Migration } from 'kysely';
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
import { whoEndedAPlayLog } from './migrations/0060-who-ended-a-play-log.ts';
import { deviceTokenRepeats } from './migrations/0066-device-token-repeats.ts';
import { whatReportsAreJudgedBy } from './migrations/0067-what-reports-are-judged-by.ts';
import { startAgainRemovals } from './migrations/0080-start-again-removals.ts';
import { downloadGrants } from './migrations/0111-download-grants.ts';
import { handedOutAdvertisements } from './migrations/0112-handed-out-advertisements.ts';
import { charts } from './migrations/0113-charts.ts';
import { idleDevices } from './migrations/0120-idle-devices.ts';
import { mailsByKind } from './migrations/0121-mails-by-kind.ts';
import { deviceAuthorizationOrigin } from './migrations/0130-device-authorization-origin.ts';
import { itemFigures } from './migrations/0150-item-figures.ts';
import { expiredPlayLogs } from './migrations/0151-expired-play-logs.ts';
import { dailySums } from './migrations/0152-daily-sums.ts';
import { retention } from './migrations/0153-retention.ts';
import { codesOfOwners } from './migrations/0160-codes-of-owners.ts';
import { jobs } from './migrations/0161-jobs.ts';
import { keysLedByTheAccount } from './migrations/0170-keys-led-by-the-account.ts';
import { tokensOfAccounts } from './migrations/0171-tokens-of-accounts.ts';
import { reviewsByTitle } from './migrations/0172-reviews-by-title.ts';
import { ordersByAccount } from './migrations/0173-orders-by-account.ts';
import { publications } from './migrations/0190-publications.ts';
import { mediaJobs } from './migrations/0191-media-jobs.ts';
import { accountEmails } from './migrations/0196-account-emails.ts';
import { soundsOfClips } from './migrations/0198-sounds-of-clips.ts';
import { staff } from './migrations/0199-staff.ts';
import { auditLog } from './migrations/0200-audit-log.ts';
import { memberships } from './migrations/0202-memberships.ts';
import { moderation } from './migrations/0203-moderation.ts';
import { moderated } from './migrations/0206-moderated.ts';
import { foundMarks } from './migrations/0208-found-marks.ts';
import { leaving } from './migrations/0209-leaving.ts';
import { playbackQuality } from './migrations/0211-playback-quality.ts';
import { crashes } from './migrations/0212-crashes.ts';
import { notifications } from './migrations/0213-notifications.ts';
import { followersOfTitles } from './migrations/0214-followers-of-titles.ts';
import { historyAndHiddenTitles } from './migrations/0215-history-and-hidden-titles.ts';
import { lastInstantOfWatchDays } from './migrations/0216-last-instant-of-watch-days.ts';
import { factsOfTitles } from './migrations/0217-facts-of-titles.ts';
import { tracksOfEpisodes } from './migrations/0218-tracks-of-episodes.ts';
import { recapsAndPreviews } from './migrations/0219-recaps-and-previews.ts';
import { watchTime } from './migrations/0221-watch-time.ts';
import { identity } from './migrations/0222-identity.ts';
import { inputs } from './migrations/0223-inputs.ts';
import { wasOut } from './migrations/0230-was-out.ts';
import { inboxFiles } from './migrations/0234-inbox-files.ts';
import { payments } from './migrations/0237-payments.ts';
import { operatedAdvertisements } from './migrations/0241-operated-advertisements.ts';
import { listsOfOperators } from './migrations/0242-lists-of-operators.ts';
import { preparedTitles } from './migrations/0243-prepared-titles.ts';
import { artByPath } from './migrations/0244-art-by-path.ts';
import { preparedItems } from './migrations/0245-prepared-items.ts';
import { clipKeys } from './migrations/0250-clip-keys.ts';
import { requestCounts } from './migrations/0254-request-counts.ts';
import { storedPictures } from './migrations/0255-stored-pictures.ts';
import { failingEpisodes } from './migrations/0256-failing-episodes.ts';
import { picturesBeingRemoved } from './migrations/0259-pictures-being-removed.ts';
import { jobsOfAdvertisements } from './migrations/0260-jobs-of-advertisements.ts';
import { similarTitles } from './migrations/0261-similar-titles.ts';
import { preparedBriefs } from './migrations/0262-prepared-briefs.ts';
import { preparedPlaces } from './migrations/0263-prepared-places.ts';
import { briefsApart } from './migrations/0264-briefs-apart.ts';
import { codesOfMediaJobs } from './migrations/0265-codes-of-media-jobs.ts';

/** Migrations in order of their names. They only go forward; never edit a released one. */
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
  '0060-who-ended-a-play-log': whoEndedAPlayLog,
  '0066-device-token-repeats': deviceTokenRepeats,
  '0067-what-reports-are-judged-by': whatReportsAreJudgedBy,
  '0080-start-again-removals': startAgainRemovals,
  '0111-download-grants': downloadGrants,
  '0112-handed-out-advertisements': handedOutAdvertisements,
  '0113-charts': charts,
  '0120-idle-devices': idleDevices,
  '0121-mails-by-kind': mailsByKind,
  '0130-device-authorization-origin': deviceAuthorizationOrigin,
  '0150-item-figures': itemFigures,
  '0151-expired-play-logs': expiredPlayLogs,
  '0152-daily-sums': dailySums,
  '0153-retention': retention,
  '0160-codes-of-owners': codesOfOwners,
  '0161-jobs': jobs,
  '0170-keys-led-by-the-account': keysLedByTheAccount,
  '0171-tokens-of-accounts': tokensOfAccounts,
  '0172-reviews-by-title': reviewsByTitle,
  '0173-orders-by-account': ordersByAccount,
  '0190-publications': publications,
  '0191-media-jobs': mediaJobs,
  '0196-account-emails': accountEmails,
  '0198-sounds-of-clips': soundsOfClips,
  '0199-staff': staff,
  '0200-audit-log': auditLog,
  '0202-memberships': memberships,
  '0203-moderation': moderation,
  '0206-moderated': moderated,
  '0208-found-marks': foundMarks,
  '0209-leaving': leaving,
  '0211-playback-quality': playbackQuality,
  '0212-crashes': crashes,
  '0213-notifications': notifications,
  '0214-followers-of-titles': followersOfTitles,
  '0215-history-and-hidden-titles': historyAndHiddenTitles,
  '0216-last-instant-of-watch-days': lastInstantOfWatchDays,
  '0217-facts-of-titles': factsOfTitles,
  '0218-tracks-of-episodes': tracksOfEpisodes,
  '0219-recaps-and-previews': recapsAndPreviews,
  '0221-watch-time': watchTime,
  '0222-identity': identity,
  '0223-inputs': inputs,
  '0230-was-out': wasOut,
  '0234-inbox-files': inboxFiles,
  '0237-payments': payments,
  '0241-operated-advertisements': operatedAdvertisements,
  '0242-lists-of-operators': listsOfOperators,
  '0243-prepared-titles': preparedTitles,
  '0244-art-by-path': artByPath,
  '0245-prepared-items': preparedItems,
  '0250-clip-keys': clipKeys,
  '0254-request-counts': requestCounts,
  '0255-stored-pictures': storedPictures,
  '0256-failing-episodes': failingEpisodes,
  '0259-pictures-being-removed': picturesBeingRemoved,
  '0260-jobs-of-advertisements': jobsOfAdvertisements,
  '0261-similar-titles': similarTitles,
  '0262-prepared-briefs': preparedBriefs,
  '0263-prepared-places': preparedPlaces,
  '0264-briefs-apart': briefsApart,
  '0265-codes-of-media-jobs': codesOfMediaJobs,
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
        'start that version, or restore a backup from before the upgrade.',
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

/** @throws NotMigratedError when `npm run migrate` must run first. */
export async function checkMigrated<T>(db: Kysely<T>): Promise<void> {
  const missing = (await migratorOf(db).getMigrations()).filter(({ executedAt }) => executedAt === undefined);
  if (missing.length > 0) throw new NotMigratedError(missing.map(({ name }) => name).join(', '));
}

/** Names of the migrations that a database has had, in their order. */
export async function executedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Those of the names that this version does not know: the database is of a newer one. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(migrations, name));
