import type { CatalogueRecord } from '#server/catalogue/format/index.ts';
import type { Connection } from '#server/db/open.ts';
import { readCatalogueRecords } from './export-store.ts';

/**
 * Exports the whole catalogue from one snapshot of the database, record by record, in the format of an import. Concurrent
 * imports do not affect it.
 */
export const exportCatalogue = (db: Connection, take: (record: CatalogueRecord) => Promise<void>): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      for await (const record of readCatalogueRecords(tx)) await take(record);
    });
