import type { CatalogueRecord } from '#catalogue/format.ts';
import type { Connection } from '../db/open.ts';
import { readCatalogueRecords } from './export-store.ts';

/**
 * Hands out the whole catalogue as it is at this moment, one record at a time, as an import takes it. An import
 * meanwhile changes nothing of it.
 */
export const exportCatalogue = (db: Connection, take: (record: CatalogueRecord) => Promise<void>): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      for await (const record of readCatalogueRecords(tx)) await take(record);
    });
