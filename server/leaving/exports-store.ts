import { sql } from 'kysely';
import { accountTables, type AccountTable } from '../db/account-data.ts';
import type { Connection } from '../db/open.ts';
import type { AccountExportRow } from '../db/tables.ts';

/** Tables whose rows an account's file shows, in its order. */
export const shownTables: readonly AccountTable[] = [...accountTables]
  .reverse()
  .filter(({ withheld }) => withheld !== null);

/** Whether a file of the account is being made. */
export const hasPendingExport = async (db: Connection, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('account_exports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('token_hash', 'is', null)
    .executeTakeFirst()) !== undefined;

export async function insertExport(
  tx: Connection,
  given: Pick<AccountExportRow, 'id' | 'account_id' | 'requested_at'>,
): Promise<void> {
  await tx
    .insertInto('account_exports')
    .values({ ...given, file_id: null, token_hash: null, expires_at: null })
    .execute();
}

/** Files that are not made yet, the oldest request first. */
export const listPendingExports = (db: Connection, limit: number): Promise<AccountExportRow[]> =>
  db
    .selectFrom('account_exports')
    .selectAll()
    .where('token_hash', 'is', null)
    .orderBy('requested_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const findExport = (db: Connection, tokenHash: string, now: Date): Promise<AccountExportRow | undefined> =>
  db
    .selectFrom('account_exports')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Ends the links of an account's files, and those that are being made. The files go with the next run of the retention. */
export async function endExports(tx: Connection, accountId: string, now: Date): Promise<void> {
  await tx.deleteFrom('account_exports').where('account_id', '=', accountId).where('token_hash', 'is', null).execute();
  await tx
    .updateTable('account_exports')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .execute();
}

/** Makes a file available under a link. False when the request is gone, or another worker has made its file. */
export async function completeExport(
  tx: Connection,
  id: string,
  { fileId, tokenHash, expiresAt }: { fileId: string; tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const done = await tx
    .updateTable('account_exports')
    .set({ file_id: fileId, token_hash: tokenHash, expires_at: expiresAt })
    .where('id', '=', id)
    .where('token_hash', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

export async function removeExport(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('account_exports').where('id', '=', id).execute();
}

/** The complete files of an account. */
export const listFileIds = async (db: Connection, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('account_exports')
      .select('file_id')
      .where('account_id', '=', accountId)
      .where('file_id', 'is not', null)
      .execute()
  ).flatMap(({ file_id: id }) => id ?? []);

/** Where a file is. */
export interface FileKey {
  accountId: string;
  fileId: string;
}

export async function putPart(
  db: Connection,
  { accountId, fileId }: FileKey,
  part: number,
  body: string,
): Promise<void> {
  await db.insertInto('account_export_parts').values({ account_id: accountId, file_id: fileId, part, body }).execute();
}

const partsOf = (db: Connection, { accountId, fileId }: FileKey) =>
  db.selectFrom('account_export_parts').where('account_id', '=', accountId).where('file_id', '=', fileId);

export const findPart = async (db: Connection, file: FileKey, part: number): Promise<string | undefined> =>
  (await partsOf(db, file).select('body').where('part', '=', part).executeTakeFirst())?.body;

/** The length of a file in bytes, and the number of its pieces. */
export const measureFile = (db: Connection, file: FileKey): Promise<{ bytes: number; parts: number }> =>
  partsOf(db, file)
    .select([
      sql<number>`coalesce(sum(octet_length(body)), 0)::int`.as('bytes'),
      sql<number>`count(*)::int`.as('parts'),
    ])
    .executeTakeFirstOrThrow();

/** Removes pieces of files that no longer belong to a complete file: those of tries that were cut off. */
export async function removeOtherParts(db: Connection, accountId: string, fileIds: readonly string[]): Promise<void> {
  await sql`delete from account_export_parts
    where account_id = ${accountId} and file_id <> all(${[...fileIds]}::uuid[])`.execute(db);
}

export type ShownRow = Readonly<Record<string, unknown>>;

/**
 * A page of an account's rows in one table, without what is withheld.
 *
 * @param after the key of the last row of the previous page.
 */
export async function listPage(
  db: Connection,
  { table, by, is, key, withheld }: AccountTable,
  account: { id: string; email: string },
  { after, limit }: { after: readonly unknown[] | undefined; limit: number },
): Promise<{ row: ShownRow; key: readonly unknown[] }[]> {
  const own = is === 'id' ? account.id : account.email;
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const { rows } = await sql<ShownRow>`select * from ${sql.table(table)}
    where ${sql.ref(by)} = ${own} and ${after ? sql`(${keys}) > (${sql.join(after)})` : sql`true`}
    order by ${keys} limit ${limit}`.execute(db);
  return rows.map((row) => ({
    row: Object.fromEntries(
      Object.entries(row).filter(([column]) => !(withheld as readonly string[]).includes(column)),
    ),
    key: key.map((column) => row[column]),
  }));
}

/** Names of titles and episodes, for ids that the rows have. Those that left the catalogue are missing. */
export async function listNames(
  db: Connection,
  ids: { items: readonly number[]; episodes: readonly number[] },
): Promise<{ titles: ShownRow[]; episodes: ShownRow[] }> {
  const titles = await sql<ShownRow>`select id, name from items where id = any(${[...ids.items]}::int[])
    order by id`.execute(db);
  const episodes = await sql<ShownRow>`select id, item_id, episode_num, subject from episodes
    where id = any(${[...ids.episodes]}::int[]) order by id`.execute(db);
  return { titles: titles.rows, episodes: episodes.rows };
}
