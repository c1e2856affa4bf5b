import type { Connection, Transact } from '../db/open.ts';
import { CATALOGUE_TABLES, type CatalogueRows, type CatalogueTable, type Row } from './import-rows.ts';
import { findChangedRows, keyOf, listKeys, removeRows, upsertRows } from './import-store.ts';

/** Rows in one statement: a catalogue of thousands of titles must not become one huge text. */
const ROWS_AT_ONCE = 500;

/** What turns the catalogue in the database into another one. */
export type CatalogueChanges = Record<CatalogueTable, { upserted: Row[]; removed: Row[] }>;

function* batchesOf(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield rows.slice(start, start + ROWS_AT_ONCE);
}

/**
 * Compares rows with those in the database, in many short transactions, so that a large catalogue keeps no connection
 * and no lock meanwhile. The result holds as long as nobody else changes the catalogue.
 */
export async function findChanges(transact: Transact, rows: CatalogueRows): Promise<CatalogueChanges> {
  const changesOf = async (table: CatalogueTable) => {
    const nameOf = (row: Row) =>
      keyOf(table)
        .map((column) => row[column])
        .join(' ');
    const keys = await transact((tx) => listKeys(tx, table));
    const wanted = new Set(rows[table].map(nameOf));
    const removed = keys.filter((key) => !wanted.has(nameOf(key)));
    const known = new Set(keys.map(nameOf));
    const upserted = rows[table].filter((row) => !known.has(nameOf(row)));
    for (const batch of batchesOf(rows[table].filter((row) => known.has(nameOf(row)))))
      upserted.push(...(await transact((tx) => findChangedRows(tx, table, batch))));
    return { upserted, removed };
  };

  const changes: Partial<CatalogueChanges> = {};
  for (const table of CATALOGUE_TABLES) changes[table] = await changesOf(table);
  return changes as CatalogueChanges;
}

export const isEmpty = (changes: CatalogueChanges): boolean =>
  Object.values(changes).every(({ upserted, removed }) => upserted.length === 0 && removed.length === 0);

export async function applyChanges(tx: Connection, changes: CatalogueChanges): Promise<void> {
  for (const table of CATALOGUE_TABLES)
    for (const batch of batchesOf(changes[table].upserted)) await upsertRows(tx, table, batch);
  for (const table of [...CATALOGUE_TABLES].reverse())
    for (const batch of batchesOf(changes[table].removed)) await removeRows(tx, table, batch);
}
