import { sql, type Insertable } from 'kysely';
import { MOST_COUNTED } from '#contract/console/counts.ts';
import type { Connection } from '#server/db/open.ts';
import type { AuditLogRow, AuditLogTable } from '#server/db/tables.ts';

/** Entries are only ever inserted; the retention job removes old ones. */
export async function insertEntry(tx: Connection, entry: Insertable<AuditLogTable>): Promise<void> {
  await tx.insertInto('audit_log').values(entry).execute();
}

export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  subjectKind?: string | undefined;
  subjectId?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

const select = (db: Connection, { actor, action, subjectKind, subjectId, from, to }: AuditFilter) =>
  db
    .selectFrom('audit_log')
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor!))
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .$if(subjectKind !== undefined, (query) => query.where('subject_kind', '=', subjectKind!))
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId!))
    .$if(from !== undefined, (query) => query.where('at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('at', '<', to!));

/** Up to `MOST_COUNTED`. */
export async function countEntries(db: Connection, filter: AuditFilter): Promise<number> {
  const few = select(db, filter).select('id').limit(MOST_COUNTED);
  const { cnt } = await db
    .selectFrom(few.as('few'))
    .select(sql<number>`count(*)::int`.as('cnt'))
    .executeTakeFirstOrThrow();
  return cnt;
}

/** The newest first. */
export const listEntries = (
  db: Connection,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditLogRow[]> =>
  select(db, filter).selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();

/** A part of the entries, the newest first, that are older than the entry `after`. */
export const listEntriesAfter = (
  db: Connection,
  filter: AuditFilter,
  { after, limit }: { after: Pick<AuditLogRow, 'at' | 'id'> | undefined; limit: number },
): Promise<AuditLogRow[]> =>
  select(db, filter)
    .selectAll()
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(at, id) < (${after!.at}, ${after!.id}::uuid)`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** They decide nothing. */
const LOOKS = ['account.find', 'account.show', 'table.export'];

/** The newest decisions about each subject. */
export async function listEntriesOf(
  db: Connection,
  { kind, ids, limit }: { kind: string; ids: readonly string[]; limit: number },
): Promise<AuditLogRow[]> {
  const { rows } = await sql<AuditLogRow>`
    select entries.* from unnest(${ids}::text[]) as asked (id)
    cross join lateral (
      select * from audit_log where subject_kind = ${kind} and subject_id = asked.id and action <> all(${LOOKS}::text[])
      order by at desc, id desc limit ${limit}
    ) as entries
    order by entries.at desc, entries.id desc`.execute(db);
  return rows;
}
