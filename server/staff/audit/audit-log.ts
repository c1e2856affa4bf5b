import type { AuditEntry, AuditQuery, NamedAuditEntry } from '#contract/console/audit.ts';
import type { Connection } from '#server/db/open.ts';
import type { AuditLogRow } from '#server/db/tables.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { findTargets } from './targets.ts';
import { countEntries, listEntries, listEntriesAfter, listEntriesOf, type AuditFilter } from './store.ts';

/** Entries per statement of an export. */
const EXPORTED_AT_ONCE = 500;

/** A folder of the server; names of uploaded files with their folders are none. */
const PATH = /^(\/|[A-Za-z]:[\\/]|\\\\)/;

/** Leaves the names of files and takes their folders away: operators do not know the server's. */
function withoutPaths<T>(value: T): T {
  if (typeof value === 'string') return (PATH.test(value) ? value.split(/[\\/]/).at(-1) : value) as T;
  if (Array.isArray(value)) return value.map(withoutPaths) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutPaths(part as unknown)])) as T;
}

const toEntry = (row: AuditLogRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor,
  actor_id: row.actor_id,
  action: row.action,
  subject: row.subject_kind === null ? null : { kind: row.subject_kind, id: row.subject_id ?? '' },
  before: row.before && withoutPaths({ ...row.before }),
  after: row.after && withoutPaths({ ...row.after }),
  request_id: row.request_id,
});

const toFilter = (query: Omit<AuditQuery, 'limit' | 'offset'>): AuditFilter => ({
  actor: query.actor,
  action: query.action,
  subjectKind: query.subject_kind,
  subjectId: query.subject_id,
  from: query.from === undefined ? undefined : new Date(query.from),
  to: query.to === undefined ? undefined : new Date(query.to),
});

export interface AuditLog {
  list(query: AuditQuery): Promise<{ count: number; results: NamedAuditEntry[] }>;
  /** All matching entries as JSON lines, the newest first. */
  exportLines(query: Omit<AuditQuery, 'limit' | 'offset'>): AsyncGenerator<string>;
}

export const createAuditLog = (db: Connection): AuditLog => ({
  async list(query) {
    const filter = toFilter(query);
    const [count, rows] = [await countEntries(db, filter), await listEntries(db, filter, query)];
    const entries = rows.map(toEntry);
    const targetOf = await findTargets(db, entries);
    return { count, results: entries.map((entry) => ({ ...entry, target: targetOf(entry) })) };
  },
  async *exportLines(query) {
    const filter = toFilter(query);
    for (let after: AuditLogRow | undefined; ;) {
      const rows = await listEntriesAfter(db, filter, { after, limit: EXPORTED_AT_ONCE });
      yield rows.map((row) => `${JSON.stringify(toEntry(row))}\n`).join('');
      after = rows.at(-1);
      if (after === undefined || rows.length < EXPORTED_AT_ONCE) return;
    }
  },
});

/** Lists earlier decisions about records with these ids, newest first. */
export async function listDecisions(
  db: Connection,
  subjects: { kind: string; ids: readonly string[]; limit: number },
): Promise<ReadonlyMap<string, AuditEntry[]>> {
  const entries = subjects.ids.length === 0 ? [] : (await listEntriesOf(db, subjects)).map(toEntry);
  return groupBy(entries, ({ subject }) => subject!.id);
}
