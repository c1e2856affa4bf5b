import type { RequestedTitle, RequestStatus } from '#contract/console/requests.ts';
import { listDecisions } from '#server/staff/audit/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { ChangedMeanwhileError, MissingError } from '#server/lib/refused-error.ts';
import { listToldRequests } from '#server/notifications/index.ts';
import { lockSetting } from '#server/settings/index.ts';
import { listRequestedTitles, saveRequestStatus, type RequestFilter } from './operated-store.ts';

/** Serializes decisions: the first one about a title has no row to lock. */
const LOCK_SETTING = 'request-statuses';
/** Earlier decisions that are shown with a title. */
const MOST_DECISIONS = 5;

/** Operators' decisions about requested titles. */
export interface RequestOperations {
  page(
    filter: Pick<RequestFilter, 'status'>,
    part: { limit: number; offset: number },
  ): Promise<{ count: number; results: RequestedTitle[] }>;
  /** @throws MissingError when nobody asked for the title */
  show(itemId: number): Promise<RequestedTitle>;
  /**
   * Sets the status for all who asked and will ask. The same status again changes nothing.
   *
   * @throws MissingError, ChangedMeanwhileError
   */
  setStatus(itemId: number, status: RequestStatus, version: string | null): Promise<void>;
}

/** @param told of the row's last decision */
const presentTold = (told: { cnt_account: number; done_at: Date | null } | undefined): RequestedTitle['told'] =>
  told ? { cnt_account: told.cnt_account, is_done: told.done_at !== null } : null;

export function createRequestOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  record: RecordChange;
}): RequestOperations {
  const { db, transact, clock, record } = options;

  const present = async (
    connection: Connection,
    rows: Awaited<ReturnType<typeof listRequestedTitles>>['rows'],
  ): Promise<RequestedTitle[]> => {
    const ids = rows.map(({ item_id: id }) => String(id));
    const decisions = await listDecisions(connection, { kind: 'request', ids, limit: MOST_DECISIONS });
    const told = await listToldRequests(
      connection,
      rows.map(({ item_id: id }) => id),
    );
    const toldOf = (row: (typeof rows)[number]) =>
      told.find(({ item_id: id, at }) => id === row.item_id && at.getTime() === row.changed_at?.getTime());
    return rows.map((row) => ({
      title: { id: row.item_id, name: row.name },
      status: row.status,
      cnt_request: row.cnt_request,
      requested_at: row.requested_at.toISOString(),
      told: presentTold(toldOf(row)),
      version: row.changed_at?.toISOString() ?? null,
      decisions: decisions.get(String(row.item_id)) ?? [],
    }));
  };
  const find = async (connection: Connection, itemId: number) => {
    const { rows } = await listRequestedTitles(connection, { itemId }, { limit: 1, offset: 0 });
    const [title] = await present(connection, rows);
    if (!title) throw new MissingError(`Nobody asked for the title ${itemId}.`, '요청이 없는 작품이에요.');
    return title;
  };

  return {
    async page(filter, part) {
      const { count, rows } = await listRequestedTitles(db, filter, part);
      return { count, results: await present(db, rows) };
    },
    show: (itemId) => find(db, itemId),
    setStatus: (itemId, status, version) =>
      transact(async (tx) => {
        await lockSetting(tx, LOCK_SETTING, '');
        const before = await find(tx, itemId);
        if (before.version !== version) throw new ChangedMeanwhileError();
        if (before.status === status) return;
        await saveRequestStatus(tx, { item_id: itemId, status, changed_at: clock.now() });
        const { name } = before.title;
        await record(tx, {
          action: 'request.status',
          subject: { kind: 'request', id: itemId },
          before: { name, status: before.status },
          after: { name, status },
        });
      }),
  };
}
