import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import type { Connection } from '#server/db/open.ts';
import type { ConsoleCall, MountConsole } from './mount-console.ts';
import { toCsv, type CsvColumn } from '#server/lib/csv.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import type { StaffCaller } from '#server/staff/sessions.ts';
import type { MemberLimits } from '#server/console/member-limits.ts';

/** Rows of one file. More of them are a reason to filter, and a spreadsheet opens them slowly. */
export const MOST_ROWS = 100_000;
const ROWS_AT_ONCE = 500;

export interface Page {
  limit: number;
  offset: number;
}

interface Rows<Row> {
  count: number;
  results: readonly Row[];
}

type TableEndpoint = ConsoleEndpoint & { lines: 'text/csv'; file: string };

/** Registers a table of the console as a CSV file: `read` answers its rows as the call that shows them does. */
export type MountTable = <const E extends TableEndpoint, Row>(
  endpoint: E,
  columns: readonly CsvColumn<Row>[] | ((call: ConsoleCall<E>) => readonly CsvColumn<Row>[]),
  read: (call: ConsoleCall<E>, page: Page) => Promise<Rows<Row>>,
  /** What the id in the address is, for a table about one thing. */
  subjectKind?: 'account' | 'title' | 'advertisement' | 'voucher',
) => void;

/** One page of rows that are all known. */
export const pageOf = <Row>(rows: readonly Row[], { limit, offset }: Page): Rows<Row> => ({
  count: rows.length,
  results: rows.slice(offset, offset + limit),
});

/** The rows page by page: the next one is read when the browser has taken the last one. */
async function* pagesOf<Row>(first: Rows<Row>, read: (page: Page) => Promise<Rows<Row>>) {
  let offset = 0;
  for (let rows = first; rows.results.length > 0; rows = await read({ limit: ROWS_AT_ONCE, offset })) {
    yield rows.results;
    offset += rows.results.length;
    if (offset >= rows.count || offset >= MOST_ROWS) return;
  }
}

/** Each file counts for a limit of the member and is in the audit log. */
export function createMountTable(
  mount: MountConsole,
  { db, memberLimits }: { db: Connection; memberLimits: MemberLimits },
): MountTable {
  return (endpoint, columns, read, subjectKind) =>
    mount(endpoint, (async (call: ConsoleCall<typeof endpoint>) => {
      await memberLimits.takeExport(call.staff as StaffCaller);
      const readPage = (page: Page) => read(call, page);
      const first = await readPage({ limit: ROWS_AT_ONCE, offset: 0 });
      if (first.count > MOST_ROWS)
        throw new RefusedError(
          `The table has more than ${MOST_ROWS} rows.`,
          `${MOST_ROWS.toLocaleString('ko-KR')}줄이 넘어서 한 파일에 담을 수 없어요. 조건을 좁혀 주세요.`,
        );
      const { params, query } = call as { params?: { id: string | number }; query?: object };
      // Without a schema, the query is whatever the browser sent.
      const filter = 'query' in endpoint ? query : undefined;
      await call.record(db, {
        action: 'table.export',
        subject: subjectKind && params ? { kind: subjectKind, id: params.id } : null,
        before: null,
        after: { ...filter, file: endpoint.file, cnt_row: first.count },
      });
      return toCsv(typeof columns === 'function' ? columns(call) : columns, pagesOf(first, readPage));
    }) as never);
}
