import type { Connection } from '../db/open.ts';
import { listNames, listPage, shownTables, type ShownRow } from './exports-store.ts';

/** Rows per statement. */
const PAGE = 500;

export interface FileOptions {
  db: Connection;
  account: { id: string; email: string };
  madeAt: Date;
}

const lineOf = (row: ShownRow) => `\n    ${JSON.stringify(row)}`;

/**
 * The text of an account's file, piece by piece: one JSON object with a list of rows for each table, and the names of the
 * titles and episodes that the rows mention (docs/account-file.md). It is never in memory as a whole.
 */
export async function* writeAccountFile({ db, account, madeAt }: FileOptions): AsyncGenerator<string> {
  const items = new Set<number>();
  const episodes = new Set<number>();
  yield `{\n  "format": 1,\n  "made_at": ${JSON.stringify(madeAt.toISOString())}`;
  for (const table of shownTables) {
    yield `,\n  ${JSON.stringify(table.table)}: [`;
    let isFirst = true;
    let after: readonly unknown[] | undefined;
    do {
      const page = await listPage(db, table, account, { after, limit: PAGE });
      for (const { row } of page) {
        if (typeof row['item_id'] === 'number') items.add(row['item_id']);
        if (typeof row['episode_id'] === 'number') episodes.add(row['episode_id']);
      }
      yield page.map(({ row }, index) => (isFirst && index === 0 ? '' : ',') + lineOf(row)).join('');
      if (page.length > 0) isFirst = false;
      after = page.length === PAGE ? page.at(-1)!.key : undefined;
    } while (after);
    yield isFirst ? ']' : '\n  ]';
  }
  const names = await listNames(db, { items: [...items], episodes: [...episodes] });
  for (const [name, rows] of Object.entries(names))
    yield `,\n  ${JSON.stringify(name)}: [${rows.map(lineOf).join(',')}${rows.length > 0 ? '\n  ' : ''}]`;
  yield '\n}\n';
}
