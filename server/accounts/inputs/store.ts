import type { Insertable, Updateable } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { InputRow, InputsTable } from '#server/db/tables.ts';

/** Inserts the row; false when another input has the same code. */
export async function insertInput(db: Connection, input: Insertable<InputsTable>): Promise<boolean> {
  const made = await db
    .insertInto('inputs')
    .values(input)
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('code_hash')
    .executeTakeFirst();
  return made !== undefined;
}

export const findInput = (db: Connection, codeHash: string): Promise<InputRow | undefined> =>
  db.selectFrom('inputs').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();

export const lockInput = (tx: Connection, codeHash: string): Promise<InputRow | undefined> =>
  tx.selectFrom('inputs').selectAll().where('code_hash', '=', codeHash).forUpdate().executeTakeFirst();

export async function updateInput(tx: Connection, codeHash: string, changes: Updateable<InputsTable>): Promise<void> {
  await tx.updateTable('inputs').set(changes).where('code_hash', '=', codeHash).execute();
}

export async function removeInput(tx: Connection, codeHash: string): Promise<void> {
  await tx.deleteFrom('inputs').where('code_hash', '=', codeHash).execute();
}

/** Revisions of the inputs that still exist. */
export async function listRevisions(
  db: Connection,
  codeHashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('inputs')
    .select(['code_hash', 'revision'])
    .where('code_hash', 'in', codeHashes)
    .execute();
  return new Map(rows.map(({ code_hash: codeHash, revision }) => [codeHash, revision]));
}
